import { segmenter } from './segmenter.ts';

const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts without spaces between words, for use in a character class. */
export const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('');
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const SURROGATE = /[\ud800-\udfff]/;

const CONTEXT_LENGTH = 500;

interface SegmentedRun {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: Intl.Segments;
}

let latest: SegmentedRun | null = null;

function surroundingRun(text: string, position: number): SegmentedRun {
  // During a search, the next position is usually in the same run of text.
  const isKnown = latest?.text === text && latest.start < position && position <= latest.end - CONTEXT_LENGTH;
  if (latest && isKnown) return latest;
  const isInside = (at: number) => WORD.test(text.charAt(at)) || SURROGATE.test(text.charAt(at));
  let start = position;
  while (start > 0 && position - start < CONTEXT_LENGTH && isInside(start - 1)) start -= 1;
  let end = position;
  while (end < text.length && end - position < 2 * CONTEXT_LENGTH && isInside(end)) end += 1;
  latest = { text, start, end, words: segmenter('word').segment(text.slice(start, end)) };
  return latest;
}

/** Returns whether a position isn't inside a word. Uses a dictionary for scripts without spaces. */
function isWordEdge(text: string, position: number): boolean {
  const before = Array.from(text.slice(Math.max(0, position - 2), position)).at(-1) ?? '';
  const behind = String.fromCodePoint(text.codePointAt(position) ?? 0);
  if (!WORD.test(before) || !WORD.test(behind)) return true;
  if (!IS_UNSPACED.test(before) && !IS_UNSPACED.test(behind)) return false;
  const { start, words } = surroundingRun(text, position);
  return words.containing(position - start)?.index === position - start;
}

export const isWholeWord = (text: string, from: number, to: number): boolean =>
  isWordEdge(text, from) && isWordEdge(text, to);
