// What is said in the paragraphs of a book, turn by turn, and who may say it.

import { wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';
import type { BookNames } from './book-names.ts';
import type { Person } from './character-name.ts';
import { isOffice, NARRATING } from './characters.ts';
import { isRelation, type Mention, mentionAt, type Token } from './mentions.ts';
import { introductionOf, isSpoken, type Passage } from './passages.ts';
import { conflicts, isSurer, NOBODY_TOLD, type SpeechCue, told } from './speech-cue.ts';
import type { SpeechTag } from './speech-tags.ts';
import { FORMS_OF_PRONOUNS, KIN, NOUNS, TITLES, VOCATIVES, type WordGender } from './speech-words.ts';
import { type PresentPerson, TRACE, Trail } from './trail.ts';

const GENERIC_NOUNS = wordSet('generic-nouns');

/** A quotation on the way to its speaker. */
export interface Utterance {
  readonly isSpeech: boolean;
  readonly tag: SpeechTag | null;
  readonly isWhole: boolean;
  /** Null where it is not said. */
  turn: QuotedTurn | null;
}

/** The quotations of a paragraph, and of those that go on with its last one; more than one where its tags name several. */
export interface QuotedTurn {
  /** The paragraph. */
  readonly at: number;
  /** Paragraphs of narration before it; infinite at the start of a scene. */
  readonly gap: number;
  readonly isInside: boolean;
  cue: SpeechCue | null;
  readonly addressed: Set<Person>;
  readonly toldOf: Set<Person>;
  /** Who does something in its narration, and to whom something is done. */
  readonly subjects: Set<Person>;
  readonly objects: Set<Person>;
  /** Who does something in the narration before it, and who did so last. */
  readonly before: ReadonlySet<Person>;
  readonly lastBefore: Person | null;
  /** To whom something is done in the narration before it. */
  readonly objectsBefore: ReadonlySet<Person>;
  readonly present: readonly PresentPerson[];
  isQuestion: boolean;
  /** Whether nothing of the narrator stands between it and the turn before. */
  readonly isBare: boolean;
  /** Whether nothing but a short tag does, such as `said Tom`. */
  readonly isBehindTag: boolean;
  /** Whether it begins as an answer does: `Yes, …`. */
  isReply: boolean;
  /** The gender of the pronoun that the narration before it ends with, behind all names; null where none does. */
  readonly pronounBefore: WordGender | null;
  /** Whom a pronoun there most likely means, by gender: who of it was told of last. */
  readonly meant: Readonly<Record<WordGender, Person | null>>;
  /** The words that are said, in small letters, and how often each is. */
  readonly words: Map<string, number>;
  /** Of whom it calls by no name: `sir`. */
  called: WordGender | null;
  /** Of whom it calls so as children call their parents: `mamma`. */
  calledParent: WordGender | null;
  /** How much somebody without a name counts who is there, by gender. */
  readonly strangers: Readonly<Record<WordGender, number>>;
}

/** Narration of this many characters counts as two paragraphs. */
const LONG_NARRATION = 500;
/** Narration of this many words and signs behind what is said parts it from the next. */
const LONG_ENDING = 90;
/** Words that a tag has at most which alone stands between two turns: `said poor little Tom`. */
const MOST_TAG_WORDS = 4;
const TAKES_TURN = wordPattern(String.raw`\b`, 'turn-taking-words', String.raw`\b`, '');
/** A paragraph of narration up to this length may stand for somebody's turn. */
const SHORT_PARAGRAPH = 90;
/** A tag is taken at its word from here on. */
const TOLD_FROM = 0.8;
/** How much of a paragraph it is, as memory goes, that says something without telling of anybody. */
const UNTOLD_PARAGRAPH = 0.25;
/** How many paragraphs a break between scenes counts for, as memory goes. */
const SCENE_BREAK = 6;
/** Paragraphs after which somebody without a name counts no more. */
const STRANGE = 4;
/** Who speaks this often under a description has it as a name. */
const OFTEN = 3;
/** `the astonished narrator` is known under another name. */
const PARTICIPLE = /^\p{Ll}{3,}ed$/u;
const PARENTS = wordSet('parent-vocatives');
const INSIDE_VOCATIVES = wordSet('words-inside-vocatives');
const INTERJECTIONS = wordSet('interjections');
const INDEFINITE = wordSet('indefinite-articles');
const REPLY = wordPattern(String.raw`^[^\p{L}]*`, 'reply-openings', String.raw`(?![\p{L}’'])`, 'iu');
const QUESTION = /[?？][^\p{L}\p{N}]*$/u;

const isTag = (tag: SpeechTag | null): tag is SpeechTag => tag?.kind === 'tag' && tag.confidence >= TOLD_FROM;

/** How a paragraph ends: with what is said, with a tag that is no longer than a few words, or with more narration. */
type ParagraphEnding = 'said' | 'tag' | 'narration';

function endingOf(tokens: readonly Token[], tag: SpeechTag | null): ParagraphEnding {
  const words = tokens.filter(({ isWord }) => isWord).length;
  if (words === 0) return 'said';
  return words <= MOST_TAG_WORDS && tag?.kind === 'tag' && tag.tokens === tokens ? 'tag' : 'narration';
}

/** Reads the turns of a book in order. */
export class TurnReader {
  readonly turns: QuotedTurn[] = [];
  /** Of each paragraph, for each quotation. */
  readonly utterances: Utterance[][] = [];
  readonly #book: BookNames;
  readonly #trail = new Trail();
  /** Paragraphs as memory counts them. */
  #clock = 0;
  #gap = Number.POSITIVE_INFINITY;
  /** How the paragraph before ended. */
  #ending: ParagraphEnding = 'narration';
  #introduction: SpeechTag | null = null;
  #before = new Set<Person>();
  #objectsBefore = new Set<Person>();
  /** When somebody without a name was told of last, by gender. */
  readonly #strangers: Record<WordGender, number> = { female: -STRANGE, male: -STRANGE, neuter: -STRANGE };
  #lastBefore: Person | null = null;
  #pronounBefore: WordGender | null = null;
  #meant: Readonly<Record<WordGender, Person | null>> = { female: null, male: null, neuter: null };

  constructor(book: BookNames) {
    this.#book = book;
  }

  read(passages: readonly (Passage | null)[]): void {
    for (const [at, passage] of passages.entries()) {
      if (passage === null) {
        this.#clock += SCENE_BREAK;
        [this.#gap, this.#introduction] = [Number.POSITIVE_INFINITY, null];
        this.#forget();
        this.utterances.push([]);
      } else this.#readPassage(passage, at);
    }
  }

  #forget(): void {
    [this.#before, this.#objectsBefore] = [new Set(), new Set()];
    [this.#lastBefore, this.#pronounBefore] = [null, null];
  }

  #readPassage(passage: Passage, at: number): void {
    const tags = this.#book.tags[at] ?? [];
    const begins = !(passage.narration[0] ?? []).some(({ isWord }) => isWord);
    const utterances = passage.quotations.map(({ isWhole }, place): Utterance => {
      const tag = tags[place] ?? (place === 0 && begins ? this.#introduction : null);
      return { isSpeech: isSpoken(passage, place, tag), tag, isWhole, turn: null };
    });
    this.utterances.push(utterances);
    this.#introduction = introductionOf(passage, this.#book.names);
    const speech = utterances.filter(({ isSpeech }) => isSpeech);
    if (speech.length === 0) this.#readNarration(passage, at);
    else this.#readSpeech(passage, at, speech, utterances);
  }

  #readNarration(passage: Passage, at: number): void {
    this.#clock += 1;
    this.#remember(passage.narration.flat(), null);
    const silent = this.#silent(passage);
    if (silent !== null && TAKES_TURN.test(passage.text)) {
      this.#add(at, false).cue = told(silent, TOLD_FROM);
      this.#trail.add(silent, this.#clock, TRACE.speaker);
      this.#gap = 0;
      this.#ending = 'narration';
      this.#forget();
    } else this.#gap += 1 + passage.text.length / LONG_NARRATION;
  }

  #readSpeech(passage: Passage, at: number, speech: readonly Utterance[], all: readonly Utterance[]): void {
    const goesOn = passage.quotations[0]?.continues === true ? this.turns.at(-1) : undefined;
    const isTold = speech.some(({ tag }) => tag !== null);
    this.#clock += isTold || this.#gap >= 1 ? 1 : UNTOLD_PARAGRAPH;
    let turn: QuotedTurn | null = goesOn ?? null;
    const begins = !(passage.narration[0] ?? []).some(({ isWord }) => isWord);
    const own: QuotedTurn[] = turn ? [turn] : [];
    for (const [place, utterance] of all.entries()) {
      if (place === 0) this.#remember(passage.narration[0] ?? [], null);
      if (utterance.isSpeech) {
        const addressed = utterance.tag
          ? this.#book.addressed({ ...passage, quoted: [passage.quoted[place] ?? []] })
          : [];
        let cue = utterance.tag && this.#cueOf(utterance.tag, [...addressed]);
        // Who tells a tale over paragraphs says `I said` inside it.
        if (goesOn && cue?.person === NARRATING) cue = null;
        const isOther = turn !== null && cue !== null && isTag(utterance.tag) && conflicts(turn.cue, cue);
        if (turn === null || isOther) {
          const isBehind = place === 0 && begins && this.#gap < 1;
          turn = this.#add(at, turn !== null, isBehind ? this.#ending : 'narration');
          own.push(turn);
        }
        if (cue !== null && isSurer(cue, turn.cue)) turn.cue = cue;
        utterance.turn = turn;
        this.#readWords(turn, passage, place);
      }
      this.#remember(passage.narration[place + 1] ?? [], turn);
    }
    const first = own[0];
    if (first) for (const tokens of passage.narration.slice(0, 1)) this.#take(first, tokens);
    for (const { cue } of own) {
      if (cue?.kind === 'told' && cue.person) {
        this.#trail.add(cue.person, this.#clock, TRACE.speaker);
        this.#mean(cue.person);
      } else if (cue?.meant) this.#trail.add(cue.meant, this.#clock, TRACE.subject);
    }
    // Long narration beside what is said parts talks, too.
    this.#gap = Math.floor((passage.narration.at(-1)?.length ?? 0) / LONG_ENDING);
    this.#ending = endingOf(passage.narration.at(-1) ?? [], all.at(-1)?.tag ?? null);
    this.#forget();
    for (const person of first?.addressed ?? []) this.#trail.add(person, this.#clock, TRACE.inSpeech);
  }

  #readWords(turn: QuotedTurn, passage: Passage, place: number): void {
    const quoted = [passage.quoted[place] ?? []];
    for (const person of this.#book.addressed({ ...passage, quoted })) turn.addressed.add(person);
    for (const person of this.#book.toldOf({ ...passage, quoted })) turn.toldOf.add(person);
    const { start, end } = passage.quotations[place] ?? { start: 0, end: 0 };
    turn.called ??= calledIn(passage.quoted[place] ?? []);
    turn.calledParent ??= calledIn(passage.quoted[place] ?? [], PARENTS);
    for (const { isWord, lower } of passage.quoted[place] ?? []) {
      if (isWord) turn.words.set(lower, (turn.words.get(lower) ?? 0) + 1);
    }
    const words = passage.text.slice(start, end);
    if (place === 0) turn.isReply = REPLY.test(words);
    turn.isQuestion = QUESTION.test(words);
  }

  #add(at: number, isInside: boolean, between: ParagraphEnding = 'narration'): QuotedTurn {
    const turn: QuotedTurn = {
      ...{ at, isInside, cue: null, isQuestion: false, isReply: false, called: null, calledParent: null },
      ...{ isBare: between === 'said', isBehindTag: between === 'tag' },
      gap: isInside ? 0 : this.#gap,
      ...{ addressed: new Set(), toldOf: new Set(), subjects: new Set(), objects: new Set() },
      ...{
        before: this.#before,
        lastBefore: this.#lastBefore,
        objectsBefore: this.#objectsBefore,
        pronounBefore: this.#pronounBefore,
        present: this.#trail.present(this.#clock),
      },
      strangers: this.#strangersNow(),
      meant: this.#meant,
      words: new Map(),
    };
    this.turns.push(turn);
    return turn;
  }

  #strangersNow(): Record<WordGender, number> {
    const now = (gender: WordGender): number => Math.max(0, 1 - (this.#clock - this.#strangers[gender]) / STRANGE);
    return { female: now('female'), male: now('male'), neuter: now('neuter') };
  }

  /** `Mr. Bennet made no answer.`: whose turn it was. */
  #silent({ narration, quotations, text }: Passage): Person | null {
    if (quotations.length > 0 || text.length > SHORT_PARAGRAPH) return null;
    const mention = mentionAt(narration[0] ?? [], 0, this.#book.names);
    return mention?.kind === 'name' && !mention.isPossessive ? this.#book.personOf(mention) : null;
  }

  /** Remembers who is named in narration; that of a turn is told of the turn, too. */
  #remember(tokens: readonly Token[], turn: QuotedTurn | null): void {
    for (const mention of this.#book.mentionsOf(tokens)) {
      const person = this.#personIn(tokens, mention);
      this.#meet(mention, person);
      if (mention.kind === 'pronoun' && !mention.isObject) {
        if (turn === null) this.#pronounBefore = mention.gender;
        const meant = mention.gender === null || mention.gender === 'neuter' ? null : this.#meant[mention.gender];
        if (meant) this.#trail.add(meant, this.#clock, TRACE.meant);
      }
      if (person === null) continue;
      if (!mention.isObject) this.#mean(person);
      this.#trail.add(person, this.#clock, mention.isObject ? TRACE.object : TRACE.subject);
      if (turn !== null) continue;
      if (mention.isObject) {
        this.#objectsBefore.add(person);
        continue;
      }
      this.#before.add(person);
      this.#lastBefore = person;
      this.#pronounBefore = null;
    }
    if (turn !== null) this.#take(turn, tokens);
  }

  #mean(person: Person): void {
    if (person.gender !== null && person.speaking > 0) this.#meant = { ...this.#meant, [person.gender]: person };
  }

  /** Somebody who is described, or named and never told to speak. */
  #meet({ kind, words, isPossessive }: Mention, person: Person | null): void {
    if (isPossessive || (kind === 'name' ? person === null || person.speaking > 0 : kind !== 'description')) return;
    const gender = kind === 'name' ? person?.gender : (NOUNS.get(words.at(-1) ?? '') ?? null);
    if (gender) this.#strangers[gender] = this.#clock;
  }

  #take(turn: QuotedTurn, tokens: readonly Token[]): void {
    for (const mention of this.#book.mentionsOf(tokens)) {
      const person = this.#personIn(tokens, mention);
      if (person) (mention.isObject ? turn.objects : turn.subjects).add(person);
    }
  }

  #personIn(tokens: readonly Token[], mention: Mention): Person | null {
    if (mention.isPossessive) return null;
    if (mention.kind === 'narrator') return this.#book.isFirstPerson ? NARRATING : null;
    if (mention.kind === 'name') return this.#book.personOf(mention);
    if (mention.kind !== 'description') return null;
    if (isRelation(tokens, mention)) return this.#kinOf(tokens, mention);
    return mention.isDefinite ? this.#book.personOf(mention) : null;
  }

  #cueOf({ kind, mention, tokens, confidence }: SpeechTag, addressed: readonly Person[]): SpeechCue {
    const base = { ...NOBODY_TOLD, confidence };
    const isAction = kind === 'action' || confidence < TOLD_FROM;
    if (mention.kind === 'narrator') {
      return isAction ? { ...base, kind: 'action', person: NARRATING } : told(NARRATING, confidence);
    }
    // `said the other`: not the one who spoke last.
    if (mention.kind === 'unclear' && mention.words.length === 1 && mention.words[0] === 'other' && !isAction) {
      return { ...base, kind: 'description', isGeneric: true, isOther: true };
    }
    if (mention.kind === 'unclear') return { ...base, kind: isAction ? 'action' : 'unclear' };
    if (mention.kind === 'pronoun') {
      const others = this.#namedBehind(tokens, mention);
      return { ...base, kind: isAction ? 'action' : 'pronoun', gender: mention.gender, others };
    }
    // `a young Lucas` is none of those who are known by that name.
    const isOfName = mention.kind === 'description' && !mention.isDefinite && /^\p{Lu}/u.test(mention.form);
    const person = isOfName ? null : this.#book.personOf(mention);
    const isNamed = mention.kind === 'name' && !(mention.words.length === 1 && isOffice(mention));
    if (isNamed) return isAction || person === null ? { ...base, kind: 'action', person } : told(person, confidence);
    const noun = mention.words.at(-1) ?? '';
    const ofOther = isRelation(tokens, mention);
    const meant = ofOther
      ? this.#kinOf(tokens, mention, addressed)
      : mention.isDefinite
        ? this.#titled(noun, person)
        : null;
    return {
      ...{ ...base, kind: isAction ? 'action' : 'description', gender: NOUNS.get(noun) ?? TITLES.get(noun) ?? null },
      ...{ person: ofOther ? null : person, meant, isRelation: ofOther, isDefinite: mention.isDefinite },
      isGeneric: GENERIC_NOUNS.has(noun) || PARTICIPLE.test(mention.words.length > 1 ? (mention.words[0] ?? '') : ''),
      isNew: INDEFINITE.has(tokens[mention.first]?.lower ?? ''),
      isOther: false,
      isAlone: !ofOther && meant === null && mention.isDefinite && this.#isAlone(noun, person),
    };
  }

  /** Whether somebody speaks several times, is called what few are, and bears no title that goes with another's name. */
  #isAlone(noun: string, person: Person | null): boolean {
    if (person === null || person.speaking < OFTEN || TITLES.has(noun) || GENERIC_NOUNS.has(noun)) return false;
    return !this.#book.characters.isBorneBySpeaker(noun, person);
  }

  #namedBehind(tokens: readonly Token[], { end }: Mention): ReadonlySet<Person> {
    const next = tokens.findIndex(({ isFirst }, at) => isFirst && at >= end);
    const rest = this.#book.mentionsOf(tokens.slice(end, next < 0 ? tokens.length : next));
    const persons = rest.map((mention) => (mention.kind === 'name' ? this.#book.personOf(mention) : null));
    return new Set(persons.filter((person) => person !== null));
  }

  /** The one that is there and called by a title, as `the prince`. */
  #titled(word: string, than: Person | null): Person | null {
    return this.#trail.best(this.#clock, (one) => one !== than && one.words.size > 1 && one.words.has(word));
  }

  /** `his wife`: who bears his name. @param addressed in what she says, who is likely he */
  #kinOf(tokens: readonly Token[], mention: Mention, addressed: readonly Person[] = []): Person | null {
    const noun = mention.words.at(-1) ?? '';
    const title = KIN.get(noun);
    const person = title === undefined ? null : this.#ownerOf(tokens, mention, addressed);
    // A wife's father has another name.
    if (person?.words.has('mrs') && PARENTS.has(noun)) return null;
    return title && person ? this.#book.characters.related(person, title) : null;
  }

  #ownerOf(tokens: readonly Token[], { first, owner }: Mention, addressed: readonly Person[]): Person | null {
    if (owner !== undefined) return this.#book.characters.personOf({ words: owner });
    const gender = FORMS_OF_PRONOUNS.get(tokens[first]?.lower ?? '');
    if (gender === undefined) return null;
    const fitting = addressed.filter((person) => person.gender === gender);
    return fitting.length === 1 ? (fitting[0] ?? null) : this.#trail.best(this.#clock, (one) => one.gender === gender);
  }
}

/** `Yes, sir.` */
function calledIn(tokens: readonly Token[], among?: ReadonlySet<string>): WordGender | null {
  for (const [at, { lower }] of tokens.entries()) {
    const gender = VOCATIVES.get(lower);
    if (gender === undefined || among?.has(lower) === false) continue;
    const before = tokens.slice(Math.max(0, at - 3), at).findLast(({ lower: word }) => !INSIDE_VOCATIVES.has(word));
    const isApart = before === undefined || !before.isWord || INTERJECTIONS.has(before.lower);
    if (isApart && !(tokens[at + 1]?.isWord ?? false)) return gender;
  }
  return null;
}
