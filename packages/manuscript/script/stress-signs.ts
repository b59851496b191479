export interface UnsignedText {
  readonly text: string;
  readonly passages: number;
}

/** Matches the opening markers of `=bread=`, `+salt+`, `~~never~~`. */
const SIGNS = /(?<![\p{L}\p{N}\p{Sm}\p{Sk}\\])([[\p{Sm}\p{Sk}]--[<>\|]])\1{0,2}(?=[\p{L}\p{N}\p{Pi}"'¿¡])/gv;
/** In UTF-16 code units. */
const LONGEST = 400;

/** `**_never_**` */
const NESTED = /(?<![\p{L}\p{N}*_\\])[*_]{2,6}(?=[^\s*_])([^*_\n]{1,400})(?<=\S)[*_]{2,6}(?![\p{L}\p{N}*_])/gu;

export function withoutStressSigns(text: string): UnsignedText {
  let [written, position, passages] = ['', 0, 0];
  for (const { index, 0: sign } of text.matchAll(SIGNS)) {
    if (index < position) continue;
    const start = index + sign.length;
    const end = endOfPassage(text, start, sign);
    if (end < 0) continue;
    written += text.slice(position, index) + text.slice(start, end);
    position = end + sign.length;
    passages += 1;
  }
  return { text: written + text.slice(position), passages };
}

function endOfPassage(text: string, start: number, sign: string): number {
  const near = text.slice(start, start + LONGEST);
  const at = near.indexOf(sign);
  if (at < 1 || /\n[ \t]*\n/.test(near.slice(0, at))) return -1;
  const isBehindWords = /[\p{L}\p{N}\p{M}\p{P}]/u.test(near.slice(at - 1, at));
  const next = near.slice(at + sign.length, at + sign.length + 1);
  return isBehindWords && !/[\p{L}\p{N}\p{Sm}\p{Sk}]/u.test(next) ? start + at : -1;
}

export const withSingleMarks = (text: string): string =>
  text.replace(NESTED, (whole: string, words: string) => (/\*_|_\*/.test(whole) ? `*${words}*` : whole));
