import type { Gap, Matching } from '../../../shared/rules/align-matching.ts';
import { longestIncreasing } from '../../../shared/rules/align-matching.ts';
import { at } from '../../../shared/rules/at.ts';
import { comparisonCost, joinProfiles, profileText, similarity, type TextProfile } from './align-similarity.ts';

const MIN_SIMILARITY = 0.5;
/** Minimum similarity for splits and merges, which need stronger evidence than edits. */
const MIN_JOINED_SIMILARITY = 0.75;
const MIN_MOVED_SIMILARITY = 0.7;
/** At the start and end of a gap, texts with at least this similarity are paired without a search. */
const HIGH_SIMILARITY = 0.8;
const MAX_CELLS = 4096;
/** How many texts to look ahead in gaps that are too large to search. */
const LOOK_AHEAD = 6;
/** Characters compared at the start or end of texts to divide large gaps. */
const KEY_LENGTH = 24;
const END_LENGTH = 8;
/** Tolerance for the length comparison, because similarity is measured in words, not characters. */
const JOINED_LENGTH_TOLERANCE = 0.8;
/** Cost per joined character. Joining sorts the words again, which takes longer than a comparison. */
const JOINING_COST = 4;
const COMPARISON_BUDGET = 8_000_000;

export class TextComparer {
  readonly #old: readonly string[];
  readonly #next: readonly string[];
  readonly #profiles = new Map<number, TextProfile>();
  #budget = COMPARISON_BUDGET;

  constructor(old: readonly string[], next: readonly string[]) {
    this.#old = old;
    this.#next = next;
  }

  get isBudgetSpent(): boolean {
    return this.#budget <= 0;
  }

  oldProfile(oldAt: number): TextProfile {
    return this.#profile(oldAt, at(this.#old, oldAt));
  }

  newProfile(newAt: number): TextProfile {
    return this.#profile(-1 - newAt, at(this.#next, newAt));
  }

  compare(a: TextProfile, b: TextProfile, floor: number): number {
    if (this.isBudgetSpent) return 0;
    this.#budget -= comparisonCost(a, b);
    return similarity(a, b, floor);
  }

  compareJoined(one: TextProfile, parts: readonly TextProfile[]): number {
    const length = parts.reduce((sum, part) => sum + part.text.length + 1, -1);
    if (
      Math.min(length, one.text.length) <
      MIN_JOINED_SIMILARITY * JOINED_LENGTH_TOLERANCE * Math.max(length, one.text.length)
    )
      return 0;
    if (!this.#sharesStartOrEnd(one, parts)) return 0;
    this.#budget -= JOINING_COST * length;
    return this.compare(one, joinProfiles(parts), MIN_JOINED_SIMILARITY);
  }

  /** Splits and merges usually keep the start or end of a text. */
  #sharesStartOrEnd(one: TextProfile, parts: readonly TextProfile[]): boolean {
    const first = at(parts, 0).text.slice(0, END_LENGTH);
    const last = at(parts, parts.length - 1).text.slice(-END_LENGTH);
    return one.text.startsWith(first) || one.text.endsWith(last);
  }

  #profile(key: number, text: string): TextProfile {
    let profile = this.#profiles.get(key);
    if (!profile) {
      this.#budget -= text.length;
      profile = profileText(text);
      this.#profiles.set(key, profile);
    }
    return profile;
  }
}

/** Pairs equal texts in order, then texts whose start or end is unique on both sides. */
export function splitLargeGap(matching: Matching, gap: Gap, old: readonly string[], next: readonly string[]): void {
  const { olds, news } = matching.freeIn(gap);
  if (olds.length * news.length <= MAX_CELLS) return;
  pairByKey(matching, olds, news, old, next, (text) => text, false);
  pairByKey(matching, olds, news, old, next, (text) => text.slice(0, KEY_LENGTH), true);
  pairByKey(matching, olds, news, old, next, (text) => text.slice(-KEY_LENGTH), true);
}

function pairByKey(
  matching: Matching,
  olds: readonly number[],
  news: readonly number[],
  old: readonly string[],
  next: readonly string[],
  keyOf: (text: string) => string,
  onlyUnique: boolean,
): void {
  const oldPlaces = groupByKey(
    olds.filter((oldAt) => matching.oldIsFree(oldAt)),
    old,
    keyOf,
  );
  const newPlaces = groupByKey(
    news.filter((newAt) => matching.newIsFree(newAt)),
    next,
    keyOf,
  );
  const pairs: [number, number][] = [];
  for (const [key, indices] of newPlaces) {
    const others = oldPlaces.get(key) ?? [];
    if (onlyUnique && (indices.length !== 1 || others.length !== 1)) continue;
    indices.forEach((newAt, index) => {
      const oldAt = others[index];
      if (oldAt !== undefined) pairs.push([oldAt, newAt]);
    });
  }
  pairs.sort((a, b) => a[1] - b[1]);
  for (const index of longestIncreasing(pairs.map(([oldAt]) => oldAt))) {
    const pair = at(pairs, index);
    if (!(onlyUnique && isSecondHalf(matching, pair, old, next))) matching.pair(pair[0], pair[1]);
  }
}

/**
 * Returns whether the new text is a second half: the previous unpaired text is the first half and should keep the line.
 */
function isSecondHalf(
  matching: Matching,
  [oldAt, newAt]: [number, number],
  old: readonly string[],
  next: readonly string[],
): boolean {
  if (newAt === 0 || !matching.newIsFree(newAt - 1)) return false;
  return at(old, oldAt).startsWith(at(next, newAt - 1));
}

function groupByKey(
  indices: readonly number[],
  texts: readonly string[],
  keyOf: (text: string) => string,
): Map<string, number[]> {
  const byKey = new Map<string, number[]>();
  for (const place of indices) {
    const key = keyOf(at(texts, place));
    const same = byKey.get(key);
    if (same) same.push(place);
    else byKey.set(key, [place]);
  }
  return byKey;
}

export function pairSimilar(matching: Matching, gap: Gap, comparer: TextComparer): void {
  const free = matching.freeIn(gap);
  const { olds, news } = pairMuchAlikeEnds(matching, comparer, free.olds, free.news);
  if (olds.length * news.length <= MAX_CELLS) new GapSearch(matching, comparer, olds, news).run();
  else pairAhead(matching, comparer, olds, news);
}

function pairMuchAlikeEnds(
  matching: Matching,
  comparer: TextComparer,
  olds: readonly number[],
  news: readonly number[],
): { readonly olds: readonly number[]; readonly news: readonly number[] } {
  const areVerySimilar = (oldAt: number, newAt: number): boolean =>
    comparer.compare(comparer.oldProfile(oldAt), comparer.newProfile(newAt), HIGH_SIMILARITY) >= HIGH_SIMILARITY;
  let start = 0;
  let oldEnd = olds.length;
  let newEnd = news.length;
  while (start < oldEnd && start < newEnd) {
    const [oldAt, newAt] = [at(olds, start), at(news, start)];
    if (!areVerySimilar(oldAt, newAt)) break;
    matching.pair(oldAt, newAt);
    start += 1;
  }
  // Pair from the end only if both counts are equal. Otherwise, the previous text may be the first half of the last
  // one, and the search decides.
  while (olds.length === news.length && start < oldEnd) {
    const [oldAt, newAt] = [at(olds, oldEnd - 1), at(news, newEnd - 1)];
    if (!areVerySimilar(oldAt, newAt)) break;
    matching.pair(oldAt, newAt);
    oldEnd -= 1;
    newEnd -= 1;
  }
  return { olds: olds.slice(start, oldEnd), news: news.slice(start, newEnd) };
}

/** Finds the ordered sequence of pairs, splits and merges with the highest total similarity. */
class GapSearch {
  readonly #matching: Matching;
  readonly #olds: readonly number[];
  readonly #news: readonly number[];
  readonly #comparer: TextComparer;

  constructor(matching: Matching, comparer: TextComparer, olds: readonly number[], news: readonly number[]) {
    this.#matching = matching;
    this.#comparer = comparer;
    this.#olds = olds;
    this.#news = news;
  }

  run(): void {
    const width = this.#news.length + 1;
    const best = new Float64Array((this.#olds.length + 1) * width);
    const taken = new Uint8Array(best.length);
    for (let i = this.#olds.length - 1; i >= 0; i -= 1) {
      for (let j = this.#news.length - 1; j >= 0; j -= 1) {
        const cell = i * width + j;
        const offer = (olds: number, news: number, gain: number): void => {
          const total = gain + at(best, cell + olds * width + news);
          if (taken[cell] !== 0 && total <= at(best, cell)) return;
          best[cell] = total;
          taken[cell] = olds * 4 + news;
        };
        this.#offerPairs(i, j, offer);
        offer(1, 0, 0);
        offer(0, 1, 0);
      }
    }
    this.#pairBest(taken, width);
  }

  #offerPairs(i: number, j: number, offer: (olds: number, news: number, gain: number) => void): void {
    const old = this.#comparer.oldProfile(at(this.#olds, i));
    const next = this.#comparer.newProfile(at(this.#news, j));
    const single = this.#comparer.compare(old, next, MIN_SIMILARITY);
    if (single >= MIN_SIMILARITY) offer(1, 1, single);
    if (single < 1) offerJoined(this.#comparer, this.#olds, i, this.#news, j, offer);
  }

  #pairBest(taken: Uint8Array, width: number): void {
    let i = 0;
    let j = 0;
    while (i < this.#olds.length && j < this.#news.length) {
      const choice = at(taken, i * width + j);
      const olds = choice >> 2;
      const news = choice & 3;
      if (olds > 0 && news > 0) {
        pairJoined(this.#matching, this.#olds.slice(i, i + olds), this.#news.slice(j, j + news));
      }
      i += olds;
      j += news;
    }
  }
}

function offerJoined(
  comparer: TextComparer,
  olds: readonly number[],
  i: number,
  news: readonly number[],
  j: number,
  offer: (olds: number, news: number, similarity: number) => void,
): void {
  const old = comparer.oldProfile(at(olds, i));
  const next = comparer.newProfile(at(news, j));
  for (const count of [2, 3]) {
    const pieces = run(news, j, count)?.map((newAt) => comparer.newProfile(newAt));
    const split = pieces ? comparer.compareJoined(old, pieces) : 0;
    if (split >= MIN_JOINED_SIMILARITY) offer(1, count, split);
    const merged = run(olds, i, count)?.map((oldAt) => comparer.oldProfile(oldAt));
    const merge = merged ? comparer.compareJoined(next, merged) : 0;
    if (merge >= MIN_JOINED_SIMILARITY) offer(count, 1, merge);
  }
}

function pairJoined(matching: Matching, olds: readonly number[], news: readonly number[]): void {
  matching.pair(at(olds, 0), at(news, 0));
  for (const oldAt of olds.slice(1)) matching.spendOld(oldAt);
  for (const newAt of news.slice(1)) matching.spendNew(newAt);
}

/** Returns null if the positions are not consecutive. */
function run(indices: readonly number[], from: number, count: number): number[] | null {
  const piece = indices.slice(from, from + count);
  return piece.length === count && at(piece, count - 1) === at(piece, 0) + count - 1 ? piece : null;
}

function pairAhead(matching: Matching, comparer: TextComparer, olds: readonly number[], news: readonly number[]): void {
  const similarAt = (i: number, j: number): boolean => {
    const [oldAt, newAt] = [olds[i], news[j]];
    if (oldAt === undefined || newAt === undefined) return false;
    return comparer.compare(comparer.oldProfile(oldAt), comparer.newProfile(newAt), MIN_SIMILARITY) >= MIN_SIMILARITY;
  };
  let i = 0;
  let j = 0;
  while (i < olds.length && j < news.length && !comparer.isBudgetSpent) {
    for (let ahead = 0; ahead <= LOOK_AHEAD; ahead += 1) {
      if (similarAt(i, j + ahead)) {
        j += ahead;
        matching.pair(at(olds, i), at(news, j));
        break;
      }
      if (ahead > 0 && similarAt(i + ahead, j)) {
        i += ahead;
        matching.pair(at(olds, i), at(news, j));
        break;
      }
    }
    i += 1;
    j += 1;
  }
}

/**
 * Pairs moved texts, including split and merged ones, in descending order of similarity. Does nothing if there are
 * too many.
 */
export function pairMoved(
  matching: Matching,
  comparer: TextComparer,
  olds: readonly number[],
  news: readonly number[],
): void {
  if (olds.length * news.length > MAX_CELLS) return;
  const pairs: { olds: readonly number[]; news: readonly number[]; similarity: number }[] = [];
  olds.forEach((oldAt, i) => {
    news.forEach((newAt, j) => {
      const similarity = comparer.compare(comparer.oldProfile(oldAt), comparer.newProfile(newAt), MIN_MOVED_SIMILARITY);
      if (similarity >= MIN_MOVED_SIMILARITY) pairs.push({ olds: [oldAt], news: [newAt], similarity });
      if (similarity === 1) return;
      offerJoined(comparer, olds, i, news, j, (oldCount, newCount, joined) => {
        pairs.push({ olds: olds.slice(i, i + oldCount), news: news.slice(j, j + newCount), similarity: joined });
      });
    });
  });
  pairs.sort((a, b) => b.similarity - a.similarity || at(a.news, 0) - at(b.news, 0) || at(a.olds, 0) - at(b.olds, 0));
  for (const pair of pairs) {
    const isFree =
      pair.olds.every((oldAt) => matching.oldIsFree(oldAt)) && pair.news.every((newAt) => matching.newIsFree(newAt));
    if (isFree) pairJoined(matching, pair.olds, pair.news);
  }
}
