// Finds differences between a text and the words that a speech recogniser heard. Ignores differences that a producer
// wouldn't call a fault: spelling variants, other ways to write a number, and words that sound alike.
import { z } from 'zod';
import { type Finding, findingSchema } from '../../../../shared/model/proof.ts';
import { at } from '../../../../shared/rules/at.ts';
import { append } from '../../../../shared/rules/lists.ts';
import { spokenWords } from '../../../../shared/rules/spoken-words.ts';
import { canNormalise } from '../../../../shared/speech-text/normalise-text.ts';
import { type AlignmentStep, alignTokens, MAX_PAIRS } from './align-tokens.ts';
import { isInventedPhrase, isShortWord, NUMBER_FILLERS } from './short-words.ts';
import { numbersAt } from './spoken-numbers.ts';
import { findLinks, type Respelling } from './token-links.ts';
import { roughSounds, soundDistance } from './word-sounds.ts';
import { heardTokens, isRemark, primaryLanguage, type WordToken, writtenTokens } from './word-tokens.ts';

/** A word that a recogniser heard. Seconds are positions in the take's file, before trimming. */
export interface HeardWord {
  readonly text: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** From 0 to 1. */
  readonly confidence?: number | undefined;
}

export interface WordComparisonInput {
  readonly text: string;
  /** A BCP 47 tag, such as `en-GB`. */
  readonly languageCode: string;
  readonly heard: readonly HeardWord[];
  /** Names of people and places. Recognisers spell them as they sound. */
  readonly names?: readonly string[];
  readonly respellings?: readonly Respelling[];
}

/** Words from `fromWord` up to, but not including, `toWord`, counted as in `spokenWords`. */
const wordSpanSchema = z.object({ fromWord: z.int().min(0), toWord: z.int().min(0) });
export type WordSpan = z.infer<typeof wordSpanSchema>;

export const wordComparisonSchema = z.object({
  /** The most confident first. */
  findings: z.array(findingSchema).readonly(),
  /**
   * Words that were heard differently but can't be compared, for example because a kanji has several readings. They may
   * be right or wrong.
   */
  notCompared: z.array(wordSpanSchema).readonly(),
});
export type WordComparison = z.infer<typeof wordComparisonSchema>;

/** Consecutive tokens that differ. Either side may be empty. */
interface Difference {
  readonly written: number;
  readonly writtenEnd: number;
  readonly heard: number;
  readonly heardEnd: number;
  /** Whether a contraction was only swapped with its full form. */
  readonly isContraction: boolean;
}

export function compareWords({
  text,
  languageCode,
  heard: heardWords,
  names = [],
  respellings = [],
}: WordComparisonInput): WordComparison {
  const language = primaryLanguage(languageCode);
  const written = writtenTokens(text, languageCode);
  const heard = heardTokens(heardWords, languageCode);
  if (written.length === 0) return { findings: [], notCompared: [] };
  if (written.length * heard.length > MAX_PAIRS) {
    return { findings: [], notCompared: [{ fromWord: 0, toWord: spokenWords(text).length }] };
  }
  const links = findLinks(written, heard, { text, languageCode, names, respellings });
  const comparison = new WordComparer(written, heard, heardWords, language);
  return comparison.judge(alignTokens(written.length, heard.length, links, comparison));
}

/** With more pairs, sounds aren't compared during the alignment, because that would take seconds. */
const MAX_SOUND_PAIRS = 40_000;
/** A replacement that sounds this similar is judged separately, even if its neighbours differ as well. */
const SIMILAR_SOUND = 0.4;
/** An unknown name may be spelled like words that sound this similar. */
const NAME_SOUND = 0.6;
/** If a smaller share of the words was heard as written, the take is of a different text. */
const WRONG_TEXT_SHARE = 0.3;
const MIN_WRONG_TEXT_WORDS = 4;
/** If a smaller share was heard as written, the recogniser struggles with the voice, so its findings are less reliable. */
const TROUBLE_SHARE = 0.75;
/** Assumed if a recogniser doesn't report its confidence. */
const ASSUMED_CONFIDENCE = 0.9;
/** Confidence factor for phrases that Whisper hallucinates in silence. */
const INVENTED = 0.3;
/** If nothing was heard for this long per letter, in seconds, the recogniser may have missed a word that was spoken. */
const SECONDS_PER_LETTER = 0.05;

class WordComparer {
  readonly #written: readonly WordToken[];
  readonly #heard: readonly WordToken[];
  readonly #words: readonly HeardWord[];
  readonly #language: string;
  readonly #isSmall: boolean;

  constructor(
    written: readonly WordToken[],
    heard: readonly WordToken[],
    words: readonly HeardWord[],
    language: string,
  ) {
    this.#written = written;
    this.#heard = heard;
    this.#words = words;
    this.#language = language;
    this.#isSmall = written.length * heard.length <= MAX_SOUND_PAIRS;
  }

  readonly missing = (written: number): number => (this.#isShort(at(this.#written, written)) ? 0.75 : 1);
  readonly extra = (heard: number): number => (this.#isShort(at(this.#heard, heard)) ? 0.75 : 1);
  readonly replaced = (written: number, heard: number): number => {
    const [one, other] = [at(this.#written, written), at(this.#heard, heard)];
    if (one.kind === 'ideograph' || other.kind === 'ideograph') return 0.5;
    if (!this.#isSmall) return 1.2;
    return 0.3 + 1.4 * this.#distance([one], [other]);
  };

  judge(steps: readonly AlignmentStep[]): WordComparison {
    const same = steps.filter(({ kind }) => kind === 'same');
    const recognised = same.reduce((sum, step) => sum + step.writtenEnd - step.written, 0);
    const notCompared: WordSpan[] = [];
    const differences: Difference[] = [];
    for (const difference of this.#differencesIn(steps)) {
      if (!this.#isComparable(difference)) notCompared.push(this.#wordsOf(difference));
      else differences.push(difference);
    }
    const findings = this.#isWrongText(recognised, notCompared.length > 0)
      ? [this.#wrongText(recognised)]
      : differences.map((difference) => this.#finding(difference, recognised));
    return { findings: findings.toSorted((a, b) => b.confidence - a.confidence), notCompared };
  }

  #isShort = (token: WordToken): boolean => isShortWord(token.text, this.#language);

  #distance(written: readonly WordToken[], heard: readonly WordToken[]): number {
    const soundsOf = (tokens: readonly WordToken[]): string =>
      tokens.map(({ text }) => roughSounds(text, this.#language)).join('');
    return soundDistance(soundsOf(written), soundsOf(heard));
  }

  #differencesIn(steps: readonly AlignmentStep[]): Difference[] {
    const differences: Difference[] = [];
    let run: AlignmentStep[] = [];
    const flush = (): void => {
      append(differences, this.#split(run.filter((step) => !this.#isNumberFiller(step) && !this.#isRemark(step))));
      run = [];
    };
    for (const step of steps) {
      if (step.kind === 'same' || step.kind === 'contraction') flush();
      if (step.kind === 'contraction') differences.push({ ...step, isContraction: true });
      else if (step.kind !== 'same') run.push(step);
    }
    flush();
    return differences;
  }

  /** Splits a difference at words that were replaced by similar-sounding ones. */
  #split(steps: readonly AlignmentStep[]): Difference[] {
    const [first, last] = [steps[0], steps.at(-1)];
    if (first === undefined || last === undefined) return [];
    const whole = {
      written: first.written,
      writtenEnd: last.writtenEnd,
      heard: first.heard,
      heardEnd: last.heardEnd,
      isContraction: false,
    };
    if (this.#distanceOf(whole) < SIMILAR_SOUND) return [whole];
    const parts: AlignmentStep[][] = [[]];
    for (const step of steps) {
      const isSimilar = step.kind === 'replaced' && this.#distanceOf(step) < SIMILAR_SOUND;
      if (isSimilar) parts.push([step], []);
      else parts.at(-1)?.push(step);
    }
    return parts.flatMap((part) => {
      const [start, end] = [part[0], part.at(-1)];
      if (start === undefined || end === undefined) return [];
      const { written, heard } = start;
      return [{ written, writtenEnd: end.writtenEnd, heard, heardEnd: end.heardEnd, isContraction: false }];
    });
  }

  #writtenOf = ({ written, writtenEnd }: Pick<Difference, 'written' | 'writtenEnd'>): readonly WordToken[] =>
    this.#written.slice(written, writtenEnd);

  #heardOf = ({ heard, heardEnd }: Pick<Difference, 'heard' | 'heardEnd'>): readonly WordToken[] =>
    this.#heard.slice(heard, heardEnd);

  #distanceOf(part: Omit<Difference, 'isContraction'>): number {
    return this.#distance(this.#writtenOf(part), this.#heardOf(part));
  }

  /** Readers can add words such as `o'clock`, `and` or `the` to `12:30` or `4 July`. */
  #isNumberFiller({ kind, written, writtenEnd, heard, heardEnd }: AlignmentStep): boolean {
    if (kind === 'missing') {
      return this.#writtenOf({ written, writtenEnd }).every(
        ({ text, isFromDigits }) => isFromDigits && NUMBER_FILLERS.has(text),
      );
    }
    if (kind !== 'extra') return false;
    const isNearDigits = this.#written.slice(Math.max(0, written - 2), written + 2).some((token) => token.isFromDigits);
    return isNearDigits && this.#heardOf({ heard, heardEnd }).every(({ text }) => NUMBER_FILLERS.has(text));
  }

  #isRemark = (step: AlignmentStep): boolean =>
    step.kind === 'extra' && this.#heardWords(step).every(({ text }) => isRemark(text));

  #isComparable(difference: Difference): boolean {
    const [written, heard] = [this.#writtenOf(difference), this.#heardOf(difference)];
    const both = [...written, ...heard];
    if (both.some(({ kind }) => kind === 'symbol')) return false;
    if (both.some(({ kind }) => kind === 'number') && !canNormalise(this.#language)) return false;
    if (written.length === 0 || heard.length === 0) return true;
    if (both.some(({ kind }) => kind === 'ideograph')) return false;
    const scripts = new Set(written.map(scriptOf));
    return both.some(({ kind }) => kind === 'number') || heard.some((token) => scripts.has(scriptOf(token)));
  }

  #wordsOf({ written, writtenEnd }: Pick<Difference, 'written' | 'writtenEnd'>): WordSpan {
    const [last, next] = [this.#written.at(-1), this.#written[written]];
    if (written === writtenEnd) {
      const previous = this.#written[written - 1];
      // If something extra is spoken inside a word such as `well-known`, it counts as before that word.
      const place = next?.fromWord ?? last?.toWord ?? 0;
      const word = previous !== undefined && previous.toWord > place ? previous.fromWord : place;
      return { fromWord: word, toWord: word };
    }
    return { fromWord: at(this.#written, written).fromWord, toWord: at(this.#written, writtenEnd - 1).toWord };
  }

  #wordBefore = (heard: number): HeardWord | undefined =>
    heard === 0 ? undefined : this.#words[at(this.#heard, heard - 1).toWord - 1];

  #wordAfter = (heard: number): HeardWord | undefined =>
    heard === this.#heard.length ? undefined : this.#words[at(this.#heard, heard).fromWord];

  #heardWords({ heard, heardEnd }: Pick<Difference, 'heard' | 'heardEnd'>): readonly HeardWord[] {
    if (heard === heardEnd) return [];
    return this.#words.slice(at(this.#heard, heard).fromWord, at(this.#heard, heardEnd - 1).toWord);
  }

  #secondsOf(difference: Pick<Difference, 'heard' | 'heardEnd'>): { startSeconds: number; endSeconds: number } {
    const words = this.#heardWords(difference);
    const [first, last] = [words[0], words.at(-1)];
    if (first && last) return { startSeconds: first.startSeconds, endSeconds: last.endSeconds };
    const startSeconds = this.#wordBefore(difference.heard)?.endSeconds ?? 0;
    const next = this.#wordAfter(difference.heardEnd)?.startSeconds ?? startSeconds;
    return { startSeconds, endSeconds: Math.max(startSeconds, next) };
  }

  #finding(difference: Difference, recognised: number): Finding {
    const [written, heard] = [this.#writtenOf(difference), this.#heardOf(difference)];
    const words = this.#heardWords(difference);
    const common = { ...this.#secondsOf(difference), source: 'recogniser' as const };
    const share = this.#shareOfOthers(difference, recognised);
    const judged = (confidence: number): number =>
      Math.round(1000 * confidence * Math.min(1, Math.max(0.3, share / TROUBLE_SHARE))) / 1000;
    if (heard.length === 0) {
      const confidence = this.#missingConfidence(difference) * this.#gapFactor(difference);
      return { kind: 'missing', ...this.#wordsOf(difference), ...common, confidence: judged(confidence) };
    }
    const said = words.map(({ text }) => text.trim()).join(' ');
    const sure = meanConfidence(words);
    if (written.length === 0) {
      const repeated = this.#repeatedTokens(difference);
      if (repeated) {
        const confidence = this.#wordsConfidence(heard, 0.4, 0.75) * sure;
        return { kind: 'repeated', ...this.#wordsOf(repeated), ...common, confidence: judged(confidence), heard: said };
      }
      const invented = this.#isInvented(difference) ? INVENTED : 1;
      const confidence = this.#wordsConfidence(heard, 0.25, 0.7) * sure * invented;
      return { kind: 'extra', ...this.#wordsOf(difference), ...common, confidence: judged(confidence), heard: said };
    }
    const confidence = this.#replacedConfidence(difference) * sure;
    return { kind: 'replaced', ...this.#wordsOf(difference), ...common, confidence: judged(confidence), heard: said };
  }

  #isInvented(difference: Difference): boolean {
    const isAtEdge = difference.heard === 0 || difference.heardEnd === this.#heard.length;
    return isAtEdge && isInventedPhrase(this.#heardOf(difference).map(({ text }) => text));
  }

  /** The share of tokens outside a difference that were heard as written. */
  #shareOfOthers({ written, writtenEnd }: Difference, recognised: number): number {
    const others = this.#written.length - (writtenEnd - written);
    return others === 0 ? TROUBLE_SHARE * 0.8 : recognised / others;
  }

  #wordsConfidence(tokens: readonly WordToken[], short: number, long: number): number {
    const words = tokens.filter((token) => !this.#isShort(token)).length;
    if (words === 0) return short + 0.12 * (tokens.length - 1);
    return Math.min(0.95, long + 0.06 * (words - 1));
  }

  #missingConfidence(difference: Difference): number {
    const tokens = this.#writtenOf(difference);
    const isTiny = tokens.length === 1 && tokens.every(({ text }) => Array.from(text).length <= 3);
    const neighbours = [this.#wordBefore(difference.heard), this.#wordAfter(difference.heardEnd)];
    const sure = meanConfidence(neighbours.flatMap((word) => word ?? []));
    return this.#wordsConfidence(tokens, 0.25, isTiny ? 0.5 : 0.75) * sure;
  }

  #gapFactor(difference: Difference): number {
    const [before, after] = [this.#wordBefore(difference.heard), this.#wordAfter(difference.heardEnd)];
    // At the edges of a take, missing words were probably cut off rather than missed by the recogniser.
    if (!before || !after) return 0.9;
    const letters = this.#writtenOf(difference).reduce((sum, { text }) => sum + text.length, 0);
    return after.startSeconds - before.endSeconds > SECONDS_PER_LETTER * letters ? 0.7 : 1;
  }

  #replacedConfidence(difference: Difference): number {
    const [written, heard] = [this.#writtenOf(difference), this.#heardOf(difference)];
    if (difference.isContraction) return 0.25;
    const distance = this.#distanceOf(difference);
    const base = Math.min(0.85, 0.1 + 0.9 * distance);
    const all = [...written, ...heard];
    if (this.#isNumber(written) && this.#isNumber(heard)) return 0.7;
    if (all.some(({ kind }) => kind === 'number')) return 0.6;
    if (all.every(this.#isShort)) return base * 0.5;
    // Recognisers don't know most names, and output words that sound similar.
    const isName =
      distance < NAME_SOUND &&
      this.#language !== 'de' &&
      written.every((token) => token.isCapitalised && token.fromWord > 0);
    return isName ? base * 0.6 : base;
  }

  #isNumber(tokens: readonly WordToken[]): boolean {
    const texts = tokens.map(({ text }) => text);
    return numbersAt(texts, 0, this.#language).some(({ length }) => length === tokens.length);
  }

  /** Returns the tokens next to a place that are repeated there. */
  #repeatedTokens({ written, heard, heardEnd }: Difference): Pick<Difference, 'written' | 'writtenEnd'> | null {
    const length = heardEnd - heard;
    const spoken = this.#heardOf({ heard, heardEnd });
    for (const start of [written - length, written]) {
      const tokens = start < 0 ? [] : this.#written.slice(start, start + length);
      const isSame = tokens.length === length && tokens.every(({ text }, index) => text === at(spoken, index).text);
      if (isSame) return { written: start, writtenEnd: start + length };
    }
    return null;
  }

  #isWrongText(recognised: number, hasUncomparable: boolean): boolean {
    const [written, heard] = [this.#written.length, this.#heard.length];
    if (hasUncomparable || written < MIN_WRONG_TEXT_WORDS || heard < MIN_WRONG_TEXT_WORDS) return false;
    if (recognised / written >= WRONG_TEXT_SHARE) return false;
    return this.#distance(this.#written, this.#heard) > SIMILAR_SOUND;
  }

  #wrongText(recognised: number): Finding {
    const whole = { written: 0, writtenEnd: this.#written.length, heard: 0, heardEnd: this.#heard.length };
    const share = recognised / this.#written.length;
    const words = this.#heardWords(whole);
    return {
      kind: 'wrong-text',
      ...this.#wordsOf(whole),
      ...this.#secondsOf(whole),
      source: 'recogniser',
      confidence: Math.round(1000 * (0.9 - share) * meanConfidence(words)) / 1000,
      heard: words.map(({ text }) => text.trim()).join(' '),
    };
  }
}

const meanConfidence = (words: readonly HeardWord[]): number =>
  words.length === 0
    ? ASSUMED_CONFIDENCE
    : words.reduce((sum, { confidence = ASSUMED_CONFIDENCE }) => sum + confidence, 0) / words.length;

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Hangul',
  'Devanagari',
  'Bengali',
  'Thai',
  'Ethiopic',
].map((script) => ({ script, pattern: new RegExp(`^\\p{scx=${script}}`, 'u') }));

const scriptOf = ({ text }: WordToken): string => SCRIPTS.find(({ pattern }) => pattern.test(text))?.script ?? 'other';
