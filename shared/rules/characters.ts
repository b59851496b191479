const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

const ALWAYS_REMOVED = /[\u00ad\u061c\u180e\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

const EMOJI = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f`;
const EUROPEAN = String.raw`\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Armenian}\p{scx=Georgian}\p{scx=Hebrew}`;
const EAST_ASIAN = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}`;
/** Letters of scripts in which joiners affect shaping. */
const JOINING_LETTERS = String.raw`[[\p{L}\p{M}]--[${EUROPEAN}${EAST_ASIAN}]]`;
/** Joiners (U+200C, U+200D) that don't follow an emoji or a letter in a joining script. */
const UNUSED_JOINERS = new RegExp(String.raw`(?<![${EMOJI}\u200c\u200d${JOINING_LETTERS}])[\u200c\u200d]+`, 'gv');

/** Zero-width spaces (U+200B), except in Southeast Asian scripts, where they separate words. */
const UNUSED_ZERO_WIDTH_SPACES = /(?<![\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])\u200b+/gu;

/** Removes invisible characters. Keeps joiners and zero-width spaces in emoji and in scripts that require them. */
export function withoutInvisible(text: string): string {
  if (!INVISIBLE.test(text)) return text;
  return text.replace(ALWAYS_REMOVED, '').replace(UNUSED_ZERO_WIDTH_SPACES, '').replace(UNUSED_JOINERS, '');
}

/**
 * Normalises quotation marks, apostrophes, spaces and accents (NFC). Texts with the same result are spoken identically.
 */
export const withPlainTypography = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‘’‚‛′ʼ]/g, "'")
    .replace(/[\u00a0\u2007\u202f]/g, ' ');

const OTHER_LINE_ENDINGS = /\r\n?/g;
/**
 * White space that contains a line break. The lookbehind matches only at the start of a run, so that long runs take
 * linear time.
 */
const LINE_BREAKS = /(?<!\s)\s*[\r\n]\s*/g;

export const normaliseLineEndings = (text: string): string => text.replace(OTHER_LINE_ENDINGS, '\n');

export const joinLines = (text: string): string => text.replace(LINE_BREAKS, ' ').trim();

/** Returns the edits that `normaliseLineEndings` makes, with offsets in the original text in UTF-16 code units. */
export const lineEndingChanges = (text: string): { from: number; to: number; insert: string }[] =>
  Array.from(text.matchAll(OTHER_LINE_ENDINGS), ({ index, 0: end }) => ({
    from: index,
    to: index + 1,
    insert: end === '\r' ? '\n' : '',
  }));

const LOW_SURROGATE = /[\udc00-\udfff]/;

/** Counts Unicode code points, like the service's limits. A lone surrogate counts as one. */
export function countCharacters(text: string): number {
  // V8 knows without a search that a string of Latin letters has no surrogates.
  return LOW_SURROGATE.test(text) ? countCharactersBetween(text, 0, text.length) : text.length;
}

/** Counts the characters of `text.slice(start, end)` without creating the slice. */
export function countCharactersBetween(text: string, start: number, end: number): number {
  let pairs = 0;
  for (let index = start + 1; index < end; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) pairs++;
  }
  return Math.max(0, end - start) - pairs;
}

export function withoutTrailing(text: string, marks: ReadonlySet<string>): string {
  let end = text.length;
  while (end > 0 && marks.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes the characters before the first and after the last one that matches. @param kept matches a single character */
export function trimTo(text: string, kept: RegExp): string {
  const start = text.search(kept);
  if (start === -1) return '';
  let end = text.length;
  while (end > start) {
    const size = /[\udc00-\udfff]/.test(text.charAt(end - 1)) ? 2 : 1;
    if (kept.test(text.slice(Math.max(start, end - size), end))) break;
    end -= size;
  }
  return text.slice(start, end);
}
