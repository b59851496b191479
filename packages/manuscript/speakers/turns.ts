import { wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';
import type { BookNames } from './book-names.ts';
import type { Person } from './character-name.ts';
import { NARRATOR_PERSON } from './characters.ts';
import { isRelation, type Mention, mentionAt, type Token } from './mentions.ts';
import { introductionOf, isSpoken, type Passage } from './passages.ts';
import { type ByGender, PRESENCE, type PresentPerson, SceneMemory } from './scene-memory.ts';
import {
  CueReader,
  conflicts,
  isMoreCertain,
  MIN_CLEAR_CONFIDENCE,
  PARENT_VOCATIVES,
  type SpeechCue,
  taggedCue,
} from './speech-cue.ts';
import type { SpeechTag } from './speech-tags.ts';
import { NOUNS, VOCATIVES, type WordGender } from './speech-words.ts';

export interface Utterance {
  readonly isSpeech: boolean;
  readonly tag: SpeechTag | null;
  /** Null until the quotation is read, and if it isn't speech. */
  turn: QuotedTurn | null;
}

/** One speaker's quotations in a paragraph, including continuations in the following paragraphs. */
export interface QuotedTurn extends PrecedingText {
  cue: SpeechCue | null;
  readonly addressed: Set<Person>;
  readonly toldOf: Set<Person>;
  readonly subjects: Set<Person>;
  readonly objects: Set<Person>;
  readonly words: Map<string, number>;
  isQuestion: boolean;
  /** `Yes, …` */
  isReply: boolean;
  called: WordGender | null;
  calledParent: WordGender | null;
}

interface PrecedingText {
  readonly at: number;
  /** Number of paragraphs of narration since the last turn; infinite at the start of a scene. */
  readonly gap: number;
  readonly isInside: boolean;
  readonly isBare: boolean;
  /** Whether only a short tag such as `said Tom` precedes the turn. */
  readonly isBehindTag: boolean;
  readonly before: PrecedingNarration;
  readonly present: readonly PresentPerson[];
  readonly meant: ByGender<Person | null>;
  /** Presence of unnamed people, from 0 to 1. */
  readonly strangers: ByGender<number>;
}

class PrecedingNarration {
  readonly subjects = new Set<Person>();
  readonly objects = new Set<Person>();
  lastSubject: Person | null = null;
  pronoun: WordGender | null = null;
}

/** In UTF-16 code units. Longer narration counts as an additional paragraph. */
const LONG_NARRATION_LENGTH = 500;
/** Minimum length of narration, in tokens, that separates a quotation from the next turn. */
const LONG_ENDING_TOKENS = 90;
const MAX_TAG_WORDS = 4;
const MAX_SILENT_TURN_LENGTH = 90;
/** Weights in the scene memory, as a number of paragraphs. */
const UNTAGGED_PARAGRAPH_WEIGHT = 0.25;
const SCENE_BREAK_PARAGRAPHS = 6;
const TURN_TAKING = wordPattern(String.raw`\b`, 'turn-taking-words', String.raw`\b`, '');
const REPLY_START = wordPattern(String.raw`^[^\p{L}]*`, 'reply-openings', String.raw`(?![\p{L}’'])`, 'iu');
const QUESTION_END = /[?？][^\p{L}\p{N}]*$/u;
const WORDS_INSIDE_VOCATIVES = wordSet('words-inside-vocatives');
const INTERJECTIONS = wordSet('interjections');

type ParagraphEnding = 'quotation' | 'tag' | 'narration';

function paragraphEnding(tokens: readonly Token[], tag: SpeechTag | null): ParagraphEnding {
  const words = tokens.filter(({ isWord }) => isWord).length;
  if (words === 0) return 'quotation';
  return words <= MAX_TAG_WORDS && tag?.kind === 'tag' && tag.tokens === tokens ? 'tag' : 'narration';
}

export class TurnReader {
  readonly turns: QuotedTurn[] = [];
  readonly utterances: Utterance[][] = [];
  readonly #book: BookNames;
  readonly #memory = new SceneMemory();
  readonly #cues: CueReader;
  #gap = Number.POSITIVE_INFINITY;
  #ending: ParagraphEnding = 'narration';
  #introduction: SpeechTag | null = null;
  #before = new PrecedingNarration();

  constructor(book: BookNames) {
    this.#book = book;
    this.#cues = new CueReader(book, this.#memory);
  }

  read(passages: readonly (Passage | null)[]): void {
    for (const [at, passage] of passages.entries()) {
      this.utterances.push(passage === null ? [] : this.#readPassage(passage, at));
      if (passage === null) this.#endScene();
    }
  }

  #endScene(): void {
    this.#memory.advance(SCENE_BREAK_PARAGRAPHS);
    [this.#gap, this.#introduction, this.#before] = [Number.POSITIVE_INFINITY, null, new PrecedingNarration()];
  }

  #readPassage(passage: Passage, at: number): Utterance[] {
    const tags = this.#book.tags[at] ?? [];
    const introduction = beginsWithQuotation(passage) ? this.#introduction : null;
    const utterances = passage.quotations.map((_, index): Utterance => {
      const tag = tags[index] ?? (index === 0 ? introduction : null);
      return { isSpeech: isSpoken(passage, index, tag), tag, turn: null };
    });
    this.#introduction = introductionOf(passage, this.#book.names);
    if (utterances.some(({ isSpeech }) => isSpeech)) this.#readSpeech(passage, at, utterances);
    else this.#readNarration(passage, at);
    return utterances;
  }

  #readNarration(passage: Passage, at: number): void {
    this.#memory.advance(1);
    this.#remember(passage.narration.flat(), null);
    const silent = this.#findSilentPerson(passage);
    if (silent === null) {
      this.#gap += 1 + passage.text.length / LONG_NARRATION_LENGTH;
      return;
    }
    this.#addTurn(at, false).cue = taggedCue(silent, MIN_CLEAR_CONFIDENCE);
    this.#memory.add(silent, PRESENCE.speaker);
    this.#endTurn(0, 'narration');
  }

  /** Finds a reported turn without words: `Mr. Bennet made no answer.` */
  #findSilentPerson({ narration, quotations, text }: Passage): Person | null {
    if (quotations.length > 0 || text.length > MAX_SILENT_TURN_LENGTH || !TURN_TAKING.test(text)) return null;
    const mention = mentionAt(narration[0] ?? [], 0, this.#book.names);
    return mention?.kind === 'name' && !mention.isPossessive ? this.#book.personOf(mention) : null;
  }

  /** A tag that contradicts the last cue starts a new turn. */
  #readSpeech(passage: Passage, at: number, utterances: readonly Utterance[]): void {
    const { narration, quotations, quoted } = passage;
    const isTagged = utterances.some(({ isSpeech, tag }) => isSpeech && tag !== null);
    this.#memory.advance(isTagged || this.#gap >= 1 ? 1 : UNTAGGED_PARAGRAPH_WEIGHT);
    this.#remember(narration[0] ?? [], null);
    const continued = quotations[0]?.continues ? this.turns.at(-1) : undefined;
    const own = new Set(continued ? [continued] : []);
    let turn = continued;
    for (const [index, utterance] of utterances.entries()) {
      if (utterance.isSpeech) {
        const { addressed, toldOf } = this.#book.findNamedPeople(quoted[index] ?? []);
        let cue = utterance.tag && this.#cues.cueOf(utterance.tag, addressed);
        // In a story that a character tells over several paragraphs, `I said` is part of the story.
        if (continued && cue?.person === NARRATOR_PERSON) cue = null;
        const isOther = cue !== null && isClearTag(utterance.tag) && conflicts(turn?.cue ?? null, cue);
        if (turn === undefined || isOther) {
          const isNext = index === 0 && beginsWithQuotation(passage) && this.#gap < 1;
          turn = this.#addTurn(at, turn !== undefined, isNext ? this.#ending : 'narration');
          own.add(turn);
        }
        if (cue !== null && isMoreCertain(cue, turn.cue)) turn.cue = cue;
        utterance.turn = turn;
        for (const person of addressed) turn.addressed.add(person);
        for (const person of toldOf) turn.toldOf.add(person);
        addWords(turn, passage, index);
      }
      this.#remember(narration[index + 1] ?? [], turn ?? null);
    }
    this.#rememberSpeakers([...own], narration[0] ?? []);
    const last = narration.at(-1) ?? [];
    this.#endTurn(Math.floor(last.length / LONG_ENDING_TOKENS), paragraphEnding(last, utterances.at(-1)?.tag ?? null));
  }

  #rememberSpeakers(turns: readonly QuotedTurn[], narration: readonly Token[]): void {
    const [first] = turns;
    if (first === undefined) return;
    this.#addActors(first, narration);
    for (const { cue } of turns) {
      if (cue?.kind === 'told' && cue.person) {
        this.#memory.add(cue.person, PRESENCE.speaker);
        this.#memory.addReferent(cue.person);
      } else if (cue?.meant) this.#memory.add(cue.meant, PRESENCE.subject);
    }
    for (const person of first.addressed) this.#memory.add(person, PRESENCE.addressed);
  }

  #endTurn(gap: number, ending: ParagraphEnding): void {
    [this.#gap, this.#ending, this.#before] = [gap, ending, new PrecedingNarration()];
  }

  #addTurn(at: number, isInside: boolean, ending: ParagraphEnding = 'narration'): QuotedTurn {
    const memory = this.#memory;
    const turn: QuotedTurn = {
      at,
      isInside,
      isBare: ending === 'quotation',
      isBehindTag: ending === 'tag',
      gap: isInside ? 0 : this.#gap,
      before: this.#before,
      present: memory.present(),
      meant: memory.meant,
      strangers: memory.strangers(),
      cue: null,
      isQuestion: false,
      isReply: false,
      called: null,
      calledParent: null,
      words: new Map(),
      addressed: new Set(),
      toldOf: new Set(),
      subjects: new Set(),
      objects: new Set(),
    };
    this.turns.push(turn);
    return turn;
  }

  /** Adds people to the memory, and to `turn` or, if `turn` is null, to the next turn. */
  #remember(tokens: readonly Token[], turn: QuotedTurn | null): void {
    for (const mention of this.#book.mentionsOf(tokens)) {
      const person = this.#personIn(tokens, mention);
      this.#rememberStranger(mention, person);
      if (mention.kind === 'pronoun' && !mention.isObject) this.#rememberPronoun(mention.gender, turn);
      if (person === null) continue;
      if (!mention.isObject) this.#memory.addReferent(person);
      this.#memory.add(person, mention.isObject ? PRESENCE.object : PRESENCE.subject);
      if (turn !== null) continue;
      if (mention.isObject) this.#before.objects.add(person);
      else {
        this.#before.subjects.add(person);
        [this.#before.lastSubject, this.#before.pronoun] = [person, null];
      }
    }
    if (turn !== null) this.#addActors(turn, tokens);
  }

  #rememberPronoun(gender: WordGender | null, turn: QuotedTurn | null): void {
    if (turn === null) this.#before.pronoun = gender;
    const meant = gender === null || gender === 'neuter' ? null : this.#memory.meant[gender];
    if (meant) this.#memory.add(meant, PRESENCE.meant);
  }

  #rememberStranger({ kind, words, isPossessive }: Mention, person: Person | null): void {
    if (isPossessive || (kind === 'name' ? person === null || person.speaking > 0 : kind !== 'description')) return;
    const gender = kind === 'name' ? person?.gender : NOUNS.get(words.at(-1) ?? '');
    if (gender) this.#memory.addStranger(gender);
  }

  #addActors(turn: QuotedTurn, tokens: readonly Token[]): void {
    for (const mention of this.#book.mentionsOf(tokens)) {
      const person = this.#personIn(tokens, mention);
      if (person) (mention.isObject ? turn.objects : turn.subjects).add(person);
    }
  }

  #personIn(tokens: readonly Token[], mention: Mention): Person | null {
    if (mention.isPossessive) return null;
    if (mention.kind === 'narrator') return this.#book.isFirstPerson ? NARRATOR_PERSON : null;
    if (mention.kind === 'name') return this.#book.personOf(mention);
    if (mention.kind !== 'description') return null;
    if (isRelation(tokens, mention)) return this.#cues.findRelation(tokens, mention);
    return mention.isDefinite ? this.#book.personOf(mention) : null;
  }
}

const beginsWithQuotation = ({ narration }: Passage): boolean => !narration[0]?.some(({ isWord }) => isWord);

const isClearTag = (tag: SpeechTag | null): boolean => tag?.kind === 'tag' && tag.confidence >= MIN_CLEAR_CONFIDENCE;

function addWords(turn: QuotedTurn, { quoted, quotations, text }: Passage, index: number): void {
  const tokens = quoted[index] ?? [];
  turn.called ??= addressedGender(tokens, VOCATIVES);
  turn.calledParent ??= addressedGender(tokens, PARENT_VOCATIVES);
  for (const { isWord, lower } of tokens) if (isWord) turn.words.set(lower, (turn.words.get(lower) ?? 0) + 1);
  const words = text.slice(quotations[index]?.start, quotations[index]?.end);
  if (index === 0) turn.isReply = REPLY_START.test(words);
  turn.isQuestion = QUESTION_END.test(words);
}

function addressedGender(tokens: readonly Token[], vocatives: Pick<ReadonlySet<string>, 'has'>): WordGender | null {
  for (const [at, { lower }] of tokens.entries()) {
    const gender = vocatives.has(lower) ? VOCATIVES.get(lower) : undefined;
    if (gender === undefined || tokens[at + 1]?.isWord) continue;
    const before = tokens.slice(Math.max(0, at - 3), at).findLast((token) => !WORDS_INSIDE_VOCATIVES.has(token.lower));
    if (before === undefined || !before.isWord || INTERJECTIONS.has(before.lower)) return gender;
  }
  return null;
}
