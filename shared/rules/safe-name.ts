// One part of a path, made of any text, that Windows, macOS and Linux all take.
import { at } from './at.ts';
import { segmenter } from './segmenter.ts';

/**
 * Code units of a text that are read at most, many times what a name has room for: a title of a megabyte would otherwise
 * be read for each file that is named after it.
 */
const LONGEST_READ = 1_000;

/** What stands where nothing is left of a text. */
const NOTHING_LEFT = '_';

/** Windows keeps these for devices, with any extension, in any case. */
const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;

/** Characters that draw nothing or turn the direction of others, those that hold an emoji together aside. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROL = /[\x00-\x1f\x7f-\x9f]+/g;
const SPACES = /[\s\u2028\u2029]+/gu;
/** Windows forbids all of these. Those that separate become a dash, the others go. */
const SEPARATORS = /[/\\|:]+/g;
const FORBIDDEN = /[<>"?*]/g;

/**
 * A text as one part of a path, without an extension. Letters, marks and emoji of every language stay. There are no
 * forbidden, control, invisible or direction-turning characters; no device's name; no dot, space or dash at the
 * ends, so that neither a hidden file nor an option comes of it; no two dots in a row; and at most `bytes` bytes of
 * UTF-8, cut between graphemes. Composed (NFC). Never empty. Only the first 1,000 code units of the text count.
 */
export function safeNamePart(text: string, bytes: number): string {
  const clean = visible(text.slice(0, LONGEST_READ).toWellFormed())
    .normalize('NFC')
    .replace(SPACES, ' ')
    .replace(CONTROL, '')
    .replace(SEPARATORS, '-')
    .replace(FORBIDDEN, '')
    .replace(/\.{2,}/g, '.')
    .replace(/(?:-\s*){2,}/g, '-');
  const name = trimEnds(cutToBytes(trimEnds(clean), bytes - 1));
  if (name === '') return NOTHING_LEFT;
  const stem = at(name.split('.'), 0).trimEnd();
  return DEVICE.test(stem) ? `${NOTHING_LEFT}${name}` : name;
}

/** The length of a text in bytes of UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Each half of a surrogate pair stands for two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
  }
  return bytes;
}

/** The beginning of a text that fits into this many bytes of UTF-8 (and characters), never cutting a grapheme. */
export function cutToBytes(text: string, bytes: number, characters = Number.POSITIVE_INFINITY): string {
  if (utf8Length(text) <= bytes && text.length <= characters) return text;
  let end = 0;
  let size = 0;
  let count = 0;
  for (const { segment } of segmenter('grapheme').segment(text)) {
    size += utf8Length(segment);
    count += 1;
    if (size > bytes || count > characters) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

function visible(text: string): string {
  INVISIBLE.lastIndex = 0;
  if (!INVISIBLE.test(text)) return text;
  let shown = '';
  let from = 0;
  // Written here, since it takes a start's time: it lists thousands.
  for (const emoji of text.matchAll(/\p{RGI_Emoji}/gv)) {
    shown += text.slice(from, emoji.index).replace(INVISIBLE, '') + emoji[0];
    from = emoji.index + emoji[0].length;
  }
  return shown + text.slice(from).replace(INVISIBLE, '');
}

function trimEnds(text: string): string {
  return text.replace(/^[\s.~-]+|(?<![\s.-])[\s.-]+$/gu, '');
}
