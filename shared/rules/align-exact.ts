// Finds unchanged texts: first by where they stand, then by what they say.
import { FREE, type Matching } from './align-matching.ts';
import { at } from './at.ts';

type Texts = readonly string[];

/** Pairs equal texts from both ends inwards, as far as they reach. */
export function pairEnds(matching: Matching, old: Texts, next: Texts): void {
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && goTogether(matching, old, next, start, start)) start += 1;
  for (let back = 1; back <= shorter - start; back += 1) {
    if (!goTogether(matching, old, next, old.length - back, next.length - back)) break;
  }
}

/** Whether two positions are a pair already, or are free and say the same (then they become one). */
function goTogether(matching: Matching, old: Texts, next: Texts, oldAt: number, newAt: number): boolean {
  if (matching.newOf[oldAt] === newAt) return true;
  if (!matching.oldIsFree(oldAt) || !matching.newIsFree(newAt) || old[oldAt] !== next[newAt]) return false;
  matching.pair(oldAt, newAt);
  return true;
}

/** Pairs free texts that occur exactly once on both sides, wherever they stand. */
export function pairUnique(matching: Matching, old: Texts, next: Texts): void {
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
 * Pairs equal neighbours of pairs, going on and on, forwards and then backwards: how a repeated "Yes, sir." finds its
 * own. Pairs that kept their order speak first, those that moved after them.
 */
export function pairNeighbours(matching: Matching, old: Texts, next: Texts): void {
  const anchors = new Uint8Array(next.length);
  for (const newAt of matching.anchors()) anchors[newAt] = 1;
  const inOrder: number[] = [];
  const moved: number[] = [];
  matching.oldOf.forEach((oldAt, newAt) => {
    if (oldAt >= 0) (anchors[newAt] === 1 ? inOrder : moved).push(newAt);
  });
  for (const places of [inOrder, moved]) {
    for (const newAt of places) spread(matching, old, next, newAt, 1);
    for (const newAt of places.reverse()) spread(matching, old, next, newAt, -1);
  }
}

function spread(matching: Matching, old: Texts, next: Texts, from: number, step: 1 | -1): void {
  let newAt = from + step;
  let oldAt = at(matching.oldOf, from) + step;
  while (oldAt >= 0 && newAt >= 0 && oldAt < old.length && newAt < next.length) {
    if (!matching.oldIsFree(oldAt) || !matching.newIsFree(newAt) || old[oldAt] !== next[newAt]) return;
    matching.pair(oldAt, newAt);
    oldAt += step;
    newAt += step;
  }
}

/** Pairs the equal texts that are still free, wherever they stand: the first with the first, and so on. */
export function pairLeftovers(matching: Matching, old: Texts, next: Texts): void {
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
