// Repairs UTF-8 that was read as Windows-1252 (`itâ€™s`, `cafÃ©`) or Mac OS Roman (`it‚Äôs`, `caf√©`).

export interface RepairedText {
  readonly text: string;
  readonly characters: number;
  /** Line number, from 1, of the first repair. */
  readonly row: number;
}

const MAX_REPAIRS = 3;
const MIN_SEQUENCES = 2;
/** If a smaller share of the non-ASCII characters is affected, the sequences are probably examples in the text. */
const MIN_SHARE = 0.1;
const NON_ASCII = /[\u0080-\uffff]/g;
/** If there are at least this many sequences and all are complete, coincidence is unlikely. */
const MIN_SURE_SEQUENCES = 4;

/** Returns null if no characters were encoded twice. */
export function repairTwiceEncoded(text: string): RepairedText | null {
  const first = repairOnceInAnyEncoding(text);
  if (first === null) return null;
  let repaired = first.text;
  for (let time = 1; time < MAX_REPAIRS; time += 1) repaired = repairOnceInAnyEncoding(repaired)?.text ?? repaired;
  return { ...first, text: repaired };
}

const repairOnceInAnyEncoding = (text: string): RepairedText | null =>
  repairOnce(text, 'windows-1252') ?? repairOnce(text, 'macintosh');

type MisreadEncoding = 'windows-1252' | 'macintosh';

/** Characters that begin a sequence, except Mac quotation marks, which are too common. */
const SEQUENCE_START: Readonly<Record<MisreadEncoding, RegExp>> = {
  'windows-1252': /[\u00c2-\u00f4]/,
  macintosh: /[¬√‚]/,
};

const BYTES_BY_CHARACTER: Readonly<Record<MisreadEncoding, ReadonlyMap<string, number>>> = {
  'windows-1252': byteMap('windows-1252'),
  macintosh: byteMap('macintosh'),
};

function byteMap(encoding: MisreadEncoding): ReadonlyMap<string, number> {
  const bytes = Array.from({ length: 128 }, (_, at) => at + 0x80);
  const found = new Map(bytes.map((byte) => [new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte]));
  // Latin-1 has control characters where Windows-1252 has punctuation.
  if (encoding === 'windows-1252')
    for (let byte = 0x80; byte < 0xa0; byte += 1) found.set(String.fromCharCode(byte), byte);
  return found;
}

/** Includes control characters, which occur in triple encoding. Excludes phonetic letters, which appear by chance. */
const LIKELY_SEQUENCE = [
  /[\u0080-\u017f\u2010-\u203a€™\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Thai}]/u,
  /[\u3000-\u303f\uff00-\uffef\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}]/u,
] as const;

interface LineRepair {
  readonly text: string;
  readonly sequences: number;
  /** Sequences inside words or of punctuation, which don't occur by chance. */
  readonly sure: number;
  /** Incomplete sequences. */
  readonly alone: number;
}

function repairOnce(text: string, encoding: MisreadEncoding): RepairedText | null {
  if (!SEQUENCE_START[encoding].test(text)) return null;
  const rows = text.split('\n');
  const read = rows.map((row) => readRow(row, BYTES_BY_CHARACTER[encoding], encoding));
  const sure = read.reduce((sum, row) => sum + (row?.sure ?? 0), 0);
  if (sure < MIN_SEQUENCES) return null;
  const isTwice = read.map((row) => row !== null && row.sequences > 0 && row.alone === 0);
  const first = isTwice.indexOf(true);
  if (first < 0) return null;
  const others = rows.reduce((sum, row, at) => sum + (isTwice[at] ? 0 : (row.match(NON_ASCII)?.length ?? 0)), 0);
  const characters = read.reduce((sum, row, at) => sum + (isTwice[at] ? (row?.sequences ?? 0) : 0), 0);
  if (characters < others * MIN_SHARE) return null;
  const written = rows.map((row, at) => (isTwice[at] ? (read[at]?.text ?? row) : row)).join('\n');
  return { text: written, characters, row: first + 1 };
}

function readRow(row: string, bytes: ReadonlyMap<string, number>, encoding: MisreadEncoding): LineRepair | null {
  if (!SEQUENCE_START[encoding].test(row)) return null;
  let [text, sequences, sure, alone] = ['', 0, 0, 0];
  for (let at = 0; at < row.length; at += 1) {
    const character = row.charAt(at);
    const lead = bytes.get(character) ?? 0;
    const length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const begins = length > 0 && SEQUENCE_START[encoding].test(character);
    const found = begins ? decodeSequences(row.slice(at, at + length), bytes) : null;
    if (found === null) {
      if (begins && encoding === 'windows-1252') alone += 1;
      text += character;
      continue;
    }
    const isMark = lead === 0xe2;
    if (isMark || /\p{Ll}/u.test(row.charAt(at - 1)) || character === '√') sure += 1;
    sequences += 1;
    text += found.character;
    at += found.length - 1;
  }
  return { text, sequences, sure: alone === 0 && sequences >= MIN_SURE_SEQUENCES ? sequences : sure, alone };
}

function decodeSequences(
  sequence: string,
  bytes: ReadonlyMap<string, number>,
): { readonly character: string; readonly length: number } | null {
  // Windows-1252 doesn't define the last byte of `”`, so that byte may be missing.
  if (/^â€(?:\ufffd|[\s.,;:!?)]|$)/.test(sequence))
    return { character: '”', length: sequence.charAt(2) === '\ufffd' ? 3 : 2 };
  const found = Uint8Array.from(sequence, (character) => bytes.get(character) ?? 0);
  try {
    const character = new TextDecoder('utf-8', { fatal: true }).decode(found);
    const isLikely = bytes.has(character) || LIKELY_SEQUENCE.some((letters) => letters.test(character));
    return isLikely && [...character].length === 1 ? { character, length: sequence.length } : null;
  } catch {
    return null;
  }
}
