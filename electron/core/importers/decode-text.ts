// From a file's bytes to its characters.

/** Text that was read from bytes. */
export interface DecodedText {
  /** Without a byte order mark; otherwise exactly as it stood. */
  readonly text: string;
  /** What was assumed or is damaged, one sentence each. */
  readonly notices: readonly string[];
}

/** Why bytes are no readable text. */
export type UnreadableText = 'binary' | 'encoding';

/** The part of a text that control characters may make up, by chance or age. */
const MOST_CONTROLS = 0.01;
/** Beyond this share of accented letters, Western text is another alphabet read wrongly. */
const MOST_ACCENTS = 0.25;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/g;

/**
 * Reads text: UTF-8 with or without a byte order mark, UTF-16 of either order (without a mark where the order shows),
 * else windows-1252, with a notice. A UTF-8 text with a few damaged bytes stays UTF-8, with a notice.
 *
 * @returns the text, or why there is none
 */
export function decodeText(bytes: Uint8Array): DecodedText | UnreadableText {
  const wide = wideEncoding(bytes);
  if (wide === 'utf-32') return 'encoding';
  if (wide) return decodeWide(bytes, wide);
  if (bytes.includes(0)) return 'binary';
  const strict = tryDecode(bytes, 'utf-8');
  if (strict !== null) return hasManyControls(strict) ? 'binary' : { text: strict, notices: [] };
  return decodeDamaged(bytes);
}

function decodeWide(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedText | UnreadableText {
  const text = tryDecode(bytes, encoding);
  if (text === null) return hasMark(bytes) ? 'encoding' : 'binary';
  return hasManyControls(text) ? 'binary' : { text, notices: [] };
}

/** Bytes that are no clean UTF-8. */
function decodeDamaged(bytes: Uint8Array): DecodedText | UnreadableText {
  const lenient = new TextDecoder('utf-8').decode(bytes);
  const damaged = count(lenient, /\ufffd/g);
  // In UTF-8 every accented letter is a valid sequence; in any other encoding next to none is.
  if (count(lenient, /[\u0080-\ufffc]/g) > 10 * damaged && !hasManyControls(lenient)) {
    const places = damaged === 1 ? '1 damaged character was' : `${damaged} damaged characters were`;
    return { text: lenient, notices: [`The text is UTF-8, but ${places} replaced by �.`] };
  }
  const western = new TextDecoder('windows-1252').decode(bytes);
  if (hasManyControls(western) || count(western, /[\x80-\x9f]/g) > western.length * MOST_CONTROLS) return 'binary';
  const letters = count(western, /\p{L}/gu);
  const accents = count(western, /[\xc0-\xff]/g);
  if (accents > letters * MOST_ACCENTS) return 'encoding';
  return {
    text: western,
    notices: [
      'The text is not UTF-8: it was read as Western European (Windows-1252); check accented letters and quotation marks.',
    ],
  };
}

function hasMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-32' | null {
  if (hasMark(bytes)) {
    if (bytes[0] === 0xff && bytes[2] === 0 && bytes[3] === 0) return 'utf-32';
    return bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
  }
  if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff) return 'utf-32';
  // In UTF-16 text the zero bytes all stand on one side: those of spaces and line ends at the least.
  const zeros = [0, 0];
  const length = Math.min(bytes.byteLength, 65_536);
  for (let at = 0; at < length; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < length / 200 || even + odd === 0 || (even > 0 && odd > 0)) return null;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** The text without its byte order mark, or null where a byte does not fit. */
function tryDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function hasManyControls(text: string): boolean {
  return count(text, CONTROLS) > text.length * MOST_CONTROLS;
}

function count(text: string, what: RegExp): number {
  let found = 0;
  what.lastIndex = 0;
  while (what.test(text)) found += 1;
  return found;
}
