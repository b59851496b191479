import { at } from './at.ts';
import { bracketRanges, type TextRange } from './brackets.ts';
import { countCharactersBetween } from './characters.ts';
import { scriptMarks } from './marked-speech.ts';
import {
  type BoundaryFinder,
  clauseEnds,
  graphemeChecker,
  graphemeStarts,
  sentenceEnds,
  spaceEnds,
  wordStarts,
} from './text-boundaries.ts';

/**
 * Splits items into as few groups as the limit allows and keeps the largest group as small as possible. Returns the
 * index after each group.
 */
export function packBalanced(costs: readonly number[], limit: number): number[] {
  const fewest = packFirstFit(costs, limit);
  if (fewest.length < 2) return fewest;
  let low = Math.ceil(costs.reduce((sum, cost) => sum + cost, 0) / fewest.length);
  let high = limit;
  let best = fewest;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const groups = packFirstFit(costs, middle);
    if (groups.length > fewest.length) {
      low = middle + 1;
    } else {
      high = middle;
      best = groups;
    }
  }
  return best;
}

/** Fills each group up to the limit before starting the next one. Items with size 0 never start a group. */
function packFirstFit(costs: readonly number[], limit: number): number[] {
  const ends: number[] = [];
  let sum = 0;
  costs.forEach((cost, index) => {
    if (sum > 0 && cost > 0 && sum + cost > limit) {
      ends.push(index);
      sum = 0;
    }
    sum += cost;
  });
  if (costs.length > 0) ends.push(costs.length);
  return ends;
}

const FINDERS: readonly BoundaryFinder[] = [sentenceEnds, clauseEnds, spaceEnds, wordStarts];

/**
 * Splits a text at sentence ends into as few pieces as the limit allows, of similar length. Sentences that are too
 * long are split after clauses, then then between words, and finally between grapheme clusters.
 * @param limit maximum characters per piece; only a single grapheme cluster may exceed it
 * @param silent ranges that aren't spoken, which count as 0 characters and are never split
 */
export function splitText(text: string, limit: number, silent: readonly TextRange[] = []): string[] {
  if (text === '') return [];
  const cost = costOf(text, silent);
  if (cost(0, text.length) <= limit) return [text];
  const bounds = boundsOf(text, limit, silent, cost);
  const costs = bounds.slice(1).map((end, index) => cost(at(bounds, index), end));
  let start = 0;
  return packBalanced(costs, limit).map((group) => {
    const end = at(bounds, group);
    const piece = text.slice(start, end);
    start = end;
    return piece;
  });
}

type Cost = (start: number, end: number) => number;

function costOf(text: string, silent: readonly TextRange[]): Cost {
  return (start, end) => {
    let characters = countCharactersBetween(text, start, end);
    for (let index = firstEndingAfter(silent, start); index < silent.length; index++) {
      const range = silent[index];
      if (range === undefined || range.start >= end) break;
      characters -= countCharactersBetween(text, Math.max(start, range.start), Math.min(end, range.end));
    }
    return characters;
  };
}

function wholeRanges(text: string): TextRange[] {
  const brackets = bracketRanges(text);
  const marks = scriptMarks(text);
  if (marks.length === 0) return brackets;
  const ranges: TextRange[] = [];
  for (const { start, end } of [...brackets, ...marks].sort((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last && start < last.end) ranges[ranges.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else ranges.push({ start, end });
  }
  return ranges;
}

function boundsOf(text: string, limit: number, silent: readonly TextRange[], cost: Cost): number[] {
  const betweenGraphemes = graphemeChecker(text);
  const whole = wholeRanges(text);
  const outside = (position: number): boolean => !isInside(whole, position) && betweenGraphemes(position);
  const audible = (position: number): boolean =>
    !isInside(silent, position) && betweenGraphemes(position) && !splitsEscape(text, position);
  let bounds = [0, text.length];
  // Caches results, because the same finders search a part without allowed boundaries again.
  const known = new Map<BoundaryFinder, { start: number; end: number; places: number[] }>();
  const placesOf = (find: BoundaryFinder, start: number, end: number): number[] => {
    const last = known.get(find);
    if (last?.start === start && last.end === end) return last.places;
    const places = find(text.slice(start, end)).map((position) => position + start);
    known.set(find, { start, end, places });
    return places;
  };
  let isFine = false;
  const refine = (find: BoundaryFinder, allowed: (position: number) => boolean): void => {
    if (isFine) return;
    isFine = true;
    // There may be millions of boundaries, so push them one by one.
    const refined = [0];
    let start = 0;
    for (const end of bounds.slice(1)) {
      if (cost(start, end) > limit) {
        isFine = false;
        for (const position of placesOf(find, start, end)) {
          if (allowed(position) && audible(position)) refined.push(position);
        }
      }
      refined.push(end);
      start = end;
    }
    bounds = refined;
  };
  for (const find of FINDERS) refine(find, outside);
  for (const find of [...FINDERS, graphemeStarts]) refine(find, () => true);
  return bounds;
}

function isInside(ranges: readonly TextRange[], position: number): boolean {
  return (ranges[firstEndingAfter(ranges, position)]?.start ?? position) < position;
}

function firstEndingAfter(ranges: readonly TextRange[], position: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(ranges, middle).end > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A backslash and the bracket it escapes stay together. */
function splitsEscape(text: string, position: number): boolean {
  return text.charAt(position) === '(' && text.charAt(position - 1) === '\\';
}
