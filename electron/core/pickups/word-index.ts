// Finds quoted words in a script, even if they are misspelt, incomplete or split between lines.
import { at } from '../../../shared/rules/at.ts';
import { type ComparableWord, comparableWords } from '../rules/comparable-words.ts';

/** Words of the script are counted from 0, across all lines. */
export interface ScriptRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface WordHit extends ScriptRange {
  /** Share of the information in the quoted words that was found, from 0 to 1. */
  readonly score: number;
  /** For each quoted word, its position in the script, or -1. */
  readonly positions: readonly number[];
}

/** Quoted words with their information. */
export interface Query {
  readonly words: readonly string[];
  /** In bits: rare words count more. */
  readonly bits: readonly number[];
  readonly totalBits: number;
  /** For each word, its similarity to words of the script that were compared with it, by their ids. */
  readonly compared: readonly Map<number, number>[];
}

/** Longer quotations are truncated, because their first words are enough. */
const MAX_QUERY_WORDS = 60;
/** The most frequent words would give too many starting points, so they are only searched in given ranges. */
const MAX_STARTS = 3_000;
const MAX_WINDOWS = 60;
const MIN_VOTE_SHARE = 0.4;
/** In words. */
const WINDOW_STEP = 8;
const SLACK = 8;
/** Cost of skipping a word of the script, as a share of the quotation's mean information per word. */
const GAP_SHARE = 0.1;
const NEAR_SHARE = 0.7;
const MIN_FUZZY_LENGTH = 4;
const MIN_HIT_SCORE = 0.3;

export class WordIndex {
  readonly #words: readonly ComparableWord[];
  readonly #ids: Int32Array;
  readonly #lines: Int32Array;
  /** The first word of each line, followed by the total number of words. */
  readonly #starts: number[] = [];
  readonly #idOf = new Map<string, number>();
  readonly #vocabulary: string[] = [];
  readonly #postings: number[][] = [];
  readonly #similar = new Map<string, ReadonlyMap<number, number>>();

  constructor(texts: readonly string[]) {
    const words: ComparableWord[] = [];
    const lines: number[] = [];
    for (const [line, text] of texts.entries()) {
      this.#starts.push(words.length);
      for (const word of comparableWords(text)) {
        words.push(word);
        lines.push(line);
      }
    }
    this.#starts.push(words.length);
    this.#words = words;
    this.#lines = Int32Array.from(lines);
    this.#ids = Int32Array.from(words, ({ word }, place) => this.#register(word, place));
  }

  #register(word: string, place: number): number {
    const known = this.#idOf.get(word);
    if (known !== undefined) {
      at(this.#postings, known).push(place);
      return known;
    }
    const id = this.#vocabulary.push(word) - 1;
    this.#idOf.set(word, id);
    this.#postings.push([place]);
    return id;
  }

  /** The number of words. */
  get size(): number {
    return this.#words.length;
  }

  lineOf(word: number): number {
    return at(this.#lines, word);
  }

  wordsOf(line: number): ScriptRange {
    return { from: at(this.#starts, line), to: at(this.#starts, line + 1) };
  }

  /** Returns a word's place in its line's text, in UTF-16 code units. */
  placeOf(word: number): ComparableWord {
    return at(this.#words, word);
  }

  /** A word that is repeated, as in `the the`, counts once. */
  query(text: string): Query {
    const typed = comparableWords(text).map(({ word }) => word);
    const words = typed.filter((word, place) => word !== typed[place - 1]).slice(0, MAX_QUERY_WORDS);
    const bits = words.map((word) => this.#bitsOf(word));
    const totalBits = bits.reduce((sum, one) => sum + one, 0);
    return { words, bits, totalBits, compared: words.map((word) => new Map(this.#idsLike(word))) };
  }

  #bitsOf(word: string): number {
    const count = this.#postingsOf(word);
    return Math.max(0.5, Math.log2((this.size + 1) / (count + 1)));
  }

  #postingsOf(word: string): number {
    const id = this.#idOf.get(word);
    return id === undefined ? 0 : at(this.#postings, id).length;
  }

  /**
   * Returns places in the order of their scores. They don't overlap.
   * @param near ranges in which even the most frequent words are searched
   * @param preferred ranges whose places are returned even if there are many others
   */
  search(query: Query, near: readonly ScriptRange[] = [], preferred: readonly ScriptRange[] = []): WordHit[] {
    const hits = this.#windows(query, near, preferred)
      .flatMap((range) => this.#hitsIn(query, range))
      .sort((one, other) => other.score - one.score || one.from - other.from);
    return hits.filter(
      (hit, rank) => !hits.slice(0, rank).some((better) => better.from < hit.to && hit.from < better.to),
    );
  }

  /** Finds all places in a range, because the words may occur several times. */
  #hitsIn(query: Query, range: ScriptRange): WordHit[] {
    const hit = this.align(query, range);
    if (hit.score < MIN_HIT_SCORE) return [];
    const rest = [
      { from: range.from, to: hit.from },
      { from: hit.to, to: range.to },
    ].filter(({ from, to }) => to - from >= query.words.length / 2);
    return [hit, ...rest.flatMap((part) => this.#hitsIn(query, part))];
  }

  #windows({ words, bits }: Query, near: readonly ScriptRange[], preferred: readonly ScriptRange[]): ScriptRange[] {
    const votes = new Map<number, number>();
    for (const [place, word] of words.entries()) {
      // Repeated words in a window don't improve it.
      const voted = new Set<number>();
      for (const [id, similarity] of this.#idsLike(word)) {
        const postings = at(this.#postings, id);
        const starts = postings.length <= MAX_STARTS ? postings : postings.filter((start) => isInside(start, near));
        for (const start of starts) {
          const window = Math.floor((start - place) / WINDOW_STEP);
          if (!voted.has(window)) votes.set(window, (votes.get(window) ?? 0) + at(bits, place) * similarity);
          voted.add(window);
        }
      }
    }
    const best = [...votes.values()].reduce((most, vote) => Math.max(most, vote), 0);
    const rangeOf = (window: number): ScriptRange => ({
      from: Math.max(0, window * WINDOW_STEP - SLACK),
      to: Math.min(this.size, (window + 1) * WINDOW_STEP + words.length + SLACK),
    });
    const ranked = [...votes]
      .filter(([, vote]) => vote >= best * MIN_VOTE_SHARE)
      .sort((one, other) => other[1] - one[1]);
    const within = (ranges: readonly ScriptRange[]) =>
      ranked.filter(([window]) => isInside(window * WINDOW_STEP, ranges)).slice(0, MAX_WINDOWS);
    const chosen = [...ranked.slice(0, MAX_WINDOWS), ...within(preferred), ...within(near)];
    return [...new Set(chosen.map(([window]) => window))].map(rangeOf);
  }

  /** Returns the script's words that are similar to a quoted one. A word that is in the script only matches itself. */
  #idsLike(word: string): ReadonlyMap<number, number> {
    const id = this.#idOf.get(word);
    if (id !== undefined) return new Map([[id, 1]]);
    const known = this.#similar.get(word);
    if (known) return known;
    const similar = new Map<number, number>();
    for (const [other, spelling] of this.#vocabulary.entries()) {
      if (isNear(word, spelling)) similar.set(other, NEAR_SHARE);
    }
    this.#similar.set(word, similar);
    return similar;
  }

  /** Finds the best place for the quoted words in a range. */
  align(query: Query, { from, to }: ScriptRange): WordHit {
    const { words, bits, totalBits } = query;
    const width = Math.max(0, to - from) + 1;
    const gap = (totalBits / Math.max(1, words.length)) * GAP_SHARE;
    // Indexed directly, because `at` is slow when called with many types of lists.
    const gains = new Float64Array(words.length * width);
    const scores = new Float64Array((words.length + 1) * width);
    for (let row = 1; row <= words.length; row += 1) {
      const above = (row - 1) * width;
      for (let column = 0; column < width; column += 1) {
        let best = scores[above + column] ?? 0;
        if (column > 0) {
          const gain = this.#similarity(query, row - 1, from + column - 1) * (bits[row - 1] ?? 0);
          gains[above + column] = gain;
          best = Math.max(
            best,
            (scores[above + column - 1] ?? 0) + gain,
            (scores[row * width + column - 1] ?? 0) - gap,
          );
        }
        scores[row * width + column] = best;
      }
    }
    const last = words.length * width;
    let column = 0;
    for (let other = 1; other < width; other += 1) {
      if ((scores[last + other] ?? 0) > (scores[last + column] ?? 0)) column = other;
    }
    const total = scores[last + column] ?? 0;
    const positions = Array<number>(words.length).fill(-1);
    for (let row = words.length; row > 0; ) {
      const above = (row - 1) * width;
      const here = scores[row * width + column] ?? 0;
      const gain = gains[above + column] ?? 0;
      if (column > 0 && here === (scores[above + column - 1] ?? 0) + gain) {
        if (gain > 0) positions[row - 1] = from + column - 1;
        row -= 1;
        column -= 1;
      } else if (here === scores[above + column]) row -= 1;
      else column -= 1;
    }
    const found = positions.filter((place) => place >= 0);
    return {
      score: found.length === 0 || totalBits === 0 ? 0 : total / totalBits,
      positions,
      from: found[0] ?? from,
      to: (found.at(-1) ?? from - 1) + 1,
    };
  }

  #similarity({ words, compared }: Query, row: number, place: number): number {
    const id = this.#ids[place] ?? -1;
    const known = compared[row]?.get(id);
    if (known !== undefined) return known;
    const word = words[row] ?? '';
    const spelling = this.#vocabulary[id] ?? '';
    const similarity = word === spelling ? 1 : isNear(word, spelling) ? NEAR_SHARE : 0;
    compared[row]?.set(id, similarity);
    return similarity;
  }
}

const isInside = (place: number, ranges: readonly ScriptRange[]): boolean =>
  ranges.some(({ from, to }) => place >= from && place < to);

/** Whether a word is probably a misspelling of the other: one edit apart, or two for long words. */
function isNear(one: string, other: string): boolean {
  const length = Math.max(one.length, other.length);
  if (Math.min(one.length, other.length) < MIN_FUZZY_LENGTH) return false;
  const edits = length >= 8 ? 2 : 1;
  if (Math.abs(one.length - other.length) > edits || one === other) return one === other;
  return editDistance(one, other) <= edits;
}

/** Counts insertions, deletions, substitutions and swaps of neighbouring letters. */
function editDistance(one: string, other: string): number {
  let older: number[] = [];
  let former = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let best = Math.min(at(former, column) + 1, at(current, column - 1) + 1, at(former, column - 1) + cost);
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap) best = Math.min(best, at(older, column - 2) + 1);
      current.push(best);
    }
    older = former;
    former = current;
  }
  return former.at(-1) ?? 0;
}
