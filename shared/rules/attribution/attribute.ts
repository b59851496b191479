// Who says each quotation of a prose text, as far as its words tell.
import { Characters, NARRATING, type Person } from './characters.ts';
import { isRelation, isVocative, type Mention, mentionAt, mentionsOf, NameWords, type Token } from './mentions.ts';
import { introductionOf, isSpoken, type Passage, passageOf, tagsOf } from './passages.ts';
import { findQuotations, type Quotation } from './quotations.ts';
import type { SpeechTag } from './speech-tags.ts';
import { FORMS_OF_PRONOUNS, KIN, NOUNS, TITLES, type WordGender } from './speech-words.ts';
import { TRACE, Trail } from './trail.ts';
import { type Evidence, fillTurns, type QuotedTurn, type Utterance } from './turns.ts';

/** A quotation, and who says it. */
export interface Attribution extends Quotation {
  /** Null where nothing tells, or where it is the narrator, in the first person. */
  readonly speaker: string | null;
  /** 0 to 1: how likely the speaker is right. */
  readonly confidence: number;
  readonly evidence: Evidence;
  /** What the tag beside it calls who says it, without a determiner; null where none names or describes anybody. */
  readonly called: string | null;
  /** Numbers of the conversation and of the turn in it; -1 where it is not said. */
  readonly talk: number;
  readonly turn: number;
}

/** Somebody who speaks in a book. */
export type BookSpeaker = Pick<Person, 'name' | 'gender'>;

/** From here on a speaker counts as known. */
export const CLAIMED_FROM = 0.8;

/** Narration of this many characters counts as two paragraphs. */
const LONG_NARRATION = 500;
/** Narration of this many words and signs behind what is said parts it from the next. */
const LONG_ENDING = 90;
/** Turns back in which the other one who talks is looked for. */
const TALK = 8;
const TAKES_TURN = /\b(?:answer|answered|reply|replied|silent|nothing|assented|agreed|refused|protested)\b/;
/** A paragraph of narration up to this length may stand for somebody's turn. */
const SHORT_PARAGRAPH = 90;

/**
 * Tells who says each quotation.
 *
 * @param paragraphs null for what parts scenes: a heading, a pause
 * @returns for each paragraph its quotations, in order
 */
export const attributeQuotations = (paragraphs: readonly (string | null)[]): Attribution[][] =>
  attributeBook(paragraphs).attributions;

/** As `attributeQuotations`, with those who speak. */
export function attributeBook(paragraphs: readonly (string | null)[]): {
  readonly attributions: Attribution[][];
  readonly speakers: readonly BookSpeaker[];
} {
  const quotations = findQuotations(paragraphs);
  const passages = paragraphs.map((text, at) => (text === null ? null : passageOf(text, quotations[at] ?? [])));
  const book = new Book(passages);
  return { attributions: book.attribute(), speakers: book.speakers() };
}

/** Who says a quotation by the words beside it. */
interface Told extends Pick<Utterance, 'confidence' | 'evidence'> {
  readonly person: Person | null;
}

/** How sure a description is, by its form. */
const SURE = { kin: 0.86, relation: 0.7, titled: 0.9, described: 0.88, unknown: 0.6, torn: 0.8 } as const;
/** The id of those without a name. */
const STRANGER = -3;

class Book {
  readonly #passages: readonly (Passage | null)[];
  readonly #names = new NameWords();
  readonly #characters = new Characters();
  readonly #trail = new Trail();
  readonly #tags: (SpeechTag | null)[][];
  /** By the words in which they stand. */
  readonly #mentions = new Map<readonly Token[], readonly Mention[]>();

  constructor(passages: readonly (Passage | null)[]) {
    this.#passages = passages;
    for (const passage of passages) {
      for (const tokens of [...(passage?.narration ?? []), ...(passage?.quoted ?? [])]) this.#names.add(tokens);
    }
    this.#tags = passages.map((passage) => (passage === null ? [] : tagsOf(passage, this.#names)));
    for (const tags of this.#tags) {
      for (const tag of tags) {
        if (tag?.kind === 'tag' && !isRelation(tag.tokens, tag.mention)) this.#characters.add(tag.mention, true);
      }
    }
    for (const passage of passages) {
      for (const tokens of [...(passage?.narration ?? []), ...(passage?.quoted ?? [])]) {
        for (const mention of this.#mentionsOf(tokens)) this.#characters.add(mention, false);
      }
    }
    this.#characters.settle();
    for (const passage of passages) for (const tokens of passage?.narration ?? []) this.#vote(tokens);
    this.#characters.settleGenders();
  }

  #mentionsOf(tokens: readonly Token[]): readonly Mention[] {
    const mentions = this.#mentions.get(tokens) ?? mentionsOf(tokens, this.#names);
    this.#mentions.set(tokens, mentions);
    return mentions;
  }

  /** A pronoun behind the only name of a sentence tells its gender. */
  #vote(tokens: readonly Token[]): void {
    let only: Person | null | undefined;
    const named = new Map(this.#mentionsOf(tokens).map((mention) => [mention.first, mention]));
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (token?.isFirst) only = undefined;
      const gender = FORMS_OF_PRONOUNS[token?.lower ?? ''];
      if (gender !== undefined && only) this.#characters.vote(only, gender);
      const mention = gender === undefined ? named.get(at) : undefined;
      if (mention?.kind !== 'name') continue;
      const person = this.#characters.personOf(mention);
      only = only === undefined || only === person ? person : null;
      at = mention.end - 1;
    }
  }

  speakers(): readonly BookSpeaker[] {
    return this.#characters.speakers();
  }

  attribute(): Attribution[][] {
    const utterances: Utterance[][] = [];
    const turns: QuotedTurn[] = [];
    let last: QuotedTurn | null = null;
    let gap = 0;
    let isActing = false;
    let introduction: SpeechTag | null = null;
    for (const [at, passage] of this.#passages.entries()) {
      if (passage === null) {
        [last, gap, introduction] = [null, 0, null];
        this.#trail.clear();
        utterances.push([]);
        continue;
      }
      const called = this.#addressed(passage);
      for (const person of called) this.#trail.add(person, at, TRACE.inSpeech);
      const spoken = this.#utterancesOf(passage, at, gap === 0 ? (last?.speaker ?? null) : null, introduction);
      utterances.push(spoken);
      introduction = introductionOf(passage, this.#names);
      const speech = spoken.filter(({ isSpeech }) => isSpeech);
      const silent = speech.length === 0 ? this.#silent(passage) : null;
      if (speech.length === 0 && !(silent !== null && TAKES_TURN.test(passage.text))) {
        if (silent) isActing = true;
        gap += 1 + passage.text.length / LONG_NARRATION;
        continue;
      }
      const goesOn = passage.quotations[0]?.continues === true ? last : null;
      const turn: QuotedTurn = goesOn ?? newTurn(at, last === null ? Number.POSITIVE_INFINITY : gap);
      turn.utterances.push(...speech);
      for (const person of called) turn.addressed.add(person);
      for (const person of this.#present(passage)) turn.present.add(person);
      turn.speaker = silent ?? speakerOf(speech) ?? turn.speaker;
      turn.isSilent = silent !== null;
      turn.isAfterAction = isActing;
      isActing = false;
      if (turn !== last) turns.push(turn);
      if (turn.speaker === null) turn.speaker = this.#tentative(turns);
      turn.others = this.#trail.others(at, new Set(turn.speaker ? [turn.speaker] : []));
      if (turn.speaker) this.#trail.add(turn.speaker, at, TRACE.speaker);
      last = turn;
      // Long narration beside what is said parts talks, too.
      const narrated = (passage.narration.at(-1)?.length ?? 0) / LONG_ENDING;
      gap = Math.floor(narrated);
    }
    fillTurns(turns);
    return this.#passages.map((passage, at) =>
      (passage?.quotations ?? []).map((quotation, place) => attributionOf(quotation, utterances[at]?.[place])),
    );
  }

  /** `Mr. Bennet made no answer.`: whose turn it was. */
  #silent({ narration, quotations, text }: Passage): Person | null {
    if (quotations.length > 0 || text.length > SHORT_PARAGRAPH) return null;
    const tokens = narration[0] ?? [];
    const mention = mentionAt(tokens, 0, this.#names);
    return mention?.kind === 'name' && !mention.isPossessive ? this.#characters.personOf(mention) : null;
  }

  /** Who does something in the narration of a paragraph. */
  #present({ narration }: Passage): Person[] {
    return narration.flatMap((tokens) =>
      this.#mentionsOf(tokens).flatMap((mention) =>
        mention.kind === 'name' && !mention.isObject ? (this.#characters.personOf(mention) ?? []) : [],
      ),
    );
  }

  /** Who would be next where two talk, so that pronouns can reach back to them. */
  #tentative(turns: readonly QuotedTurn[]): Person | null {
    const [last, turn] = turns.slice(-2);
    if (turn === undefined || !last?.speaker || turn.gap > 2) return null;
    const before = turns.slice(-TALK).findLast(({ speaker }) => speaker !== null && speaker !== last.speaker);
    return before?.speaker ?? null;
  }

  #utterancesOf(passage: Passage, at: number, last: Person | null, introduction: SpeechTag | null): Utterance[] {
    const utterances: Utterance[] = [];
    const tags = this.#tags[at] ?? [];
    this.#remember(passage.narration[0] ?? [], at);
    for (const [place, quotation] of passage.quotations.entries()) {
      const begins = place === 0 && !(passage.narration[0] ?? []).some(({ isWord }) => isWord);
      const tag = tags[place] ?? (begins ? introduction : null);
      const isSpeech = isSpoken(passage, place, tag);
      const utterance: Utterance = {
        isSpeech,
        person: null,
        confidence: 0,
        evidence: isSpeech ? 'none' : 'mention',
        tag: null,
        ...{ talk: -1, turn: -1 },
      };
      if (isSpeech && tag !== null) this.#identify(utterance, tag, at, last);
      // Where its end is not known, narration may be inside.
      if (!quotation.isWhole) utterance.confidence *= SURE.torn;
      this.#remember(passage.narration[place + 1] ?? [], at);
      utterances.push(utterance);
    }
    return utterances;
  }

  #identify(utterance: Utterance, tag: SpeechTag, at: number, last: Person | null): void {
    const { person, confidence, evidence } = this.#toldBy(tag, at, last);
    utterance.tag = tag;
    if (person === null) return;
    utterance.person = person;
    utterance.confidence = confidence;
    utterance.evidence = tag.kind === 'action' ? 'action' : evidence;
  }

  #toldBy({ mention, confidence, tokens }: SpeechTag, at: number, last: Person | null): Told {
    if (mention.kind === 'narrator') return { person: NARRATING, confidence, evidence: 'pronoun' };
    if (mention.kind === 'unclear') return { person: null, confidence: 0, evidence: 'none' };
    if (mention.kind === 'pronoun') return this.#meant(mention.gender, confidence, 'pronoun', at, last);
    const person = this.#characters.personOf(mention);
    if (mention.kind === 'name' && !(mention.words.length === 1 && this.#characters.isOffice(mention))) {
      return { person, confidence, evidence: 'name' };
    }
    const noun = mention.words.at(-1) ?? '';
    if (isRelation(tokens, mention)) {
      const kin = this.#kinOf(tokens, mention, at);
      if (kin) return { person: kin, confidence: SURE.kin, evidence: 'description' };
      return this.#meant(NOUNS[noun] ?? TITLES[noun] ?? null, SURE.relation, 'description', at, last);
    }
    const titled = mention.isDefinite ? this.#trail.titled(noun, at) : null;
    if (titled && titled.person !== person && isNamed(titled.person)) {
      return { person: titled.person, confidence: Math.min(SURE.titled, titled.confidence), evidence: 'description' };
    }
    const isKnown = mention.isDefinite && (mention.words.length === 1 || (person?.speaking ?? 0) > 1);
    return {
      person,
      confidence: isKnown ? Math.min(SURE.described, confidence) : SURE.unknown,
      evidence: 'description',
    };
  }

  #meant(gender: WordGender | null, most: number, evidence: Evidence, at: number, last: Person | null): Told {
    const guess = gender ? this.#trail.meant(gender, at, last) : null;
    if (guess === null || !isNamed(guess.person)) return { person: null, confidence: 0, evidence: 'none' };
    return { person: guess.person, confidence: Math.min(most, guess.confidence), evidence };
  }

  #described(tokens: readonly Token[], mention: Mention, at: number): Person | null {
    if (isRelation(tokens, mention)) return this.#kinOf(tokens, mention, at) ?? strangerOf(mention);
    const isOffice = this.#characters.isOffice(mention);
    if (!isOffice) return mention.isDefinite ? this.#characters.personOf(mention) : null;
    const titled = mention.isDefinite ? this.#trail.titled(mention.words.at(-1) ?? '', at) : null;
    return titled?.person ?? strangerOf(mention);
  }

  /** `his wife`: who bears his name. */
  #kinOf(tokens: readonly Token[], mention: Mention, at: number): Person | null {
    const title = KIN[mention.words.at(-1) ?? ''];
    const owner = FORMS_OF_PRONOUNS[tokens[mention.first]?.lower ?? ''];
    const person = owner ? this.#trail.meant(owner, at, null)?.person : undefined;
    return title && person ? this.#characters.related(person, title) : null;
  }

  #remember(tokens: readonly Token[], at: number): void {
    for (const mention of this.#mentionsOf(tokens)) {
      if (mention.isPossessive || !(mention.kind === 'name' || mention.kind === 'description')) continue;
      const person =
        mention.kind === 'name' ? this.#characters.personOf(mention) : this.#described(tokens, mention, at);
      if (person) this.#trail.add(person, at, mention.isObject ? TRACE.object : TRACE.subject);
    }
  }

  /** Who is called by name inside the quotations of a paragraph: `Well, Alice, …`. */
  #addressed({ quoted }: Passage): Person[] {
    return quoted.flatMap((tokens) =>
      this.#mentionsOf(tokens).flatMap((mention) => {
        if (mention.kind !== 'name' || !isVocative(tokens, mention)) return [];
        return this.#characters.personOf(mention) ?? [];
      }),
    );
  }
}

const isNamed = ({ id }: Person): boolean => id !== STRANGER;

/** Somebody without a name whom a pronoun may mean all the same: `an elderly lady`. */
function strangerOf({ kind, words }: Mention): Person | null {
  const noun = words.at(-1) ?? '';
  const gender = kind === 'description' ? (NOUNS[noun] ?? TITLES[noun] ?? null) : null;
  return gender === null
    ? null
    : { ...NARRATING, id: STRANGER, name: words.join(' '), gender, words: new Set(words), speaking: 0 };
}

const newTurn = (at: number, gap: number): QuotedTurn => ({
  ...{ utterances: [], at, gap, speaker: null, others: null, isSilent: false, isAfterAction: false },
  addressed: new Set(),
  present: new Set(),
});

const speakerOf = (speech: readonly Utterance[]): Person | null =>
  speech.findLast(({ person, confidence }) => person !== null && confidence >= CLAIMED_FROM)?.person ?? null;

function attributionOf(quotation: Quotation, utterance: Utterance | undefined): Attribution {
  const untold = { called: null, talk: -1, turn: -1 };
  if (utterance === undefined) return { ...quotation, ...untold, speaker: null, confidence: 0, evidence: 'none' };
  const { person, confidence, evidence, tag, talk, turn } = utterance;
  const speaker = person === null || person === NARRATING ? null : person.name;
  const rounded = Math.round(confidence * 1000) / 1000;
  return { ...quotation, speaker, confidence: rounded, evidence, called: calledIn(tag), talk, turn };
}

function calledIn(tag: SpeechTag | null): string | null {
  if (tag?.kind !== 'tag' || isRelation(tag.tokens, tag.mention)) return null;
  return tag.mention.kind === 'name' || tag.mention.kind === 'description' ? tag.mention.form : null;
}
