// Characters of a text: how many there are, which draw nothing, and which end a row.
/** Soft hyphen, word joiner, invisible operators, byte order mark, marks that turn the direction, and the like. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

const ALWAYS_DROPPED = /[\u00ad\u061c\u180e\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

const EMOJI = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f`;
const EUROPEAN = String.raw`\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Armenian}\p{scx=Georgian}\p{scx=Hebrew}`;
const EAST_ASIAN = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}`;
/** Letters of scripts that shape by joiners. */
const JOINED = String.raw`[[\p{L}\p{M}]--[${EUROPEAN}${EAST_ASIAN}]]`;
/** Joiners (U+200C, U+200D) that stand neither behind an emoji nor behind a letter of a script that shapes by them. */
const IDLE_JOINERS = new RegExp(String.raw`(?<![${EMOJI}\u200c\u200d${JOINED}])[\u200c\u200d]+`, 'gv');

/** Zero-width spaces (U+200B), but for those of South-East Asian scripts, which part words by nothing else. */
const IDLE_SPACES = /(?<![\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}])\u200b+/gu;

/**
 * A text without invisible characters. Joiners stay where a script or an emoji needs them, zero-width spaces where a
 * script parts words by them. A text that has none is returned as it is.
 */
export function withoutInvisible(text: string): string {
  if (!INVISIBLE.test(text)) return text;
  return text.replace(ALWAYS_DROPPED, '').replace(IDLE_SPACES, '').replace(IDLE_JOINERS, '');
}

/**
 * A text with straight quotation marks and apostrophes, plain spaces, and accents in the characters that have them: two
 * texts of which this is the same are spoken alike.
 */
export const withPlainTypography = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‘’‚‛′ʼ]/g, "'")
    .replace(/[\u00a0\u2007\u202f]/g, ' ');

// Rows that end in nothing but `\n`.

const OTHER_ENDS = /\r\n?/g;
/** A run of white space with a row break in it. It is looked for where a run begins only, which keeps long runs cheap. */
const ROW_BREAKS = /(?<!\s)\s*[\r\n]\s*/g;

/** A text whose rows end at `\n`, whatever they ended with: `\r\n`, or `\r` alone. */
export const withPlainRows = (text: string): string => text.replace(OTHER_ENDS, '\n');

/** A text in one row: its rows are joined by a space, without white space around them or at the ends of the text. */
export const joinedRows = (text: string): string => text.replace(ROW_BREAKS, ' ').trim();

/** The changes that make it so, as places of the text before them all, in UTF-16 code units, rising. */
export const plainRowChanges = (text: string): { from: number; to: number; insert: string }[] =>
  Array.from(text.matchAll(OTHER_ENDS), ({ index, 0: end }) => ({
    from: index,
    to: index + 1,
    insert: end === '\r' ? '\n' : '',
  }));

// The one place that counts characters.

/**
 * The characters of a text, as the limits count them: Unicode code points. A lone surrogate counts as one.
 * @returns 0 or more
 */
export function countCharacters(text: string): number {
  return countCharactersBetween(text, 0, text.length);
}

/** The characters of `text.slice(start, end)`, without making the slice. Positions are UTF-16 code units. */
export function countCharactersBetween(text: string, start: number, end: number): number {
  let pairs = 0;
  for (let index = start + 1; index < end; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) pairs++;
  }
  return Math.max(0, end - start) - pairs;
}

/** A text without those of the signs that it ends with. Takes time in proportion to what goes, unlike a pattern at the end. */
export function withoutTrailing(text: string, signs: ReadonlySet<string>): string {
  let end = text.length;
  while (end > 0 && signs.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
