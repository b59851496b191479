import { at } from '../at.ts';
import { segmenter } from '../segmenter.ts';

/** Only this many code units are processed, so that very long titles don't slow down naming each file. */
const MAX_INPUT_LENGTH = 1_000;

const FALLBACK_NAME = '_';

/** Windows reserves these names for devices, with any extension and in any case. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
const CONTROL = /[\x00-\x1f\x7f-\x9f]+/g;
const SPACES = /[\s\u2028\u2029]+/gu;
/** Characters forbidden on Windows. Separators become dashes; the others are removed. */
const SEPARATORS = /[/\\|:]+/g;
const FORBIDDEN = /[<>"?*]/g;

/**
 * Converts text to a path component of at most `bytes` in UTF-8, without an extension. Removes dots, spaces and
 * dashes at the start and end, because the name would otherwise be hidden or look like an option. The result is NFC
 * and never empty.
 */
export function safeNamePart(text: string, bytes: number): string {
  const clean = removeInvisible(text.slice(0, MAX_INPUT_LENGTH).toWellFormed())
    .normalize('NFC')
    .replace(SPACES, ' ')
    .replace(CONTROL, '')
    .replace(SEPARATORS, '-')
    .replace(FORBIDDEN, '')
    .replace(/\.{2,}/g, '.')
    .replace(/(?:-\s*){2,}/g, '-');
  const name = trimEnds(truncateToBytes(trimEnds(clean), bytes - 1));
  if (name === '') return FALLBACK_NAME;
  const stem = at(name.split('.'), 0).trimEnd();
  return DEVICE_NAME.test(stem) ? `${FALLBACK_NAME}${name}` : name;
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Each half of a surrogate pair accounts for two of the character's four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
  }
  return bytes;
}

export function truncateToBytes(text: string, bytes: number, characters = Number.POSITIVE_INFINITY): string {
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

function removeInvisible(text: string): string {
  INVISIBLE.lastIndex = 0;
  if (!INVISIBLE.test(text)) return text;
  let shown = '';
  let from = 0;
  // A function rather than a constant, because compiling this pattern, which lists thousands of emoji, would slow
  // down startup.
  for (const emoji of text.matchAll(/\p{RGI_Emoji}/gv)) {
    shown += text.slice(from, emoji.index).replace(INVISIBLE, '') + emoji[0];
    from = emoji.index + emoji[0].length;
  }
  return shown + text.slice(from).replace(INVISIBLE, '');
}

function trimEnds(text: string): string {
  return text.replace(/^[\s.~-]+|(?<![\s.-])[\s.-]+$/gu, '');
}
