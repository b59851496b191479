import { segmenter } from './segmenter.ts';

const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts without spaces between words, for use in a character class. */
export const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('');
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const SURROGATE = /[\ud800-\udfff]/;

const AROUND = 500;

interface CutRun {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: Intl.Segments;
}

let latest: CutRun | null = null;

function cutAround(text: string, place: number): CutRun {
  // During a search, the next position is usually in the same run.
  const isKnown = latest?.text === text && latest.start < place && place <= latest.end - AROUND;
  if (latest && isKnown) return latest;
  const isInside = (at: number) => WORD.test(text.charAt(at)) || SURROGATE.test(text.charAt(at));
  let start = place;
  while (start > 0 && place - start < AROUND && isInside(start - 1)) start -= 1;
  let end = place;
  while (end < text.length && end - place < 2 * AROUND && isInside(end)) end += 1;
  latest = { text, start, end, words: segmenter('word').segment(text.slice(start, end)) };
  return latest;
}

/** Returns whether a position isn't inside a word. Uses a dictionary for scripts without spaces. */
function isEdge(text: string, place: number): boolean {
  const before = Array.from(text.slice(Math.max(0, place - 2), place)).at(-1) ?? '';
  const behind = String.fromCodePoint(text.codePointAt(place) ?? 0);
  if (!WORD.test(before) || !WORD.test(behind)) return true;
  if (!IS_UNSPACED.test(before) && !IS_UNSPACED.test(behind)) return false;
  const { start, words } = cutAround(text, place);
  return words.containing(place - start)?.index === place - start;
}

export const isWholeWord = (text: string, from: number, to: number): boolean => isEdge(text, from) && isEdge(text, to);
