import { at } from './at.ts';

export const FREE = -1;
/** A text that was used without being paired: the second half of a split, or the second of two merged texts. */
export const SPENT = -2;

export interface Gap {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

export interface MovedGap extends Gap {
  readonly isBetween: boolean;
}

/** The pairs found so far. Positions are indexes into the two lists of texts. */
export class Matching {
  /** For each old position, its new position, FREE or SPENT. */
  readonly newOf: Int32Array;
  readonly oldOf: Int32Array;

  constructor(oldCount: number, newCount: number) {
    this.newOf = new Int32Array(oldCount).fill(FREE);
    this.oldOf = new Int32Array(newCount).fill(FREE);
  }

  pair(oldAt: number, newAt: number): void {
    this.newOf[oldAt] = newAt;
    this.oldOf[newAt] = oldAt;
  }

  oldIsFree(at: number): boolean {
    return this.newOf[at] === FREE;
  }

  newIsFree(at: number): boolean {
    return this.oldOf[at] === FREE;
  }

  newIsPaired(newAt: number): boolean {
    return at(this.oldOf, newAt) >= 0;
  }

  spendOld(at: number): void {
    this.newOf[at] = SPENT;
  }

  spendNew(at: number): void {
    this.oldOf[at] = SPENT;
  }

  /** Returns the new positions of the longest sequence of pairs that are in the same order on both sides. */
  anchors(): number[] {
    const places: number[] = [];
    const partners: number[] = [];
    for (const [newAt, oldAt] of this.oldOf.entries()) {
      if (oldAt < 0) continue;
      places.push(newAt);
      partners.push(oldAt);
    }
    return longestIncreasing(partners).map((index) => at(places, index));
  }

  gaps(): Gap[] {
    const gaps: Gap[] = [];
    let oldStart = 0;
    let newStart = 0;
    const close = (oldEnd: number, newEnd: number): void => {
      if (this.#hasFree(this.newOf, oldStart, oldEnd) && this.#hasFree(this.oldOf, newStart, newEnd)) {
        gaps.push({ oldStart, oldEnd, newStart, newEnd });
      }
    };
    for (const newAt of this.anchors()) {
      const oldAt = at(this.oldOf, newAt);
      close(oldAt, newAt);
      oldStart = oldAt + 1;
      newStart = newAt + 1;
    }
    close(this.newOf.length, this.oldOf.length);
    return gaps;
  }

  /**
   * Returns the gaps next to moved pairs. Text next to texts that moved together was probably there before the move
   * as well.
   */
  movedGaps(maxLength: number): MovedGap[] {
    const gaps: MovedGap[] = [];
    const add = (gap: MovedGap): void => {
      const isShort = gap.oldEnd - gap.oldStart <= maxLength && gap.newEnd - gap.newStart <= maxLength;
      if (isShort && this.#hasFree(this.newOf, gap.oldStart, gap.oldEnd)) gaps.push(gap);
    };
    let before = -1;
    for (let newAt = 0; newAt <= this.oldOf.length; newAt += 1) {
      if (newAt < this.oldOf.length && !this.newIsPaired(newAt)) continue;
      if (this.#hasFree(this.oldOf, before + 1, newAt)) {
        const news = { newStart: before + 1, newEnd: newAt };
        const last = before < 0 ? FREE : at(this.oldOf, before);
        const next = newAt === this.oldOf.length ? FREE : at(this.oldOf, newAt);
        const behind = last < 0 ? FREE : this.#unpairedEnd(last + 1, 1, maxLength);
        const isBetween = last >= 0 && behind === next;
        if (last >= 0) add({ ...news, oldStart: last + 1, oldEnd: behind, isBetween });
        if (next >= 0 && !isBetween)
          add({ ...news, oldStart: this.#unpairedEnd(next - 1, -1, maxLength) + 1, oldEnd: next, isBetween });
      }
      before = newAt;
    }
    return gaps;
  }

  #unpairedEnd(from: number, step: 1 | -1, maxLength: number): number {
    let oldAt = from;
    while (oldAt >= 0 && oldAt < this.newOf.length && at(this.newOf, oldAt) < 0 && Math.abs(oldAt - from) < maxLength)
      oldAt += step;
    return oldAt;
  }

  freeIn(gap: Gap): { readonly olds: number[]; readonly news: number[] } {
    const olds: number[] = [];
    const news: number[] = [];
    for (let at = gap.oldStart; at < gap.oldEnd; at += 1) if (this.newOf[at] === FREE) olds.push(at);
    for (let at = gap.newStart; at < gap.newEnd; at += 1) if (this.oldOf[at] === FREE) news.push(at);
    return { olds, news };
  }

  #hasFree(side: Int32Array, start: number, end: number): boolean {
    for (let at = start; at < end; at += 1) if (side[at] === FREE) return true;
    return false;
  }
}

/** Returns the indexes of the longest strictly increasing subsequence, in O(n log n). */
export function longestIncreasing(values: readonly number[]): number[] {
  const before = new Int32Array(values.length).fill(-1);
  const tails: number[] = [];
  const tops: number[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(tops, middle) < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = at(tails, low - 1);
    tails[low] = index;
    tops[low] = value;
  }
  const row: number[] = [];
  for (let place = tails.at(-1) ?? -1; place >= 0; place = at(before, place)) row.push(place);
  return row.reverse();
}
