// Pause marks such as `[pause 1.5s]`, `[Pause: 2 s]`, `[long pause]`, `[beat]` and `[scene break]` become silence in the
// export and are never sent.

import type { PausePart } from '../model/script.ts';

const LENGTH = String.raw`(\d{1,4}(?:[.,]\d{1,3})?)\s{0,4}(ms|milliseconds?|seconds?|secs?|s)?`;
// White space is bounded to avoid quadratic backtracking.
const SCENE = String.raw`\[scene\s{1,4}break\s{0,4}\]`;
const LENGTH_MARK = String.raw`\[(short\s{1,4}|long\s{1,4})?(pause|beat)(?:\s{0,4}[:,]?\s{0,4}${LENGTH})?\s{0,4}\]`;
const MARK = `(?:${LENGTH_MARK}|${SCENE})`;

const DEFAULT_SECONDS = { pause: 1, beat: 0.5, short: 0.5, long: 2, scene: 2 };

export const SCENE_MARK = '[scene break]';
const SCENE_ALONE = new RegExp(`^${SCENE}$`, 'i');

const PAUSE = new RegExp(String.raw`(?<!\\)${MARK}`, 'gi');
const NEXT_PAUSE = new RegExp(String.raw`${MARK}\s*`, 'iy');
const UNESCAPED_PAUSE = new RegExp(String.raw`(?<!\\)(?=${MARK})`, 'gi');

export interface PauseMark {
  readonly start: number;
  readonly end: number;
  readonly seconds: number;
  readonly isScene: boolean;
}

/** Returns the pause marks in a text, in order. A backslash before a mark makes it literal. */
export function pauseMarks(text: string): PauseMark[] {
  if (!text.includes('[')) return [];
  return Array.from(text.matchAll(PAUSE), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    seconds: parseSeconds(match),
    isScene: isSceneMark(match[0]),
  }));
}

/** A scene break in a separate paragraph lasts as long as the project's `scene` pause. Elsewhere, it lasts 2 s. */
export const isSceneMark = (text: string): boolean => SCENE_ALONE.test(text.trim());

function parseSeconds([, length, word, figure, unit]: RegExpExecArray): number {
  if (figure !== undefined) return Number(figure.replace(',', '.')) / (unit?.toLowerCase().startsWith('m') ? 1_000 : 1);
  if (length !== undefined)
    return length.trim().toLowerCase() === 'long' ? DEFAULT_SECONDS.long : DEFAULT_SECONDS.short;
  if (word === undefined) return DEFAULT_SECONDS.scene;
  return word.toLowerCase() === 'beat' ? DEFAULT_SECONDS.beat : DEFAULT_SECONDS.pause;
}

export function leadingPauses(row: string): string {
  // Matches one mark at a time, because a single pattern would overflow the backtracking stack on long lines.
  let end = 0;
  NEXT_PAUSE.lastIndex = 0;
  while (row[end] === '[' && NEXT_PAUSE.test(row)) end = NEXT_PAUSE.lastIndex;
  return row.slice(0, end);
}

export function escapePauses(text: string): string {
  return text.includes('[') ? text.replace(UNESCAPED_PAUSE, '\\') : text;
}

/** Formats a parsed pause. @throws RangeError if it is out of range */
export const formatPause = ({ pauseSeconds, isScene = false }: PausePart): string =>
  isScene ? SCENE_MARK : pauseMark(pauseSeconds);

/** Formats a pause of 0 to 9,999.999 seconds as a mark, rounded to milliseconds. */
export function pauseMark(seconds: number): string {
  const rounded = Number(seconds.toFixed(3));
  if (!(rounded >= 0 && rounded < 10_000)) throw new RangeError('A pause lasts from 0 to 9999.999 seconds.');
  return `[pause ${rounded}s]`;
}
