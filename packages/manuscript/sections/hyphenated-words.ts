// Detects words split at line ends, using other occurrences to recognise compounds.

import { wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';

const HYPHENATED_END = /([\p{L}-]{0,60}\p{L})([-\u00ad\u2010])$/u;
const WORD_START = /^\p{L}[\p{L}-]{0,60}/u;
/** In UTF-16 code units. */
const MAX_END_LENGTH = 64;
/** In shorter texts, the absence of a word proves nothing. */
const MIN_TEXT_WORDS = 1_000;
const COMPOUND_PREFIX = wordPattern('^', 'compound-prefixes', '$', 'iu');
const NUMERAL_OR_LETTER = /^(?:[ivxlcdm]+|\p{L})$/iu;

/** English, German and French word endings that never start a word. */
const ENDINGS = wordSet('word-endings');
/** `running`, `clapped`, `quickly` */
const VERB_ENDING = /^(?:[bcdfglmnprstvz]|ck|ll|nn|pp|ss|tt)?(?:ing(?:ly|s)?|ed(?:ly)?|ly)$/;
/** `handles`, `Zeitungen` */
const ENDING_AFTER_CONSONANT = /^(?:[bcdfgkpstz]l(?:e[ds]?|y)|[dgklnrstz]?ung(?:en|s)?)$/;
const isEnding = (rest: string): boolean =>
  ENDINGS.has(rest) || VERB_ENDING.test(rest) || ENDING_AFTER_CONSONANT.test(rest);
/** Exceptions that are complete words: `sled`, `bed`, `king`. */
const WORDS_LIKE_ENDINGS = wordSet('words-like-endings');
const UNHYPHENATED_WORDS = wordSet('parted-words');

function isCertainlyOneWord({ start, rest }: HyphenatedWord): boolean {
  if (UNHYPHENATED_WORDS.has((start + rest).toLowerCase())) return true;
  return /\p{Ll}{2}$/u.test(start) && !start.includes('-') && isEnding(rest) && !WORDS_LIKE_ENDINGS.has(rest);
}

export interface HyphenatedWord {
  readonly start: string;
  readonly sign: string;
  readonly rest: string;
}

/** Returns null if no word can continue on the second line. */
export function hyphenatedWord(row: string, next: string): HyphenatedWord | null {
  if (!/[-\u00ad\u2010]$/.test(row.slice(-1))) return null;
  const [, start, mark] = HYPHENATED_END.exec(row.slice(-MAX_END_LENGTH)) ?? [];
  const rest = start === undefined ? undefined : WORD_START.exec(next)?.[0];
  if (start === undefined || mark === undefined || rest === undefined) return null;
  // The second part is in lower case, or in capitals like the first part.
  return /^\p{Ll}/u.test(rest) || /\p{Lu}{2}$/u.test(start) ? { start, sign: mark, rest } : null;
}

export const hasHyphenatedWord = (rows: readonly string[]): boolean =>
  rows.some((row, index) => hyphenatedWord(row, rows[index + 1] ?? '') !== null);

interface RowBreak {
  readonly parted: number;
  readonly compounds: number;
}

export class HyphenatedWords {
  readonly #rows: readonly string[];
  #words: ReadonlyMap<string, number> | undefined;
  #rowEnds: RowBreak | undefined;

  /** @param rows without trailing white space */
  constructor(rows: readonly string[]) {
    this.#rows = rows;
  }

  /** Returns whether the document hyphenates ordinary words at line ends, rather than breaking only compounds. */
  get isHyphenated(): boolean {
    const { parted, compounds } = this.#ends;
    return parted > 0 && parted * 3 >= compounds;
  }

  balance({ start, rest }: HyphenatedWord): number {
    return this.#countOf(start + rest) - this.#countOf(`${start}-${rest}`);
  }

  /** Returns whether the hyphen only marks a line break, based on other occurrences, common words and endings. */
  isOneWord(word: HyphenatedWord): boolean {
    if (word.sign !== '-') return true;
    const balance = this.balance(word);
    if (balance !== 0 || this.#countOf(word.start + word.rest) > 0) return balance > 0;
    if (isCertainlyOneWord(word)) return true;
    const isCompound =
      COMPOUND_PREFIX.test(word.start) ||
      NUMERAL_OR_LETTER.test(word.start) ||
      `${word.start}${word.rest}`.includes('-');
    return this.#isTelling && !isCompound && this.#countOf(word.start) === 0;
  }

  get #isTelling(): boolean {
    return this.isHyphenated && this.#known.size >= MIN_TEXT_WORDS;
  }

  get #ends(): RowBreak {
    if (this.#rowEnds !== undefined) return this.#rowEnds;
    let parted = 0;
    let compounds = 0;
    this.#rows.forEach((row, at) => {
      const word = hyphenatedWord(row, this.#rows[at + 1] ?? '');
      if (word === null) return;
      const balance = this.balance(word);
      if (balance > 0 || (balance === 0 && isCertainlyOneWord(word))) parted += 1;
      else compounds += 1;
    });
    this.#rowEnds = { parted, compounds };
    return this.#rowEnds;
  }

  #countOf(word: string): number {
    return this.#known.get(word.toLowerCase()) ?? 0;
  }

  get #known(): ReadonlyMap<string, number> {
    if (this.#words !== undefined) return this.#words;
    const words = new Map<string, number>();
    for (const row of this.#rows) {
      for (const word of row.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []) words.set(word, (words.get(word) ?? 0) + 1);
    }
    this.#words = words;
    return words;
  }
}
