// Finds the words of a recording in the text of a book. The book usually contains text that wasn't read, such as notes, a
// table of contents and a licence, and some words may differ.

import { longestIncreasing } from '../../../../shared/rules/align-matching.ts';
import { at } from '../../../../shared/rules/at.ts';
import { commonWords } from '../../../../shared/rules/word-changes.ts';
import { UNSPACED } from '../../../../shared/rules/word-edges.ts';

/** A run of letters and digits or, in scripts without spaces, a single character. */
export interface TextToken {
  /** Without differences in case, width and accents' encoding. */
  readonly key: string;
  /** Position in the text, in UTF-16 code units. */
  readonly from: number;
  readonly to: number;
}

/** Soft hyphens and joiners within a word are skipped. */
const TOKENS = new RegExp(
  String.raw`[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{M}\p{N}\u00ad\u200b-\u200d\u2060])+`,
  'gu',
);
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060]/gu;
const HAS_LETTER = /[\p{L}\p{N}]/u;

export function textTokens(text: string): TextToken[] {
  return Array.from(text.matchAll(TOKENS), ({ index, 0: token }) => ({
    key: token.replace(INVISIBLE, '').normalize('NFKC').toLowerCase(),
    from: index,
    to: index + token.length,
  })).filter(({ key }) => HAS_LETTER.test(key));
}

/** Lengths of the unique word sequences to look for, from the most to the least reliable. */
const SEQUENCE_LENGTHS = [8, 5, 3, 2];
/** Gaps with up to this many pairs of words are compared word by word. */
const MAX_PAIRS = 1_000_000;

interface WordStretch {
  readonly spokenFrom: number;
  readonly spokenTo: number;
  readonly writtenFrom: number;
  readonly writtenTo: number;
}

/**
 * Returns the index of each spoken word in the text, or -1. The indexes increase. Some matches may be coincidental.
 */
export function matchWords(spoken: readonly string[], written: readonly string[]): Int32Array {
  const found = new Int32Array(spoken.length).fill(-1);
  const open: WordStretch[] = [{ spokenFrom: 0, spokenTo: spoken.length, writtenFrom: 0, writtenTo: written.length }];
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    for (const part of splitAtAnchors(spoken, written, trimmed(spoken, written, stretch, found), found))
      open.push(part);
  }
  moveToNextWords(spoken, written, found);
  return found;
}

/** Pairs the words at the start and end that are the same on both sides. */
function trimmed(
  spoken: readonly string[],
  written: readonly string[],
  stretch: WordStretch,
  found: Int32Array,
): WordStretch {
  let { spokenFrom, spokenTo, writtenFrom, writtenTo } = stretch;
  const isPair = (one: number, other: number): boolean => spoken[one] === written[other];
  while (spokenFrom < spokenTo && writtenFrom < writtenTo && isPair(spokenFrom, writtenFrom)) {
    found[spokenFrom] = writtenFrom;
    spokenFrom += 1;
    writtenFrom += 1;
  }
  while (spokenTo > spokenFrom && writtenTo > writtenFrom && isPair(spokenTo - 1, writtenTo - 1)) {
    spokenTo -= 1;
    writtenTo -= 1;
    found[spokenTo] = writtenTo;
  }
  return { spokenFrom, spokenTo, writtenFrom, writtenTo };
}

/** Pairs words, and returns the remaining stretches between them. */
function splitAtAnchors(
  spoken: readonly string[],
  written: readonly string[],
  stretch: WordStretch,
  found: Int32Array,
): WordStretch[] {
  const { spokenFrom, spokenTo, writtenFrom, writtenTo } = stretch;
  const [rows, columns] = [spokenTo - spokenFrom, writtenTo - writtenFrom];
  if (rows === 0 || columns === 0) return [];
  if (rows * columns <= MAX_PAIRS) {
    const pairs = commonWords(spoken.slice(spokenFrom, spokenTo), written.slice(writtenFrom, writtenTo), MAX_PAIRS);
    for (const [row, column] of pairs) found[spokenFrom + row] = writtenFrom + column;
    return [];
  }
  for (const length of SEQUENCE_LENGTHS) {
    const anchors = uniqueSequences(spoken, written, stretch, length);
    if (anchors.length === 0) continue;
    const parts: WordStretch[] = [];
    let [row, column] = [spokenFrom, writtenFrom];
    for (const [spokenAt, writtenAt] of anchors) {
      if (spokenAt < row || writtenAt < column) continue;
      parts.push({ spokenFrom: row, spokenTo: spokenAt, writtenFrom: column, writtenTo: writtenAt });
      for (let word = 0; word < length; word += 1) found[spokenAt + word] = writtenAt + word;
      [row, column] = [spokenAt + length, writtenAt + length];
    }
    parts.push({ spokenFrom: row, spokenTo, writtenFrom: column, writtenTo });
    return parts;
  }
  return [];
}

/**
 * Moves words to the last occurrence before the next match, because the pages before a chapter may also contain its
 * title.
 */
function moveToNextWords(spoken: readonly string[], written: readonly string[], found: Int32Array): void {
  for (let word = spoken.length - 2; word >= 0; word -= 1) {
    const [place, next] = [at(found, word), at(found, word + 1)];
    if (place < 0 || next <= place + 1) continue;
    let start = word;
    while (start > 0 && at(found, start - 1) === at(found, start) - 1) start -= 1;
    const isRepeated = (one: number): boolean => written[next - 1 - (word - one)] === spoken[one];
    const run = Array.from({ length: word + 1 - start }, (_, index) => start + index);
    if (next - run.length <= place || !run.every(isRepeated)) continue;
    for (const one of run) found[one] = next - 1 - (word - one);
  }
}

/** Returns the positions of sequences that occur once on each side, in the same order on both. */
function uniqueSequences(
  spoken: readonly string[],
  written: readonly string[],
  { spokenFrom, spokenTo, writtenFrom, writtenTo }: WordStretch,
  length: number,
): [spokenAt: number, writtenAt: number][] {
  const inSpoken = sequencesIn(spoken, spokenFrom, spokenTo, length);
  const inWritten = sequencesIn(written, writtenFrom, writtenTo, length);
  const pairs: [number, number][] = [];
  for (const [sequence, spokenAt] of inSpoken) {
    const writtenAt = inWritten.get(sequence);
    if (spokenAt >= 0 && writtenAt !== undefined && writtenAt >= 0) pairs.push([spokenAt, writtenAt]);
  }
  pairs.sort(([one], [other]) => one - other);
  return longestIncreasing(pairs.map(([, writtenAt]) => writtenAt)).map((index) => at(pairs, index));
}

/** Maps each sequence to its position, or to -1 if there are several. */
function sequencesIn(words: readonly string[], from: number, to: number, length: number): Map<string, number> {
  const positions = new Map<string, number>();
  for (let position = from; position + length <= to; position += 1) {
    const sequence = words.slice(position, position + length).join(' ');
    positions.set(sequence, positions.has(sequence) ? -1 : position);
  }
  return positions;
}

/** If words of a line are further apart than this in the text, the match is coincidental. */
const MAX_WORDS_BETWEEN = 12;
/** If a smaller share of a line's words is found, the line isn't in the text. */
const MIN_FOUND_SHARE = 0.5;

/**
 * Removes the words of lines that aren't in the text, from the result of `matchWords`.
 * @param lineEnds index after the last word of each line @returns whether each line is in the text
 */
export function keepFoundLines(found: Int32Array, lineEnds: readonly number[]): boolean[] {
  let from = 0;
  return lineEnds.map((to) => {
    const [start, end] = densestRun(found, from, to);
    let kept = 0;
    for (let word = from; word < to; word += 1) {
      if (word < start || word >= end) found[word] = -1;
      else if (at(found, word) >= 0) kept += 1;
    }
    const isFound = kept > 0 && kept >= MIN_FOUND_SHARE * (to - from) && (kept > 1 || to - from === 1);
    if (!isFound) found.fill(-1, from, to);
    from = to;
    return isFound;
  });
}

/** Returns the run of words without large gaps in the text that has the most words. */
function densestRun(found: Int32Array, from: number, to: number): [start: number, end: number] {
  let best: [number, number, number] = [from, from, 0];
  let [start, count, last] = [from, 0, -1];
  for (let word = from; word < to; word += 1) {
    const place = at(found, word);
    if (place < 0) continue;
    if (last >= 0 && place - last > MAX_WORDS_BETWEEN) [start, count] = [word, 0];
    count += 1;
    last = place;
    if (count > best[2]) best = [start, word + 1, count];
  }
  return [best[0], best[1]];
}
