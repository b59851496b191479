// Decides which stored line each text belongs to when a script is saved. See `docs/align.md` for passes and thresholds.

import { FREE, Matching } from '../../../shared/rules/align-matching.ts';
import { at } from '../../../shared/rules/at.ts';
import { pairMoved, pairSimilar, splitLargeGap, TextComparer } from './align-gaps.ts';

type Texts = readonly string[];

function pairEnds(matching: Matching, old: Texts, next: Texts): void {
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && tryPair(matching, old, next, start, start)) start += 1;
  for (let back = 1; back <= shorter - start; back += 1) {
    if (!tryPair(matching, old, next, old.length - back, next.length - back)) break;
  }
}

function tryPair(matching: Matching, old: Texts, next: Texts, oldAt: number, newAt: number): boolean {
  if (matching.newOf[oldAt] === newAt) return true;
  if (!matching.oldIsFree(oldAt) || !matching.newIsFree(newAt) || old[oldAt] !== next[newAt]) return false;
  matching.pair(oldAt, newAt);
  return true;
}

function pairUnique(matching: Matching, old: Texts, next: Texts): void {
  const MANY = -2;
  const places = new Map<string, { old: number; next: number }>();
  for (const [oldAt, text] of old.entries()) {
    if (!matching.oldIsFree(oldAt)) continue;
    const place = places.get(text);
    if (place) place.old = MANY;
    else places.set(text, { old: oldAt, next: FREE });
  }
  for (const [newAt, text] of next.entries()) {
    if (!matching.newIsFree(newAt)) continue;
    const place = places.get(text);
    if (place) place.next = place.next === FREE ? newAt : MANY;
  }
  for (const place of places.values()) if (place.old >= 0 && place.next >= 0) matching.pair(place.old, place.next);
}

/**
 * Extends existing pairs to their neighbours, so that each repeated “Yes, sir.” keeps its own line. Pairs in order
 * come first.
 */
function pairNeighbours(matching: Matching, old: Texts, next: Texts): void {
  const anchors = new Uint8Array(next.length);
  for (const newAt of matching.anchors()) anchors[newAt] = 1;
  const inOrder: number[] = [];
  const moved: number[] = [];
  matching.oldOf.forEach((oldAt, newAt) => {
    if (oldAt >= 0) (anchors[newAt] === 1 ? inOrder : moved).push(newAt);
  });
  for (const places of [inOrder, moved]) {
    for (const newAt of places) pairAdjacent(matching, old, next, newAt, 1);
    for (const newAt of places.reverse()) pairAdjacent(matching, old, next, newAt, -1);
  }
}

function pairAdjacent(matching: Matching, old: Texts, next: Texts, from: number, step: 1 | -1): void {
  let newAt = from + step;
  let oldAt = at(matching.oldOf, from) + step;
  while (oldAt >= 0 && newAt >= 0 && oldAt < old.length && newAt < next.length) {
    if (!matching.oldIsFree(oldAt) || !matching.newIsFree(newAt) || old[oldAt] !== next[newAt]) return;
    matching.pair(oldAt, newAt);
    oldAt += step;
    newAt += step;
  }
}

function pairRemaining(matching: Matching, old: Texts, next: Texts): void {
  const waiting = new Map<string, number[]>();
  for (let oldAt = old.length - 1; oldAt >= 0; oldAt -= 1) {
    if (!matching.oldIsFree(oldAt)) continue;
    const text = at(old, oldAt);
    const places = waiting.get(text);
    if (places) places.push(oldAt);
    else waiting.set(text, [oldAt]);
  }
  for (const [newAt, text] of next.entries()) {
    if (!matching.newIsFree(newAt)) continue;
    const oldAt = waiting.get(text)?.pop();
    if (oldAt !== undefined) matching.pair(oldAt, newAt);
  }
}

export interface KnownText {
  /** The id of the line or paragraph, unique in the list. */
  readonly id: number;
  readonly text: string;
  /** Whether the line was deleted and may be restored. */
  readonly deleted?: boolean | undefined;
}

export interface NewText {
  readonly text: string;
  /** The id tracked by the editor. Takes precedence if the id exists and no other text claims it. */
  readonly known?: number | undefined;
}

/**
 * Returns the id that each new text keeps, each at most once, or null for a new line.
 *
 * - Unchanged and edited texts keep their line, even if moved. Repeated texts are distinguished by neighbours and order.
 * - The first half of a split text keeps the line; a merged text keeps the first one's.
 * - A deleted line is only restored for exactly the same text, and only if no current line matches.
 * - When the comparison budget is used up, edited texts are only paired in order.
 */
export function alignLines(old: readonly KnownText[], next: readonly NewText[]): (number | null)[] {
  const result = new Array<number | null>(next.length).fill(null);
  const claimed = claimKnown(old, next, result);
  const living = old.filter((known) => known.deleted !== true);
  const tombstones = old.filter((known) => known.deleted === true && !claimed.has(known.id));
  const matching = matchTexts(living, next, result);
  restoreDeleted(tombstones, next, result, matching);
  pairInOrder(matching);
  matching.oldOf.forEach((oldAt, newAt) => {
    if (oldAt >= 0) result[newAt] = at(living, oldAt).id;
  });
  return result;
}

function claimKnown(old: readonly KnownText[], next: readonly NewText[], result: (number | null)[]): Set<number> {
  const claims = new Map<number, number>();
  for (const { known } of next) if (known !== undefined) claims.set(known, (claims.get(known) ?? 0) + 1);
  if (claims.size === 0) return new Set();
  const claimed = new Set<number>();
  for (const { id } of old) if (claims.get(id) === 1) claimed.add(id);
  next.forEach(({ known }, newAt) => {
    if (known !== undefined && claimed.has(known)) result[newAt] = known;
  });
  return claimed;
}

/** Maximum number of texts between two texts that moved together. */
const MAX_MOVED_GAP_LENGTH = 32;

function matchTexts(
  living: readonly KnownText[],
  next: readonly NewText[],
  result: readonly (number | null)[],
): Matching {
  const matching = new Matching(living.length, next.length);
  pairClaimed(matching, living, result);
  const olds = living.map((known) => known.text);
  const news = next.map((text) => text.text);
  pairEnds(matching, olds, news);
  pairUnique(matching, olds, news);
  if (!hasFreeTexts(matching)) return matching;
  pairNeighbours(matching, olds, news);
  for (const gap of matching.gaps()) splitLargeGap(matching, gap, olds, news);
  const comparer = new TextComparer(olds, news);
  for (const gap of matching.gaps()) pairSimilar(matching, gap, comparer);
  for (const gap of matching.movedGaps(MAX_MOVED_GAP_LENGTH)) {
    const { olds: before, news: after } = matching.freeIn(gap);
    if (gap.isBetween) pairSimilar(matching, gap, comparer);
    else pairMoved(matching, comparer, before, after);
  }
  pairRemaining(matching, olds, news);
  const rest = matching.freeIn({ oldStart: 0, oldEnd: olds.length, newStart: 0, newEnd: news.length });
  pairMoved(matching, comparer, rest.olds, rest.news);
  return matching;
}

function pairClaimed(matching: Matching, living: readonly KnownText[], result: readonly (number | null)[]): void {
  const places = new Map<number, number>();
  result.forEach((id, newAt) => {
    if (id !== null) places.set(id, newAt);
  });
  if (places.size === 0) return;
  living.forEach(({ id }, oldAt) => {
    const newAt = places.get(id);
    if (newAt === undefined) return;
    matching.pair(oldAt, newAt);
    places.delete(id);
  });
  // The remaining texts are deleted lines that the editor restored. They must not replace a current line.
  for (const newAt of places.values()) matching.spendNew(newAt);
}

function hasFreeTexts(matching: Matching): boolean {
  return (
    matching.newOf.some((_, oldAt) => matching.oldIsFree(oldAt)) ||
    matching.oldOf.some((_, newAt) => matching.newIsFree(newAt))
  );
}

function restoreDeleted(
  tombstones: readonly KnownText[],
  next: readonly NewText[],
  result: (number | null)[],
  matching: Matching,
): void {
  if (tombstones.length === 0) return;
  // Reverse the list, so that `pop` returns the ids in order.
  const waiting = new Map<string, number[]>();
  for (const { id, text } of tombstones.toReversed()) {
    const ids = waiting.get(text);
    if (ids) ids.push(id);
    else waiting.set(text, [id]);
  }
  next.forEach(({ text }, newAt) => {
    if (result[newAt] !== null || matching.newIsPaired(newAt)) return;
    const id = waiting.get(text)?.pop();
    if (id === undefined) return;
    result[newAt] = id;
    matching.spendNew(newAt);
  });
}

/** Pairs texts in order, but only in gaps with the same number of texts on both sides. */
function pairInOrder(matching: Matching): void {
  for (const gap of matching.gaps()) {
    const { olds, news } = matching.freeIn(gap);
    if (olds.length !== news.length) continue;
    olds.forEach((oldAt, index) => {
      matching.pair(oldAt, at(news, index));
    });
  }
}
