// Pause marks: `[pause 1.5s]`, also `[pause 500ms]`. They shape the assembly and are never sent.

const MARK = String.raw`\[pause\s+(\d{1,4}(?:\.\d{1,3})?)\s*(m?)s\]`;
const PAUSE = new RegExp(String.raw`(?<!\\)${MARK}`, 'gi');
const LEADING_PAUSES = new RegExp(String.raw`^(?:${MARK}\s*)+`, 'i');
const UNESCAPED_PAUSE = new RegExp(String.raw`(?<!\\)(?=${MARK})`, 'gi');

/** A pause mark in a text: where it stands, in UTF-16 code units, and its length in seconds. */
export interface PauseMark {
  readonly start: number;
  readonly end: number;
  readonly seconds: number;
}

/** The pause marks of a text, in order. One directly behind a backslash is words. */
export function pauseMarks(text: string): PauseMark[] {
  if (!text.includes('[')) return [];
  return Array.from(text.matchAll(PAUSE), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    seconds: Number(match[1]) / (match[2] ? 1_000 : 1),
  }));
}

/** The pause marks at the start of a row, with the white space behind each; empty where there is none. */
export function leadingPauses(row: string): string {
  return row.startsWith('[') ? (LEADING_PAUSES.exec(row)?.[0] ?? '') : '';
}

/** A text in which what looks like a pause mark is words. */
export function escapePauses(text: string): string {
  return text.includes('[') ? text.replace(UNESCAPED_PAUSE, '\\') : text;
}

/** The mark of a pause. @param seconds 0 to 9,999.999, rounded to milliseconds */
export function pauseMark(seconds: number): string {
  const rounded = Number(seconds.toFixed(3));
  if (!(rounded >= 0 && rounded < 10_000)) throw new RangeError('A pause lasts from 0 to 9999.999 seconds.');
  return `[pause ${rounded}s]`;
}
