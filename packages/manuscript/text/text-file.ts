import { analyse } from 'chardet';
import type { BlockEvidence } from '../../../shared/model/block-evidence.ts';
import type { BookChange } from '../../../shared/model/book.ts';
import type { ImportNotice, TextEncoding } from '../../../shared/model/import-notes.ts';
import type { ScriptKind } from '../../../shared/model/manuscript.ts';
import type { ScriptDocument } from '../../../shared/model/script.ts';
import { normaliseLineEndings, withoutInvisible } from '../../../shared/rules/characters.ts';
import { detectFileType, ENCRYPTED_OFFICE } from '../formats/file-type.ts';
import { checkRowCount, documentError, ImportError } from '../formats/importable-file.ts';
import { LaidOutText } from '../layout/laid-out-text.ts';
import { readScriptHead, type ScriptHead } from '../layout/production-heads.ts';
import { convertRenpyScript } from '../layout/renpy-script.ts';
import { beginsWithRoles, detectScriptKind, hasNovelDialogue, MAX_SHORT_SCRIPT_LENGTH } from '../layout/script-kind.ts';
import type { ScriptLayout } from '../layout/script-layouts.ts';
import { withEmphasis, withoutEmphasis } from '../script/document-emphasis.ts';
import { restorePauseMarks, type UnmarkedText, withoutComments } from '../script/inline-markup.ts';
import { cueNotices, headNotices, scriptNotices } from '../script/script-notices.ts';
import { bookOfDocument } from '../sections/book-of-document.ts';
import { proseBlocks, proseRows } from '../sections/prose-headings.ts';
import { hasLicence, proseToScript, scriptWithoutLicence } from '../sections/prose-text.ts';
import { looksLikeMacintosh, UNDEFINED_IN_WESTERN } from './macintosh-text.ts';
import { decodeMixed } from './mixed-text.ts';
import { withoutCommentsAndEmphasis, withoutMarkup } from './plain-text.ts';
import { withoutTimes } from './time-rows.ts';
import { repairTwiceEncoded } from './twice-encoded.ts';

export interface DecodedText {
  /** Without a byte order mark. */
  readonly text: string;
  readonly notices: readonly ImportNotice[];
}

type UnreadableText = 'binary' | 'encoding';

const MAX_CONTROL_SHARE = 0.01;
/** If accented letters exceed this share of text decoded as Western, the text is probably in another alphabet. */
const MAX_ACCENT_SHARE = 0.25;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const CONTROL_CHARACTERS = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/g;

/** ISO-2022-JP escape sequences. Without them, the bytes look like ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with ESC
const ALPHABET_SWITCH = /\x1b(?:\$[@AB]|\([BIJ])/;

/**
 * Tries UTF-8, UTF-16, the detected encoding, then windows-1252. Without a byte order mark, UTF-16 must be
 * unambiguous. UTF-8 with a few damaged bytes stays UTF-8; a mix of UTF-8 and windows-1252 is decoded as both. A
 * guess adds a notice.
 */
export function decodeText(bytes: Uint8Array): DecodedText | UnreadableText {
  const wide = detectUtf16OrUtf32(bytes);
  if (wide === 'utf-32') return 'encoding';
  if (wide) return decodeUtf16(bytes, wide);
  if (bytes.includes(0)) return 'binary';
  const strict = tryDecode(bytes, 'utf-8');
  if (strict === null) return decodeDamaged(bytes);
  if (ALPHABET_SWITCH.test(strict)) return decodeDetected(bytes) ?? 'encoding';
  return hasManyControls(strict) ? 'binary' : repairText(strict);
}

function repairText(text: string): DecodedText {
  const found = repairTwiceEncoded(text);
  if (!found) return { text, notices: [] };
  const { characters, row } = found;
  return { text: found.text, notices: [{ kind: 'twice-encoded', characters, row }] };
}

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedText | UnreadableText {
  const text = tryDecode(bytes, encoding);
  if (text === null) return hasByteOrderMark(bytes) ? 'encoding' : 'binary';
  if (hasByteOrderMark(bytes) && looksSingleByte(bytes)) return 'encoding';
  return hasManyControls(text) ? 'binary' : { text, notices: [] };
}

function decodeDamaged(bytes: Uint8Array): DecodedText | UnreadableText {
  const mixed = decodeMixed(bytes);
  if (mixed && !hasManyControls(mixed.text)) {
    const { text, western, row, damaged } = mixed;
    const notices: ImportNotice[] = [{ kind: 'mixed-encodings', characters: western, row }];
    if (damaged > 0) notices.push({ kind: 'damaged-characters', characters: damaged });
    return { text: text.replace(/^\ufeff/, ''), notices };
  }
  const lenient = new TextDecoder('utf-8').decode(bytes);
  const damaged = count(lenient, /\ufffd/g);
  // In UTF-8, every accented letter is a valid sequence. In other encodings, almost none are.
  if (count(lenient, /[\u0080-\ufffc]/g) > 10 * damaged && !hasManyControls(lenient)) {
    return { text: lenient, notices: [{ kind: 'damaged-characters', characters: damaged }] };
  }
  const found = decodeDetected(bytes);
  if (found) return found;
  const western = new TextDecoder('windows-1252').decode(bytes);
  if (hasManyControls(western)) return 'binary';
  const macintosh = new TextDecoder('macintosh').decode(bytes);
  if (looksLikeMacintosh(western, macintosh)) {
    return { text: macintosh, notices: [{ kind: 'encoding', encoding: 'macintosh' }] };
  }
  if (count(western, UNDEFINED_IN_WESTERN) > western.length * MAX_CONTROL_SHARE) return 'binary';
  const letters = count(western, /\p{L}/gu);
  const accents = count(western, /[\xc0-\xff]/g);
  if (accents > letters * MAX_ACCENT_SHARE) return 'encoding';
  return { text: western, notices: [{ kind: 'encoding', encoding: 'windows-1252' }] };
}

const ENCODINGS: Readonly<Record<string, TextEncoding>> = {
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'ISO-2022-JP': 'iso-2022-jp',
  GB18030: 'gb18030',
  Big5: 'big5',
  'EUC-KR': 'euc-kr',
  'windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
  'ISO-8859-5': 'iso-8859-5',
  'windows-1250': 'windows-1250',
  'ISO-8859-2': 'iso-8859-2',
  'windows-1253': 'windows-1253',
  'ISO-8859-7': 'iso-8859-7',
  'windows-1254': 'windows-1254',
  'ISO-8859-9': 'windows-1254',
  'windows-1255': 'windows-1255',
  'ISO-8859-8': 'windows-1255',
  'windows-1256': 'windows-1256',
};
const MIN_CONFIDENCE = 25;
const MIN_LEAD = 5;
/** Below this many non-ASCII bytes, detection is unreliable. */
const MIN_NON_ASCII_BYTES = 10;
const MAX_DAMAGED_SHARE = 0.002;

/** Detects the encoding statistically. Returns null for Western or undetectable encodings. */
function decodeDetected(bytes: Uint8Array): DecodedText | null {
  const start = bytes.subarray(0, MAX_SAMPLE_BYTES);
  const nonAsciiBytes = start.reduce((sum, byte) => sum + (byte >= 0x80 || byte === ESCAPE ? 1 : 0), 0);
  const [best, next] = analyse(start);
  const isClear = best && best.confidence >= Math.max(MIN_CONFIDENCE, (next?.confidence ?? 0) + MIN_LEAD);
  const encoding = isClear ? ENCODINGS[best.name] : undefined;
  if (!encoding || (nonAsciiBytes < MIN_NON_ASCII_BYTES && best?.name !== 'ISO-2022-JP')) return null;
  const text = new TextDecoder(encoding).decode(bytes);
  if (count(text, /\ufffd/g) > text.length * MAX_DAMAGED_SHARE || hasManyControls(text)) return null;
  return { text, notices: [{ kind: 'encoding', encoding }] };
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function detectUtf16OrUtf32(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-32' | null {
  if (hasByteOrderMark(bytes)) {
    if (bytes[0] === 0xff && bytes[2] === 0 && bytes[3] === 0) return 'utf-32';
    return bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
  }
  if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff) return 'utf-32';
  const figures = countBytes(bytes);
  const [even, odd] = figures.zeros;
  if (even > 0 && odd > 0) return null;
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be';
  return isClearlyUtf16(bytes, figures, encoding) ? encoding : null;
}

interface ByteCounts {
  readonly bytes: number;
  readonly zeros: readonly [even: number, odd: number];
  /**
   * Number of zero bytes paired with any byte that occurs in plain text, and number of those paired with an ASCII byte.
   */
  readonly zerosBesideText: number;
  readonly zerosBesideAscii: number;
  readonly printable: number;
  readonly controls: number;
}

const MAX_SAMPLE_BYTES = 65_536;

function countBytes(bytes: Uint8Array): ByteCounts {
  const length = Math.min(bytes.byteLength, MAX_SAMPLE_BYTES);
  const zeros: [number, number] = [0, 0];
  let [zerosBesideText, zerosBesideAscii, printable, controls] = [0, 0, 0, 0];
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0) {
      zeros[at % 2 === 0 ? 0 : 1] += 1;
      const beside = bytes[at ^ 1] ?? 0;
      if (isPlainText(beside)) zerosBesideText += 1;
      if (isPlainText(beside) && beside < 0x80) zerosBesideAscii += 1;
    } else if (byte >= 0x20 && byte < 0x7f) printable += 1;
    else if (!isPlainText(byte) && byte < 0x80 && byte !== ESCAPE) controls += 1;
  }
  return { bytes: length, zeros, zerosBesideText, zerosBesideAscii, printable, controls };
}

const ESCAPE = 0x1b;

function isPlainText(byte: number): boolean {
  return (byte >= 0x20 && byte !== 0x7f) || (byte >= 9 && byte <= 13);
}

/** Minimum share of byte pairs with a zero byte in Western UTF-16. */
const MIN_WESTERN_ZERO_SHARE = 0.7;
/** Minimum share of control bytes in non-Western UTF-16. Single-byte text has none. */
const MIN_CONTROL_SHARE = 0.02;
/** Minimum share of zero bytes if there are no control bytes, as in short Korean text. */
const MIN_OTHER_ZERO_SHARE = 0.1;
/** Maximum share of printable ASCII. Single-byte English is nearly all ASCII. */
const MAX_PRINTABLE_SHARE = 0.8;

/** Returns whether bytes without a byte order mark must be UTF-16. A single zero byte isn't enough. */
function isClearlyUtf16(bytes: Uint8Array, figures: ByteCounts, encoding: 'utf-16le' | 'utf-16be'): boolean {
  const count = figures.zeros[0] + figures.zeros[1];
  if (count < 2 || bytes.byteLength % 2 === 1) return false;
  const isWestern = count >= (figures.bytes / 2) * MIN_WESTERN_ZERO_SHARE && figures.zerosBesideText === count;
  if (!isWestern && !(figures.zerosBesideAscii === count && isNonWesternUtf16(bytes, figures, count))) return false;
  const text = tryDecode(bytes.subarray(0, MAX_SAMPLE_BYTES), encoding, true) ?? '';
  return text !== '' && !UNASSIGNED_CHARACTERS.test(text);
}

function isNonWesternUtf16(
  bytes: Uint8Array,
  { bytes: length, printable, controls }: ByteCounts,
  zeros: number,
): boolean {
  if (controls >= 3 && controls >= length * MIN_CONTROL_SHARE) return printable < length * MAX_PRINTABLE_SHARE;
  const hasManySpaces = zeros >= 8 && zeros * 2 >= length * MIN_OTHER_ZERO_SHARE;
  return (
    hasManySpaces && printable < length / 2 && tryDecode(bytes.subarray(0, MAX_SAMPLE_BYTES), 'utf-8', true) === null
  );
}

const UNASSIGNED_CHARACTERS = /[\p{Cn}\p{Co}]/u;

const MIN_JUDGEABLE_BYTES = 40;

/**
 * Returns whether the bytes after a UTF-16 byte order mark are single-byte text, which would decode to random Chinese
 * characters.
 */
function looksSingleByte(bytes: Uint8Array): boolean {
  const { bytes: length, zeros, printable, controls } = countBytes(bytes);
  return length >= MIN_JUDGEABLE_BYTES && zeros[0] + zeros[1] === 0 && controls === 0 && printable > length * 0.8;
}

/** Returns null if any bytes are invalid. @param isStart whether the bytes may end within a character */
function tryDecode(bytes: Uint8Array, encoding: string, isStart = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isStart });
  } catch {
    return null;
  }
}

function hasManyControls(text: string): boolean {
  return count(text, CONTROL_CHARACTERS) > text.length * MAX_CONTROL_SHARE;
}

function count(text: string, what: RegExp): number {
  let found = 0;
  what.lastIndex = 0;
  while (what.test(text)) found += 1;
  return found;
}

function readsAsBook(text: string, hasLayout: () => boolean): boolean {
  if (hasNovelDialogue(text)) return true;
  const blocks = proseBlocks(proseRows(text));
  if (blocks.length * 2 < text.split(/\n[ \t]*\n/).length * 3) return false;
  const parted = blocks.map(({ rows }) => rows.join('\n')).join('\n\n');
  return hasNovelDialogue(parted) || detectScriptKind(parted, hasLayout) === 'prose';
}

export interface ImportedScript {
  readonly text: string;
  /** The text with the roles stated in the file, or plain text if the file states none. */
  readonly document: ScriptDocument;
  readonly kind: 'script' | 'prose';
  /** Null if no title was found. */
  readonly title: string | null;
  readonly notices: readonly ImportNotice[];
  readonly book?: BookChange;
  /** Evidence by role name. For roles without an entry, see `role-evidence.ts`. */
  readonly evidence?: ReadonlyMap<string, BlockEvidence> | undefined;
}

const BOOK_TITLE = /^\s*#[ \t]+(\S[^\n]*)\n\s*##(?:[ \t]|\n|$)/;
const TRAILING_BLANKS = /(?<![ \t])[ \t]+$/;

/**
 * Keeps text in Lectern's own script format, except for invisible characters, line endings and brackets around
 * unspoken text.
 * @param fileName name or path; the extension `.lectern-script` marks a script, and errors include the name
 * @throws ImportError `binary`, `empty`, `encoding`, `too-large`, `wrong-file` or `protected`
 */
export function importTextFile(
  bytes: Uint8Array,
  fileName: string,
  kind?: ScriptKind,
  emphasis = true,
): ImportedScript {
  const text = new OpenedText(readText(bytes, fileName), fileName);
  return text.readAs(kind ?? text.detected, emphasis);
}

/** Removes invisible characters and ends lines at `\n`. @throws ImportError like `importTextFile` */
export function readText(bytes: Uint8Array, fileName: string): DecodedText {
  const known = detectFileType(bytes, fileName);
  if (known === ENCRYPTED_OFFICE) throw documentError('protected', fileName);
  if (known) throw new ImportError({ kind: 'wrong-file', type: known }, fileName);
  const decoded = decodeText(bytes);
  if (decoded === 'binary') throw new ImportError({ kind: 'not-text' }, fileName);
  if (decoded === 'encoding') throw new ImportError({ kind: 'unclear-encoding' }, fileName);
  const text = withoutInvisible(normaliseLineEndings(decoded.text));
  if (text.trim() === '') throw new ImportError({ kind: 'no-words' }, fileName);
  checkRowCount(text, fileName);
  return { text, notices: decoded.notices };
}

/** A text that can be read as a script or as prose. The layout is detected only once. */
export class OpenedText {
  readonly #fileName: string;
  readonly #isOwn: boolean;
  readonly #assumed: readonly ImportNotice[];
  readonly #unmarked: UnmarkedText;
  readonly #bare: UnmarkedText;
  readonly #laidOut: LaidOutText;
  #looks: ScriptKind | null = null;
  #detected: ScriptKind | null = null;

  constructor({ text, notices }: DecodedText, fileName: string) {
    this.#fileName = fileName;
    this.#isOwn = /\.lectern-script$/i.test(fileName);
    this.#assumed = notices;
    this.#unmarked = this.#isOwn || convertRenpyScript(text) !== null ? { text, notices: [] } : withoutMarkup(text);
    const plain = restorePauseMarks(this.#unmarked.text);
    this.#bare = this.#isOwn || !hasLicence(plain) ? { text: plain, notices: [] } : scriptWithoutLicence(plain);
    this.#laidOut = new LaidOutText(this.#bare.text);
  }

  get detected(): ScriptKind {
    this.#detected ??= this.#detect();
    return this.#detected;
  }

  isTypedAsScript(): boolean {
    const { text } = this.#bare;
    if (beginsWithRoles(text.split(/\n[ \t]*\n/))) return true;
    return this.#layout(text.length > MAX_SHORT_SCRIPT_LENGTH || this.#looksLike() === 'prose') !== null;
  }

  /** @throws ImportError `no-words` or `matter-only` */
  readAs(kind: ScriptKind, emphasis = true): ImportedScript {
    const head = this.#isOwn ? null : readScriptHead(this.#unmarked.text);
    return kind === 'script' ? this.#asScript(head, emphasis) : this.#asProse(head);
  }

  #detect(): ScriptKind {
    const looks = this.#looksLike();
    if (this.#isOwn || this.#layout(looks === 'prose') !== null) return 'script';
    return looks === 'script' && readsAsBook(this.#bare.text, this.#hasLayout) ? 'prose' : looks;
  }

  #looksLike(): ScriptKind {
    this.#looks ??= this.#isOwn ? 'script' : detectScriptKind(this.#unmarked.text, this.#hasLayout);
    return this.#looks;
  }

  readonly #hasLayout = (): boolean => this.#layout(false) !== null;

  #layout(isBook: boolean): ScriptLayout | null {
    return this.#isOwn ? null : this.#laidOut.layout(isBook);
  }

  #asScript(head: ScriptHead | null, emphasis: boolean): ImportedScript {
    const layout = this.#layout(this.#looksLike() === 'prose');
    const styled = layout?.text ?? null;
    const timed =
      this.#isOwn || styled !== null ? { text: this.#bare.text, notices: [] } : withoutTimes(this.#bare.text);
    const rewritten = styled === null ? timed.text : withoutEmphasis(styled);
    const written = styled === null || !emphasis ? rewritten : withEmphasis(rewritten, styled);
    const finished = this.#isOwn
      ? { text: written, notices: [] }
      : withoutCommentsAndEmphasis(written, this.#bare.text);
    const script = finished.text;
    if (script.trim() === '') throw new ImportError({ kind: 'no-words' }, this.#fileName);
    return {
      text: script,
      document: [script],
      kind: 'script',
      title: BOOK_TITLE.exec(script)?.[1]?.replace(TRAILING_BLANKS, '') ?? head?.title ?? null,
      ...bookDetails(head),
      evidence: layout?.evidence,
      notices: [
        ...this.#assumed,
        ...this.#bare.notices,
        ...headNotices(head?.rows ?? 0),
        ...this.#unmarked.notices,
        ...timed.notices,
        ...finished.notices,
        ...scriptNotices(script),
        ...cueNotices(script),
      ],
    };
  }

  #asProse(head: ScriptHead | null): ImportedScript {
    const uncommented = withoutComments(this.#unmarked.text);
    const timed = withoutTimes(uncommented.text);
    const prose = proseToScript(timed.text);
    if (prose.text.trim() === '') throw new ImportError({ kind: 'matter-only' }, this.#fileName);
    return {
      text: prose.text,
      document: [prose.text],
      kind: 'prose',
      title: head?.title ?? prose.title,
      ...bookDetails(head),
      notices: [
        ...this.#assumed,
        ...this.#unmarked.notices,
        ...uncommented.notices,
        ...timed.notices,
        ...prose.notices,
        ...cueNotices(prose.text),
      ],
    };
  }
}

const bookDetails = (head: ScriptHead | null): Pick<ImportedScript, 'book'> =>
  head && (head.title ?? head.author) !== null ? { book: bookOfDocument(head) } : {};
