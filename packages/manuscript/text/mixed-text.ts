export interface MixedText {
  readonly text: string;
  readonly western: number;
  /** Line number, from 1, of the first Windows-1252 character. */
  readonly row: number;
  /** Truncated UTF-8 sequences, replaced by U+FFFD. */
  readonly damaged: number;
}

const UNDEFINED_BYTES: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Other alphabets have long runs of non-ASCII letters. */
const MAX_RUN_SHARE = 0.05;
const MAX_RUN_LENGTH = 2;
/** Maximum share of Western non-ASCII letters that form valid two-byte sequences by chance. */
const MAX_CHANCE_SHARE = 0.1;

const UTF_8_OF_WESTERN: readonly Uint8Array[] = Array.from({ length: 256 }, (_, byte) =>
  new TextEncoder().encode(new TextDecoder('windows-1252').decode(Uint8Array.of(byte))),
);
const REPLACEMENT = new TextEncoder().encode('\ufffd');

/** Decodes UTF-8 in which some lines are Windows-1252. Returns null for other encodings. */
export function decodeMixed(bytes: Uint8Array): MixedText | null {
  const written = new Uint8Array(bytes.length * 3);
  let length = 0;
  let [sequences, longSequences, western, inRuns, run, damaged, rows, row] = [0, 0, 0, 0, 0, 0, 1, 0];
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const wanted = sequenceLength(byte);
    const found = countContinuations(bytes, at, wanted);
    if (found === wanted) {
      written.set(bytes.subarray(at, at + wanted), length);
      length += wanted;
      at += wanted;
      run = 0;
      if (wanted > 1) sequences += 1;
      if (wanted > 2) longSequences += 1;
      if (byte === 0x0a) rows += 1;
      continue;
    }
    if (found > 1) damaged += 1;
    else {
      if (UNDEFINED_BYTES.has(byte)) return null;
      western += 1;
      run += 1;
      if (run > MAX_RUN_LENGTH) inRuns += run === MAX_RUN_LENGTH + 1 ? run : 1;
      if (row === 0) row = rows;
    }
    const character = found > 1 ? REPLACEMENT : (UTF_8_OF_WESTERN[byte] ?? REPLACEMENT);
    written.set(character, length);
    length += character.length;
    at += Math.max(1, found);
  }
  const isUtf8 = longSequences > 0 || sequences > western * MAX_CHANCE_SHARE;
  // In UTF-8, a single invalid byte is probably damage rather than Windows-1252.
  const isWestern = western > 1 || (western === 1 && sequences < 10);
  if (!isUtf8 || !isWestern || inRuns > western * MAX_RUN_SHARE) return null;
  return { text: new TextDecoder().decode(written.subarray(0, length)), western, row, damaged };
}

function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || byte > 0xf4) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** Returns the number of valid bytes, or -1 if the first byte is invalid. */
function countContinuations(bytes: Uint8Array, at: number, expected: number): number {
  if (expected === 0) return -1;
  const first = bytes[at];
  let found = 1;
  for (; found < expected; found += 1) {
    const byte = bytes[at + found] ?? 0;
    if (byte < 0x80 || byte > 0xbf) break;
    // Overlong forms, surrogates and code points above U+10FFFF are invalid (RFC 3629).
    if (found > 1) continue;
    if ((first === 0xe0 && byte < 0xa0) || (first === 0xed && byte > 0x9f)) break;
    if ((first === 0xf0 && byte < 0x90) || (first === 0xf4 && byte > 0x8f)) break;
  }
  return found;
}
