// Decides which line is which when text is saved. One function for the command line, the editor and the store.
import { pairEnds, pairLeftovers, pairNeighbours, pairUnique } from './align-exact.ts';
import { Comparer, cutLargeGap, pairAlike, pairMoved } from './align-gaps.ts';
import { Matching } from './align-matching.ts';
import { at } from './at.ts';

/** A text that has a line already. */
export interface KnownText {
  /** The line's (or paragraph's) identity, unique in the list. */
  readonly id: number;
  readonly text: string;
  /** A tombstone: its line was deleted and may come back. */
  readonly deleted?: boolean | undefined;
}

/** A text as it stands now. */
export interface NewText {
  readonly text: string;
  /** The identity that an editor followed through the edits. It wins where it exists and no other text claims it. */
  readonly known?: number | undefined;
}

/**
 * Gives each new text the identity that it keeps, or null where it is new. An unchanged text keeps its line, wherever
 * it stands; an edited one keeps it; a split gives it to the first half; merged ones keep the first one's; repeated
 * texts are told apart by their neighbours and their order. A deleted line comes back only for exactly its text, and
 * only where no living line is that text, unchanged or edited a little. Where as many texts went as came in one place,
 * they are taken for each other in order, however different.
 *
 * Each identity is given at most once. The same input gives the same answer. It takes about n log n steps, with a
 * fixed budget for comparing texts: beyond it, edited texts are paired by order alone.
 */
export function alignLines(old: readonly KnownText[], next: readonly NewText[]): (number | null)[] {
  const result = new Array<number | null>(next.length).fill(null);
  const claimed = claimKnown(old, next, result);
  const living = old.filter((known) => known.deleted !== true);
  const tombstones = old.filter((known) => known.deleted === true && !claimed.has(known.id));
  const matching = match(living, next, result);
  revive(tombstones, next, result, matching);
  pairInOrder(matching);
  matching.oldOf.forEach((oldAt, newAt) => {
    if (oldAt >= 0) result[newAt] = at(living, oldAt).id;
  });
  return result;
}

/** Grants the identities that the editor followed: those that exist and that one text only claims. */
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

function match(living: readonly KnownText[], next: readonly NewText[], result: readonly (number | null)[]): Matching {
  const matching = new Matching(living.length, next.length);
  pairClaimed(matching, living, result);
  const olds = living.map((known) => known.text);
  const news = next.map((text) => text.text);
  pairEnds(matching, olds, news);
  pairUnique(matching, olds, news);
  if (!hasFree(matching)) return matching;
  pairNeighbours(matching, olds, news);
  for (const gap of matching.gaps()) cutLargeGap(matching, gap, olds, news);
  const comparer = new Comparer(olds, news);
  for (const gap of matching.gaps()) pairAlike(matching, gap, comparer);
  pairLeftovers(matching, olds, news);
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
  // What is left are tombstones that the editor brought back: no living line may take their place.
  for (const newAt of places.values()) matching.spendNew(newAt);
}

function hasFree(matching: Matching): boolean {
  return (
    matching.newOf.some((_, oldAt) => matching.oldIsFree(oldAt)) ||
    matching.oldOf.some((_, newAt) => matching.newIsFree(newAt))
  );
}

/** Brings deleted lines back for unmatched texts that are exactly theirs. Equal ones come back in the order given. */
function revive(
  tombstones: readonly KnownText[],
  next: readonly NewText[],
  result: (number | null)[],
  matching: Matching,
): void {
  if (tombstones.length === 0) return;
  // The last ones first, so that each is taken from the end.
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

/** Takes what is left in a gap for each other, where as many went as came. */
function pairInOrder(matching: Matching): void {
  for (const gap of matching.gaps()) {
    const { olds, news } = matching.freeIn(gap);
    if (olds.length !== news.length) continue;
    olds.forEach((oldAt, index) => {
      matching.pair(oldAt, at(news, index));
    });
  }
}
