// UTF-8 that was read as Windows-1252 or Mac OS Roman and saved as UTF-8 again: `itâ€™s`, `cafÃ©`, `it‚Äôs`, `caf√©`.

/** A text whose characters were encoded twice. */
export interface RepairedText {
  readonly text: string;
  /** Characters that were repaired. */
  readonly characters: number;
  /** The row of the first of them, 1-based. */
  readonly row: number;
}

/** A text may have been encoded once more. */
const MOST_TIMES = 3;
/** Fewer than this are by chance. */
const FEWEST = 2;
/** Of a text's characters above ASCII at least this part: fewer are named in it, as examples. */
const LEAST_SHARE = 0.1;
const ABOVE_ASCII = /[\u0080-\uffff]/g;
/** This number of sequences in a row, and no other characters that begin one, are not there by chance. */
const SURE_ROW = 4;

/** Returns null where nothing shows that characters were encoded twice. */
export function repairTwiceEncoded(text: string): RepairedText | null {
  const first = repairedOnceEither(text);
  if (first === null) return null;
  let repaired = first.text;
  for (let time = 1; time < MOST_TIMES; time += 1) repaired = repairedOnceEither(repaired)?.text ?? repaired;
  return { ...first, text: repaired };
}

const repairedOnceEither = (text: string): RepairedText | null =>
  repairedOnce(text, 'windows-1252') ?? repairedOnce(text, 'macintosh');

type Misread = 'windows-1252' | 'macintosh';

/** Characters that can begin a sequence. In Mac OS Roman, quotation marks could too, but only accents and marks count. */
const BEGINS: Readonly<Record<Misread, RegExp>> = {
  'windows-1252': /[\u00c2-\u00f4]/,
  macintosh: /[¬√‚]/,
};

/** For each encoding, the byte of each character above ASCII. */
const BYTES: Readonly<Record<Misread, ReadonlyMap<string, number>>> = {
  'windows-1252': bytesOf('windows-1252'),
  macintosh: bytesOf('macintosh'),
};

function bytesOf(encoding: Misread): ReadonlyMap<string, number> {
  const bytes = Array.from({ length: 128 }, (_, at) => at + 0x80);
  const found = new Map(bytes.map((byte) => [new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte]));
  // Latin-1 has control characters where Windows-1252 has marks.
  if (encoding === 'windows-1252')
    for (let byte = 0x80; byte < 0xa0; byte += 1) found.set(String.fromCharCode(byte), byte);
  return found;
}

/**
 * Letters and marks that texts have, and control characters, which are parts of what was encoded three times. By chance two
 * signs of Western text stand for others, such as phonetic letters.
 */
const LIKELY = [
  /[\u0080-\u017f\u2010-\u203a€™\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Thai}]/u,
  /[\u3000-\u303f\uff00-\uffef\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}]/u,
] as const;

interface RowReading {
  readonly text: string;
  readonly sequences: number;
  /** Sequences that stand in a word or begin as those of marks do: no text has them. */
  readonly sure: number;
  /** Characters that begin a sequence and are followed by none. */
  readonly alone: number;
}

function repairedOnce(text: string, encoding: Misread): RepairedText | null {
  if (!BEGINS[encoding].test(text)) return null;
  const rows = text.split('\n');
  const read = rows.map((row) => readRow(row, BYTES[encoding], encoding));
  const sure = read.reduce((sum, row) => sum + (row?.sure ?? 0), 0);
  if (sure < FEWEST) return null;
  const isTwice = read.map((row) => row !== null && row.sequences > 0 && row.alone === 0);
  const first = isTwice.indexOf(true);
  if (first < 0) return null;
  const others = rows.reduce((sum, row, at) => sum + (isTwice[at] ? 0 : (row.match(ABOVE_ASCII)?.length ?? 0)), 0);
  const characters = read.reduce((sum, row, at) => sum + (isTwice[at] ? (row?.sequences ?? 0) : 0), 0);
  if (characters < others * LEAST_SHARE) return null;
  const written = rows.map((row, at) => (isTwice[at] ? (read[at]?.text ?? row) : row)).join('\n');
  return { text: written, characters, row: first + 1 };
}

function readRow(row: string, bytes: ReadonlyMap<string, number>, encoding: Misread): RowReading | null {
  if (!BEGINS[encoding].test(row)) return null;
  let [text, sequences, sure, alone] = ['', 0, 0, 0];
  for (let at = 0; at < row.length; at += 1) {
    const sign = row.charAt(at);
    const lead = bytes.get(sign) ?? 0;
    const length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const begins = length > 0 && BEGINS[encoding].test(sign);
    const found = begins ? decoded(row.slice(at, at + length), bytes) : null;
    if (found === null) {
      if (begins && encoding === 'windows-1252') alone += 1;
      text += sign;
      continue;
    }
    const isMark = lead === 0xe2;
    if (isMark || /\p{Ll}/u.test(row.charAt(at - 1)) || sign === '√') sure += 1;
    sequences += 1;
    text += found.character;
    at += found.length - 1;
  }
  // Nothing but sequences is no chance either.
  return { text, sequences, sure: alone === 0 && sequences >= SURE_ROW ? sequences : sure, alone };
}

/** The character that signs stand for; null where they stand for none. */
function decoded(
  signs: string,
  bytes: ReadonlyMap<string, number>,
): { readonly character: string; readonly length: number } | null {
  // Windows-1252 has no character for the last byte of ”, so that it is lost or damaged.
  if (/^â€(?:\ufffd|[\s.,;:!?)]|$)/.test(signs))
    return { character: '”', length: signs.charAt(2) === '\ufffd' ? 3 : 2 };
  const found = Uint8Array.from(signs, (sign) => bytes.get(sign) ?? 0);
  try {
    const character = new TextDecoder('utf-8', { fatal: true }).decode(found);
    const isLikely = bytes.has(character) || LIKELY.some((letters) => letters.test(character));
    return isLikely && [...character].length === 1 ? { character, length: signs.length } : null;
  } catch {
    return null;
  }
}
