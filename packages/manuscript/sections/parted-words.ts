// Words that were parted at the ends of rows, told from compounds by how a text writes them elsewhere.

import { wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';

/** Where a word may be parted at the end of a row. */
const PARTED = /([\p{L}-]{0,60}\p{L})([-\u00ad\u2010])$/u;
const REST = /^\p{L}[\p{L}-]{0,60}/u;
/** As much of a row's end is looked at, in UTF-16 code units. */
const LONGEST_END = 64;
/** Of a text with fewer words, nothing is told by one that it lacks. */
const FEWEST_WORDS = 1_000;
/** They go before whole words, with a hyphen or without one. */
const PREFIX = wordPattern('^', 'compound-prefixes', '$', 'iu');
const NUMERAL_OR_LETTER = /^(?:[ivxlcdm]+|\p{L})$/iu;

/** What ends words and begins none, and no second part of a compound, in English, German and French. */
const ENDINGS = wordSet('word-endings');
/** `running`, `clapped`, `quickly` */
const VERB_ENDING = /^(?:[bcdfglmnprstvz]|ck|ll|nn|pp|ss|tt)?(?:ing(?:ly|s)?|ed(?:ly)?|ly)$/;
/** `handles`, `Zeitungen` */
const ENDING_BEHIND_CONSONANT = /^(?:[bcdfgkpstz]l(?:e[ds]?|y)|[dgklnrstz]?ung(?:en|s)?)$/;
const isEnding = (rest: string): boolean =>
  ENDINGS.has(rest) || VERB_ENDING.test(rest) || ENDING_BEHIND_CONSONANT.test(rest);
/** Such as would be no words: `sled`, `bed`, `king` and the like are. */
const WORDS_OF_THEIR_OWN = wordSet('words-like-endings');
/** Common words whose parts are words, too. */
const WHOLE = wordSet('parted-words');

/** Whether a word is one in any text, whatever else this one has. */
function isPlainlyOne({ start, rest }: PartedWord): boolean {
  if (WHOLE.has((start + rest).toLowerCase())) return true;
  return /\p{Ll}{2}$/u.test(start) && !start.includes('-') && isEnding(rest) && !WORDS_OF_THEIR_OWN.has(rest);
}

/** A word that stands in two rows. */
export interface PartedWord {
  readonly start: string;
  /** What stands between: a hyphen of a compound looks the same as one that parts. */
  readonly sign: string;
  readonly rest: string;
}

/** The word that two rows may share; null: they share none. */
export function partedWord(row: string, next: string): PartedWord | null {
  if (!/[-\u00ad\u2010]$/.test(row.slice(-1))) return null;
  const [, start, sign] = PARTED.exec(row.slice(-LONGEST_END)) ?? [];
  const rest = start === undefined ? undefined : REST.exec(next)?.[0];
  if (start === undefined || sign === undefined || rest === undefined) return null;
  // The rest of a word goes on in small letters, or in capitals as the word began.
  return /^\p{Ll}/u.test(rest) || /\p{Lu}{2}$/u.test(start) ? { start, sign, rest } : null;
}

/** Whether two of the rows, one after the other, may share a word. */
export const hasPartedWord = (rows: readonly string[]): boolean =>
  rows.some((row, index) => partedWord(row, rows[index + 1] ?? '') !== null);

/** What a text's rows end with. */
interface RowEnds {
  /** Words that are parted for certain, and those that may be compounds. */
  readonly parted: number;
  readonly compounds: number;
}

/** How a text writes its words. */
export class PartedWords {
  readonly #rows: readonly string[];
  #words: ReadonlyMap<string, number> | undefined;
  #rowEnds: RowEnds | undefined;

  /** @param rows in their order, without white space at their ends */
  constructor(rows: readonly string[]) {
    this.#rows = rows;
  }

  /** Whether words are parted at all, or hyphens at the ends of rows are those of compounds. */
  get isHyphenated(): boolean {
    const { parted, compounds } = this.#ends;
    return parted > 0 && parted * 3 >= compounds;
  }

  /** How much more often the text has a word in one than with a hyphen. */
  balance({ start, rest }: PartedWord): number {
    return this.#uses(start + rest) - this.#uses(`${start}-${rest}`);
  }

  /**
   * Whether a word is one without its hyphen for certain: the text has it so, it is a common word or ends as words do, or the
   * text parts words, has this one in no form, and what stands before the hyphen is no word of it.
   */
  isOne(word: PartedWord): boolean {
    if (word.sign !== '-') return true;
    const balance = this.balance(word);
    if (balance !== 0 || this.#uses(word.start + word.rest) > 0) return balance > 0;
    if (isPlainlyOne(word)) return true;
    const isCompound =
      PREFIX.test(word.start) || NUMERAL_OR_LETTER.test(word.start) || `${word.start}${word.rest}`.includes('-');
    return this.#isTelling && !isCompound && this.#uses(word.start) === 0;
  }

  /** Whether a start that is nowhere else a word is none: words are parted, and the text has enough to know. */
  get #isTelling(): boolean {
    return this.isHyphenated && this.#known.size >= FEWEST_WORDS;
  }

  get #ends(): RowEnds {
    if (this.#rowEnds !== undefined) return this.#rowEnds;
    let parted = 0;
    let compounds = 0;
    this.#rows.forEach((row, at) => {
      const word = partedWord(row, this.#rows[at + 1] ?? '');
      if (word === null) return;
      const balance = this.balance(word);
      if (balance > 0 || (balance === 0 && isPlainlyOne(word))) parted += 1;
      else compounds += 1;
    });
    this.#rowEnds = { parted, compounds };
    return this.#rowEnds;
  }

  /** Of a word by itself, in small letters; what stands at the end of a row before its hyphen is none. */
  #uses(word: string): number {
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
