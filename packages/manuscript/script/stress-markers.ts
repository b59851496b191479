export interface StressMarkerResult {
  readonly text: string;
  readonly passages: number;
}

/** Matches the opening markers of `=bread=`, `+salt+`, `~~never~~`. */
const OPENING_MARKERS = /(?<![\p{L}\p{N}\p{Sm}\p{Sk}\\])([[\p{Sm}\p{Sk}]--[<>\|]])\1{0,2}(?=[\p{L}\p{N}\p{Pi}"'¿¡])/gv;
/** In UTF-16 code units. */
const MAX_PASSAGE_LENGTH = 400;

/** `**_never_**` */
const NESTED_MARKS = /(?<![\p{L}\p{N}*_\\])[*_]{2,6}(?=[^\s*_])([^*_\n]{1,400})(?<=\S)[*_]{2,6}(?![\p{L}\p{N}*_])/gu;

export function removeStressMarkers(text: string): StressMarkerResult {
  let [written, position, passages] = ['', 0, 0];
  for (const { index, 0: marker } of text.matchAll(OPENING_MARKERS)) {
    if (index < position) continue;
    const start = index + marker.length;
    const end = endOfPassage(text, start, marker);
    if (end < 0) continue;
    written += text.slice(position, index) + text.slice(start, end);
    position = end + marker.length;
    passages += 1;
  }
  return { text: written + text.slice(position), passages };
}

function endOfPassage(text: string, start: number, marker: string): number {
  const near = text.slice(start, start + MAX_PASSAGE_LENGTH);
  const at = near.indexOf(marker);
  if (at < 1 || /\n[ \t]*\n/.test(near.slice(0, at))) return -1;
  const isBehindWords = /[\p{L}\p{N}\p{M}\p{P}]/u.test(near.slice(at - 1, at));
  const next = near.slice(at + marker.length, at + marker.length + 1);
  return isBehindWords && !/[\p{L}\p{N}\p{Sm}\p{Sk}]/u.test(next) ? start + at : -1;
}

export const collapseNestedMarks = (text: string): string =>
  text.replace(NESTED_MARKS, (whole: string, words: string) => (/\*_|_\*/.test(whole) ? `*${words}*` : whole));
