// Reads plain text: a script in Lectern's own form, or a book.

import { analyse } from 'chardet';
import type { BlockEvidence } from '../../../shared/model/block-evidence.ts';
import type { BookChange } from '../../../shared/model/book.ts';
import type { ImportNotice, TextEncoding } from '../../../shared/model/import-notes.ts';
import type { ScriptKind } from '../../../shared/model/manuscript.ts';
import type { ScriptDocument } from '../../../shared/model/script.ts';
import { withoutInvisible, withPlainRows } from '../../../shared/rules/characters.ts';
import { checkRows, fileTypeOf, ImportError } from '../formats/importable-file.ts';
import { LaidOutText } from '../layout/laid-out-text.ts';
import { type ScriptHead, scriptHead } from '../layout/production-heads.ts';
import { renpyScript } from '../layout/renpy-script.ts';
import { beginsWithRoles, detectScriptKind, isTold, MAX_SHOW_LENGTH } from '../layout/script-kind.ts';
import type { ScriptLayout } from '../layout/script-layouts.ts';
import { withEmphasis, withoutEmphasis } from '../script/document-emphasis.ts';
import { type UnmarkedText, withoutComments, withPauseMarks } from '../script/inline-markup.ts';
import { headNotices, scriptNotices } from '../script/script-notices.ts';
import { bookOfDocument } from '../sections/book-of-document.ts';
import { proseBlocks, proseRows } from '../sections/prose-headings.ts';
import { hasLicence, proseToScript, scriptWithoutLicence } from '../sections/prose-text.ts';
import { looksLikeMacintosh, UNDEFINED_IN_WESTERN } from './macintosh-text.ts';
import { decodeMixed } from './mixed-text.ts';
import { withoutMarkup, withoutSigns } from './plain-words.ts';
import { withoutTimes } from './time-rows.ts';
import { repairTwiceEncoded } from './twice-encoded.ts';

// From a file's bytes to its characters.

/** Text that was read from bytes. */
export interface DecodedText {
  /** Without a byte order mark; otherwise exactly as it stood. */
  readonly text: string;
  /** What was assumed or is damaged. */
  readonly notices: readonly ImportNotice[];
}

/** Why bytes are no readable text. */
type UnreadableText = 'binary' | 'encoding';

/** The part of a text that control characters may make up, by chance or age. */
const MAX_CONTROLS = 0.01;
/** Beyond this share of accented letters, Western text is another alphabet read wrongly. */
const MAX_ACCENTS = 0.25;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/g;

/** What switches between the alphabets of ISO-2022, which is Japanese in bytes that look like plain English. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a switch begins with
const ALPHABET_SWITCH = /\x1b(?:\$[@AB]|\([BIJ])/;

/**
 * Reads text: UTF-8 with or without a byte order mark, UTF-16 of either order (without a mark where it can't be anything
 * else), else what it looks like, and windows-1252 where it looks like nothing else, with a notice. A UTF-8 text with a
 * few damaged bytes stays UTF-8, and a mixture of UTF-8 and windows-1252 is read as both, with a notice.
 *
 * @returns the text, or why there is none
 */
export function decodeText(bytes: Uint8Array): DecodedText | UnreadableText {
  const wide = wideEncoding(bytes);
  if (wide === 'utf-32') return 'encoding';
  if (wide) return decodeWide(bytes, wide);
  if (bytes.includes(0)) return 'binary';
  const strict = tryDecode(bytes, 'utf-8');
  if (strict === null) return decodeDamaged(bytes);
  if (ALPHABET_SWITCH.test(strict)) return decodeByLooks(bytes) ?? 'encoding';
  return hasManyControls(strict) ? 'binary' : repaired(strict);
}

function repaired(text: string): DecodedText {
  const found = repairTwiceEncoded(text);
  if (!found) return { text, notices: [] };
  const { characters, row } = found;
  return { text: found.text, notices: [{ kind: 'twice-encoded', characters, row }] };
}

function decodeWide(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): DecodedText | UnreadableText {
  const text = tryDecode(bytes, encoding);
  if (text === null) return hasMark(bytes) ? 'encoding' : 'binary';
  if (hasMark(bytes) && looksNarrow(bytes)) return 'encoding';
  return hasManyControls(text) ? 'binary' : { text, notices: [] };
}

/** Bytes that are no clean UTF-8. */
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
  // In UTF-8 every accented letter is a valid sequence; in any other encoding next to none is.
  if (count(lenient, /[\u0080-\ufffc]/g) > 10 * damaged && !hasManyControls(lenient)) {
    return { text: lenient, notices: [{ kind: 'damaged-characters', characters: damaged }] };
  }
  const found = decodeByLooks(bytes);
  if (found) return found;
  const western = new TextDecoder('windows-1252').decode(bytes);
  if (hasManyControls(western)) return 'binary';
  const macintosh = new TextDecoder('macintosh').decode(bytes);
  if (looksLikeMacintosh(western, macintosh)) {
    return { text: macintosh, notices: [{ kind: 'encoding', encoding: 'macintosh' }] };
  }
  if (count(western, UNDEFINED_IN_WESTERN) > western.length * MAX_CONTROLS) return 'binary';
  const letters = count(western, /\p{L}/gu);
  const accents = count(western, /[\xc0-\xff]/g);
  if (accents > letters * MAX_ACCENTS) return 'encoding';
  return { text: western, notices: [{ kind: 'encoding', encoding: 'windows-1252' }] };
}

/** What decodes an encoding that the detector names. */
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
/** The detector's confidence, of 100: what is less likely is a guess. */
const MIN_CONFIDENCE = 25;
/** And so much more than that of the next: what is equally likely is a guess, too. */
const MIN_LEAD = 5;
/** Fewer bytes that are no plain English say nothing. */
const MIN_SIGNS = 10;
/** Of what was decoded rightly, at most this part is damaged. */
const MAX_DAMAGED = 0.002;

/** The text in the encoding that it looks like; null where that is Western, or can't be told. */
function decodeByLooks(bytes: Uint8Array): DecodedText | null {
  const start = bytes.subarray(0, LOOK);
  const signs = start.reduce((sum, byte) => sum + (byte >= 0x80 || byte === ESCAPE ? 1 : 0), 0);
  const [best, next] = analyse(start);
  const isClear = best && best.confidence >= Math.max(MIN_CONFIDENCE, (next?.confidence ?? 0) + MIN_LEAD);
  const encoding = isClear ? ENCODINGS[best.name] : undefined;
  if (!encoding || (signs < MIN_SIGNS && best?.name !== 'ISO-2022-JP')) return null;
  const text = new TextDecoder(encoding).decode(bytes);
  if (count(text, /\ufffd/g) > text.length * MAX_DAMAGED || hasManyControls(text)) return null;
  return { text, notices: [{ kind: 'encoding', encoding }] };
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
  const figures = figuresOf(bytes);
  const [even, odd] = figures.zeros;
  if (even > 0 && odd > 0) return null;
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be';
  return isClearlyWide(bytes, figures, encoding) ? encoding : null;
}

/** What bytes are like, by the first of them. */
interface ByteFigures {
  readonly bytes: number;
  /** Zero bytes at even and at odd places. */
  readonly zeros: readonly [even: number, odd: number];
  /** Zero bytes whose neighbour in a pair is a character of plain text; and of these, those beside one of ASCII. */
  readonly zerosBesideText: number;
  readonly zerosBesideAscii: number;
  /** Printable ASCII, and what no text in single bytes has: control characters but those between words. */
  readonly printable: number;
  readonly controls: number;
}

/** Bytes that are looked at to tell an encoding. */
const LOOK = 65_536;

function figuresOf(bytes: Uint8Array): ByteFigures {
  const length = Math.min(bytes.byteLength, LOOK);
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

/** Whether a byte is a character that texts have: printable ASCII, white space between words and rows, or above ASCII. */
function isPlainText(byte: number): boolean {
  return (byte >= 0x20 && byte !== 0x7f) || (byte >= 9 && byte <= 13);
}

/** Of a text in Western letters nearly every second byte is zero: at least this part of the pairs has one. */
const WESTERN_ZEROS = 0.7;
/** Other text in pairs of bytes has at least this part of bytes that no text in single bytes has. */
const OTHER_CONTROLS = 0.02;
/** Where it has none of them, as a few words of Korean, at least this part of the pairs are spaces and the like. */
const OTHER_ZEROS = 0.1;
/** And at most this part of printable ASCII, of which English in single bytes has nearly nothing else. */
const MAX_PRINTABLE = 0.8;

/**
 * Whether bytes without a mark are UTF-16 and can be nothing else. A single zero byte says nothing: it may have got into
 * any text.
 */
function isClearlyWide(bytes: Uint8Array, figures: ByteFigures, encoding: 'utf-16le' | 'utf-16be'): boolean {
  const count = figures.zeros[0] + figures.zeros[1];
  if (count < 2 || bytes.byteLength % 2 === 1) return false;
  const isWestern = count >= (figures.bytes / 2) * WESTERN_ZEROS && figures.zerosBesideText === count;
  if (!isWestern && !(figures.zerosBesideAscii === count && isOtherScript(bytes, figures, count))) return false;
  const text = tryDecode(bytes.subarray(0, LOOK), encoding, true) ?? '';
  return text !== '' && !UNASSIGNED.test(text);
}

/** Whether bytes are text in a non-Western script: single-byte text never has this many control or zero bytes. */
function isOtherScript(bytes: Uint8Array, { bytes: length, printable, controls }: ByteFigures, zeros: number): boolean {
  if (controls >= 3 && controls >= length * OTHER_CONTROLS) return printable < length * MAX_PRINTABLE;
  const hasManySpaces = zeros >= 8 && zeros * 2 >= length * OTHER_ZEROS;
  return hasManySpaces && printable < length / 2 && tryDecode(bytes.subarray(0, LOOK), 'utf-8', true) === null;
}

/** What no text has. */
const UNASSIGNED = /[\p{Cn}\p{Co}]/u;

/** Bytes fewer than this are too few to tell by their kinds. */
const MIN_TO_JUDGE = 40;

/** Whether bytes behind a mark of UTF-16 are text in single bytes: in pairs such a text would be Chinese without sense. */
function looksNarrow(bytes: Uint8Array): boolean {
  const { bytes: length, zeros, printable, controls } = figuresOf(bytes);
  return length >= MIN_TO_JUDGE && zeros[0] + zeros[1] === 0 && controls === 0 && printable > length * 0.8;
}

/**
 * The text without its byte order mark, or null where a byte does not fit.
 *
 * @param isStart whether the last character may be cut
 */
function tryDecode(bytes: Uint8Array, encoding: string, isStart = false): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isStart });
  } catch {
    return null;
  }
}

function hasManyControls(text: string): boolean {
  return count(text, CONTROLS) > text.length * MAX_CONTROLS;
}

function count(text: string, what: RegExp): number {
  let found = 0;
  what.lastIndex = 0;
  while (what.test(text)) found += 1;
  return found;
}

/** Whether a text that no layout shows to be a script is a book, also where no blank rows part its paragraphs. */
function readsAsBook(text: string, hasLayout: () => boolean): boolean {
  if (isTold(text)) return true;
  const blocks = proseBlocks(proseRows(text));
  if (blocks.length * 2 < text.split(/\n[ \t]*\n/).length * 3) return false;
  const parted = blocks.map(({ rows }) => rows.join('\n')).join('\n\n');
  return isTold(parted) || detectScriptKind(parted, hasLayout) === 'prose';
}

/** What a file became. */
export interface ImportedScript {
  /** Lectern's script text. */
  readonly text: string;
  /** The same with the roles that the file states. Of a file that states none, it is the text. */
  readonly document: ScriptDocument;
  /** `script`: written as one, passed as it stood. `prose`: made from a book; only confirmed roles count in it. */
  readonly kind: 'script' | 'prose';
  /** The work's title, or null where none is to be seen. */
  readonly title: string | null;
  /** What was left out, changed or assumed. */
  readonly notices: readonly ImportNotice[];
  /** What the file says of the book; absent where it says nothing. */
  readonly book?: BookChange;
  /** Why roles are roles, by name. Others are names before colons in the text (`role-evidence.ts`). */
  readonly evidence?: ReadonlyMap<string, BlockEvidence> | undefined;
}

const BOOK_TITLE = /^\s*#[ \t]+(\S[^\n]*)\n\s*##(?:[ \t]|\n|$)/;
const BLANKS_AT_END = /(?<![ \t])[ \t]+$/;

/**
 * Imports a text file. A script in Lectern's own form passes exactly as it stands, except that invisible characters are
 * dropped, each row ends at `\n`, and what is not to be spoken is put in brackets; a script in any other layout, and a book,
 * becomes script text.
 *
 * @param fileName the file's name or path: its extension says that `.lectern-script` is a script, and errors name it
 * @param kind how it is read, whatever it looks like; absent: as it looks
 * @param emphasis whether what speeches stress becomes marks
 * @throws ImportError `binary`, `empty`, `encoding`, `too-large` or `unknown-format`
 */
export function importTextFile(
  bytes: Uint8Array,
  fileName: string,
  kind?: ScriptKind,
  emphasis = true,
): ImportedScript {
  const text = new OpenedText(readText(bytes, fileName), fileName);
  return text.as(kind ?? text.detected, emphasis);
}

/**
 * The text of a file, whatever it is written in: without invisible characters, with rows that end at `\n`.
 *
 * @throws ImportError `binary`, `empty`, `encoding`, `too-large` or `unknown-format`
 */
export function readText(bytes: Uint8Array, fileName: string): DecodedText {
  const known = fileTypeOf(bytes);
  if (known) {
    const isMarkedUp = known.type === 'html' || known.type === 'rtf';
    throw new ImportError({ kind: isMarkedUp ? 'marked-up' : 'other-file', type: known.type }, fileName);
  }
  const decoded = decodeText(bytes);
  if (decoded === 'binary') throw new ImportError({ kind: 'not-text' }, fileName);
  if (decoded === 'encoding') throw new ImportError({ kind: 'unclear-encoding' }, fileName);
  const text = withoutInvisible(withPlainRows(decoded.text));
  if (text.trim() === '') throw new ImportError({ kind: 'no-words' }, fileName);
  checkRows(text, fileName);
  return { text, notices: decoded.notices };
}

/** A text that can be read as a script or as prose. It is laid out once, whatever it is read as. */
export class OpenedText {
  readonly #fileName: string;
  readonly #isOwn: boolean;
  /** What was assumed while the text was decoded. */
  readonly #assumed: readonly ImportNotice[];
  readonly #unmarked: UnmarkedText;
  /** As a script: also without a licence. */
  readonly #bare: UnmarkedText;
  readonly #laidOut: LaidOutText;
  #looks: ScriptKind | null = null;
  #detected: ScriptKind | null = null;

  /** @param fileName the file's name or path: its extension says that `.lectern-script` is a script, and errors name it */
  constructor({ text, notices }: DecodedText, fileName: string) {
    this.#fileName = fileName;
    this.#isOwn = /\.lectern-script$/i.test(fileName);
    this.#assumed = notices;
    this.#unmarked = this.#isOwn || renpyScript(text) !== null ? { text, notices: [] } : withoutMarkup(text);
    const plain = withPauseMarks(this.#unmarked.text);
    this.#bare = this.#isOwn || !hasLicence(plain) ? { text: plain, notices: [] } : scriptWithoutLicence(plain);
    this.#laidOut = new LaidOutText(this.#bare.text);
  }

  /** What it looks like. */
  get detected(): ScriptKind {
    this.#detected ??= this.#detect();
    return this.#detected;
  }

  /** Whether its paragraphs begin with roles, or its rows are laid out as a script's. */
  isTypedAsScript(): boolean {
    const { text } = this.#bare;
    if (beginsWithRoles(text.split(/\n[ \t]*\n/))) return true;
    return this.#layout(text.length > MAX_SHOW_LENGTH || this.#looksLike() === 'prose') !== null;
  }

  /** @throws ImportError `no-words` or `matter-only` */
  as(kind: ScriptKind, emphasis = true): ImportedScript {
    const head = this.#isOwn ? null : scriptHead(this.#unmarked.text);
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
    const signed = layout?.text ?? null;
    const timed =
      this.#isOwn || signed !== null ? { text: this.#bare.text, notices: [] } : withoutTimes(this.#bare.text);
    const rewritten = signed === null ? timed.text : withoutEmphasis(signed);
    const written = signed === null || !emphasis ? rewritten : withEmphasis(rewritten, signed);
    const finished = this.#isOwn ? { text: written, notices: [] } : withoutSigns(written, this.#bare.text);
    const script = finished.text;
    if (script.trim() === '') throw new ImportError({ kind: 'no-words' }, this.#fileName);
    return {
      text: script,
      document: [script],
      kind: 'script',
      title: BOOK_TITLE.exec(script)?.[1]?.replace(BLANKS_AT_END, '') ?? head?.title ?? null,
      ...bookOfHead(head),
      evidence: layout?.evidence,
      notices: [
        ...this.#assumed,
        ...this.#bare.notices,
        ...headNotices(head?.rows ?? 0),
        ...this.#unmarked.notices,
        ...timed.notices,
        ...finished.notices,
        ...scriptNotices(script),
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
      ...bookOfHead(head),
      notices: [
        ...this.#assumed,
        ...this.#unmarked.notices,
        ...uncommented.notices,
        ...timed.notices,
        ...prose.notices,
      ],
    };
  }
}

const bookOfHead = (head: ScriptHead | null): Pick<ImportedScript, 'book'> =>
  head && (head.title ?? head.author) !== null ? { book: bookOfDocument(head) } : {};
