import { type EmphasisRun, emphasisRuns, insertEmphasis, withoutEmphasis } from './document-emphasis.ts';

/** Maximum length in letters of a difference between the texts, such as a page number or a role name. */
const MAX_GAP_LENGTH = 400;
/** Number of letters that must match after a difference. */
const MIN_MATCH_LENGTH = 8;

interface FoldedText {
  readonly letters: string;
  readonly places: Int32Array;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

function foldLetters(text: string): FoldedText {
  const places = new Int32Array(text.length);
  const words: string[] = [];
  let count = 0;
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const small = word.toLowerCase();
    words.push(small.length === word.length ? small : word);
    for (let at = 0; at < word.length; at += 1, count += 1) places[count] = index + at;
  }
  return { letters: words.join(''), places: places.subarray(0, count) };
}

/** Returns each letter's index in the other text, or -1. */
function matchLetters(from: string, to: string): Int32Array {
  const same = new Int32Array(from.length).fill(-1);
  let [at, other] = [0, 0];
  while (at < from.length && other < to.length) {
    if (from[at] === to[other]) {
      same[at] = other;
      at += 1;
      other += 1;
      continue;
    }
    const near = to.slice(other, other + MAX_GAP_LENGTH);
    let skipped = 0;
    let found = -1;
    for (; found < 0 && skipped < MAX_GAP_LENGTH && at + skipped < from.length; skipped += 1)
      found = near.indexOf(from.slice(at + skipped, at + skipped + MIN_MATCH_LENGTH));
    if (found < 0) break;
    at += skipped - 1;
    other += found;
  }
  return same;
}

/** Restores the emphasis in `styled` (see `document-emphasis.ts`), except on words that changed or moved. */
export function withEmphasisOf(script: string, styled: string): string {
  const runs = emphasisRuns(styled);
  if (runs.length === 0) return script;
  const plain = withoutEmphasis(script);
  const source = withoutEmphasis(styled);
  const from = foldLetters(source);
  const to = foldLetters(plain);
  const same = matchLetters(from.letters, to.letters);
  let first = 0;
  const moved = runs.flatMap(({ start, end }): EmphasisRun[] => {
    while (first < from.places.length && (from.places[first] ?? 0) < start) first += 1;
    let last = first;
    while (last < from.places.length && (from.places[last] ?? 0) < end) last += 1;
    const begin = to.places[same[first] ?? -1];
    if (last === first || begin === undefined) return [];
    const at = begin - ((from.places[first] ?? 0) - start);
    const isSame = singleRow(plain.slice(at, at + end - start)) === singleRow(source.slice(start, end));
    return isSame ? [{ start: at, end: at + end - start }] : [];
  });
  return insertEmphasis(plain, [...emphasisRuns(script), ...moved]);
}

const singleRow = (text: string): string => text.replaceAll('\n', ' ');
