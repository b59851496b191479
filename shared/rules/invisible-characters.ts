// Characters that draw nothing and make no sound. Word processors, e-books and web pages leave them inside words, where
// they break pronunciation rules, searches and some voices.

/** Soft hyphen, word joiner, invisible operators, byte order mark, marks that turn the direction, and the like. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

const ALWAYS_DROPPED = /[\u00ad\u061c\u180e\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

/** Joiners (U+200C, U+200D) that stand neither behind an emoji nor behind a letter of a script that shapes by them. */
const IDLE_JOINERS =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u200c\u200d[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Armenian}\p{scx=Georgian}\p{scx=Hebrew}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]]])[\u200c\u200d]+/gv;

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
