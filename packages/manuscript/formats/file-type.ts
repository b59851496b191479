import { type FileType, typeByName } from '../../../shared/model/file-types.ts';
import { zipEntries } from './zip-files.ts';

/** An Office file that needs a password or a rights server to open. */
export const ENCRYPTED_OFFICE = 'encrypted-office';

interface Signature {
  readonly type: FileType;
  /** Alternatives, decoded as Latin-1, one character per byte; `…` is any byte. */
  readonly starts: readonly string[];
  readonly offset: number;
}

const at = (offset: number, type: FileType, ...starts: string[]): Signature => ({ type, starts, offset });
const starts = (type: FileType, ...alternatives: string[]): Signature => at(0, type, ...alternatives);

/** Signatures of letters alone would match text, so they include bytes that text doesn't have. */
const SIGNATURES: readonly Signature[] = [
  starts('pdf', '%PDF'),
  starts('rtf', '{\\rtf'),
  at(60, 'kindle', 'BOOKMOBI', 'TEXtREAd'),
  starts('kindle', '\xeaDRMION\xee', 'CONT\x01\0', 'CONT\x02\0', 'TPZ\0', 'TPZ\x01', 'TPZ\x02', 'TPZ\x03'),
  starts('microsoft-reader', 'ITOLITLS\x01\0'),
  starts('djvu', 'AT&TFORM…………DJV'),
  starts('wordperfect', '\xffWPC'),
  starts('png', '\x89PNG'),
  starts('jpeg', '\xff\xd8\xff'),
  starts('gif', 'GIF87a', 'GIF89a'),
  starts('webp', 'RIFF…………WEBP'),
  starts('tiff', 'II*\0', 'II+\0', 'MM\0*', 'MM\0+'),
  starts('photoshop', '8BPS\0\x01', '8BPS\0\x02'),
  starts('bitmap', 'BM…………\0\0\0\0…………\x28\0\0\0', 'BM…………\0\0\0\0…………\x6c\0\0\0', 'BM…………\0\0\0\0…………\x7c\0\0\0'),
  starts('wav', 'RIFF…………WAVE', 'RF64…………WAVE', 'BW64…………WAVE', 'riff\x2e\x91\xcf\x11'),
  starts('video', 'RIFF…………AVI ', '\x1aE\xdf\xa3', 'FLV\x01', '\0\0\x01\xb3', '\0\0\x01\xba'),
  starts('aiff', 'FORM…………AIFF', 'FORM…………AIFC', 'caff\0'),
  starts('mp3', 'ID3\x02', 'ID3\x03', 'ID3\x04'),
  starts('ogg', 'OggS\0'),
  starts('flac', 'fLaC'),
  starts('other-recording', '\x30\x26\xb2\x75\x8e\x66\xcf\x11', '#!AMR', 'MThd\0'),
  at(4, 'heic', 'ftyphei', 'ftyphev', 'ftypmif1', 'ftypmsf1', 'ftypavif', 'ftypavis'),
  at(4, 'm4a', 'ftypM4A ', 'ftypM4B ', 'ftypaax '),
  at(4, 'video', 'ftyp', 'moov…………mvhd', 'mdat\0', 'wide\0\0\0', 'free\0\0\0'),
  starts('gzip', '\x1f\x8b'),
  starts('sevenzip', "7z\xbc\xaf'\x1c"),
  starts('rar', 'Rar!\x1a'),
  starts('other-archive', 'BZh…1AY', '\xfd7zXZ\0', '\x28\xb5\x2f\xfd', 'MSCF\0'),
  at(257, 'other-archive', 'ustar\0', 'ustar  \0'),
  starts('sqlite', 'SQLite format 3\0'),
  starts(
    'program',
    '\x7fELF',
    'MZ\x90\0',
    'MZ…\0',
    '\xce\xfa\xed\xfe',
    '\xcf\xfa\xed\xfe',
    '\xca\xfe\xba\xbe',
    '!<arch>\n',
  ),
  starts('program', '\0asm', '\xed\xab\xee\xdb'),
  at(32_769, 'disk-image', 'CD001'),
  starts('font', '\0\x01\0\0\0', 'OTTO\0', 'ttcf\0', 'wOFF\0', 'wOF2\0', 'wOFFOTTO'),
  starts('shortcut', 'L\0\0\0\x01\x14\x02\0', '[InternetShortcut]', '[Desktop Entry]'),
  starts('layout', '\x06\x06\xed\xf5\xd8\x1d\x46\xe5', '%!PS'),
];

/** Frames of MPEG audio without a tag: layer III with a valid bit rate and sample rate, or AAC (ISO 13818-7 ADTS). */
function typeOfFrame(bytes: Uint8Array): FileType | null {
  const [sync = 0, kind = 0, rates = 0] = bytes;
  if (sync !== 0xff) return null;
  if ((kind & 0xe6) === 0xe2 && rates >> 4 !== 0 && rates >> 4 !== 15 && ((rates >> 2) & 3) !== 3) return 'mp3';
  return (kind & 0xf6) === 0xf0 && ((rates >> 2) & 15) < 13 ? 'm4a' : null;
}

const matches = (text: string, start: string): boolean =>
  [...start].every((byte, index) => (byte === '…' ? index < text.length : byte === text[index]));

const HTML_START = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html)\b/i;
const SVG_START = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?(?:<!doctype\s+svg[^>]*>\s*)?<svg\b/i;
const FICTIONBOOK_START = /^\s*(?:<\?xml[^>]*>\s*)?<FictionBook\b/;
const MAIL_HEADER =
  /^(?:Return-Path|Received|Delivered-To|MIME-Version|From|To|Date|Subject|Message-ID|(?:Content|DKIM|ARC|X)-[\w-]+):/;

/** In bytes. */
const HEAD_BYTES = 4096;
const SIGNATURE_BYTES = 24;

/**
 * Detects the type from the content. Returns null for unknown types, which aren't necessarily text.
 * @param name decides between types that share a container, such as Pages and Numbers
 */
export function detectFileType(bytes: Uint8Array, name = ''): FileType | typeof ENCRYPTED_OFFICE | null {
  const head = latin1(bytes, 0, HEAD_BYTES);
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return typeOfZip(bytes, head, name);
  if (head.startsWith('\xd0\xcf\x11\xe0')) return typeOfOle(bytes, name);
  const signature = SIGNATURES.find(({ starts, offset }) => {
    const text = latin1(bytes, offset, SIGNATURE_BYTES);
    return starts.some((start) => matches(text, start));
  });
  const binary = signature?.type ?? typeOfFrame(bytes);
  if (binary !== null) return binary;
  // A disk image of macOS has its header at its end.
  if (bytes.length >= 512 && latin1(bytes, bytes.length - 512, 8) === 'koly\0\0\0\x04') return 'disk-image';
  return typeOfText(bytes, head.replace(/^\xef\xbb\xbf/, ''));
}

const latin1 = (bytes: Uint8Array, from: number, length: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, from + length);

function typeOfText(bytes: Uint8Array, head: string): FileType | null {
  if (HTML_START.test(head)) return 'html';
  if (SVG_START.test(head)) return 'svg';
  if (FICTIONBOOK_START.test(head)) return 'fictionbook';
  if (startsLikeEmail(head)) return 'email';
  return /^\s*\{/.test(head) ? typeOfGoogleShortcut(bytes) : null;
}

/** Recognises two header lines, the first perhaps folded, or the first line of a mailbox (RFC 4155). */
function startsLikeEmail(head: string): boolean {
  const [first = '', second = ''] = head.split('\n', 2);
  if (/^From \S+@\S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/.test(first)) return true;
  // A letter in a story may also start with From, To, Date or Subject.
  if (!MAIL_HEADER.test(first) || /^(?:From|To|Date|Subject):/.test(first)) return false;
  return MAIL_HEADER.test(second) || /^[ \t]+\S/.test(second);
}

/** A Google shortcut is a small JSON file with the address or id of an online document. */
function typeOfGoogleShortcut(bytes: Uint8Array): FileType | null {
  const content = bytes.length > HEAD_BYTES ? null : parseJson(bytes);
  if (content === null || Array.isArray(content)) return null;
  const link = /docs\.google\.com\/(document|spreadsheets|presentation)/.exec(JSON.stringify(content))?.[1];
  if (link === 'spreadsheets') return 'google-sheet';
  if (link === 'presentation') return 'google-slides';
  return link === 'document' || 'doc_id' in content ? 'google-doc' : null;
}

/** Returns the object or array of a file that is JSON as a whole. */
function parseJson(bytes: Uint8Array): object | null {
  if (!/^(?:\xef\xbb\xbf)?\s*[[{]/.test(latin1(bytes, 0, HEAD_BYTES))) return null;
  try {
    const content: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof content === 'object' ? content : null;
  } catch {
    return null;
  }
}

/** Whether a file is JSON data. Such a file may be a script, such as a transcript with a record for each speech. */
export function isJsonData(bytes: Uint8Array): boolean {
  const content = parseJson(bytes);
  return Array.isArray(content) ? typeof content[0] === 'object' : content !== null;
}

const MAX_ENTRIES = 10_000;

/** A damaged archive may have only its name left. */
const ZIP_DOCUMENTS: readonly (readonly [RegExp, FileType])[] = [
  [/\.doc[xm]$/i, 'docx'],
  [/\.xls[xm]$/i, 'xlsx'],
  [/\.epub$/i, 'epub'],
  [/\.o[dt]t$/i, 'opendocument'],
];

function typeOfZip(bytes: Uint8Array, head: string, name: string): FileType {
  const openDocument = /application\/vnd\.oasis\.opendocument\.([a-z]+)/.exec(head)?.[1];
  if (openDocument === 'spreadsheet') return 'opendocument-sheet';
  if (openDocument === 'presentation') return 'opendocument-presentation';
  if (openDocument !== undefined) return 'opendocument';
  const names = entryNames(bytes);
  const listed = names ?? head.split(/[^!-~]+/);
  const has = (path: RegExp) => listed.some((entry) => path.test(entry));
  // InDesign's packages have the container file of an EPUB, too.
  if (has(/^designmap\.xml$/)) return 'layout';
  if (head.includes('application/epub+zip') || has(/^META-INF\/container\.xml/i)) return 'epub';
  if (has(/^word\/document\d?\.xml/i)) return 'docx';
  if (has(/^xl\/workbook\.bin$/i)) return 'excel-97';
  if (has(/^xl\/(?:workbook\.xml|worksheets\/|_rels\/)/i)) return 'xlsx';
  if (has(/^ppt\/presentation\.xml$/i)) return 'powerpoint';
  if (has(/^Index(?:\.zip$|\/.*\.iwa$)|^index\.(?:xml|apxl)(?:\.gz)?$/)) return typeOfIWork(has, name);
  if (has(/^\[Content_Types\]\.xml$/)) return 'office';
  // Without the uncompressed type that the specifications of both formats require.
  if (has(/\.opf$/i)) return 'epub';
  if (has(/^content\.xml$/)) return typeOfOpenDocument(name);
  if (has(/\.scrivx$/i)) return 'scrivener';
  if (has(/^(?:META-INF\/MANIFEST\.MF|AndroidManifest\.xml)$/)) return 'program';
  const document = ZIP_DOCUMENTS.find(([extension]) => extension.test(name))?.[1];
  if (names === null && document !== undefined) return document;
  const named = typeByName(name);
  return named === 'comic' || named === 'kindle' || named === 'fictionbook' ? named : 'zip';
}

function typeOfOpenDocument(name: string): FileType {
  const named = typeByName(name);
  return named === 'opendocument-sheet' || named === 'opendocument-presentation' ? named : 'opendocument';
}

function typeOfIWork(has: (path: RegExp) => boolean, name: string): FileType {
  const named = typeByName(name);
  if (named === 'pages' || named === 'numbers' || named === 'keynote') return named;
  if (has(/^Index\/(?:Slide|MasterSlide|TemplateSlide)|^index\.apxl/)) return 'keynote';
  return has(/^Index\/Document\.iwa$/) && has(/^Index\/Tables\//) && !has(/^Index\/.*Section/) ? 'numbers' : 'pages';
}

/** Returns null for an archive without a readable directory. */
function entryNames(bytes: Uint8Array): readonly string[] | null {
  const names: string[] = [];
  try {
    for (const { name } of zipEntries(bytes)) {
      names.push(name.replaceAll('\\', '/'));
      if (names.length === MAX_ENTRIES) break;
    }
  } catch {
    return null;
  }
  return names;
}

/** Streams of OLE files (MS-CFB) that show which application wrote them. */
const OLE_STREAMS: readonly (readonly [stream: string, FileType])[] = [
  ['WordDocument', 'word-97'],
  ['PowerPoint Document', 'powerpoint-97'],
  ['Workbook', 'excel-97'],
  ['Book', 'excel-97'],
  ['Quill', 'office'],
  ['VisioDocument', 'office'],
  ['__properties_version1.0', 'email'],
];
const OLE_ENTRY_BYTES = 128;

function typeOfOle(bytes: Uint8Array, name: string): FileType | typeof ENCRYPTED_OFFICE {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // An embedded document has streams of the same names, but the entries of the root come first.
  const found = OLE_STREAMS.flatMap(([stream, type]) => {
    const at = entryAt(buffer, stream);
    return at === -1 ? [] : [{ at, type }];
  }).sort((one, other) => one.at - other.at);
  const isEncrypted = buffer.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  if (isEncrypted) return ENCRYPTED_OFFICE;
  // Installers, among others, have none of these streams.
  return found[0]?.type ?? typeByName(name) ?? 'ole-document';
}

/** Finds a directory entry by its complete name, which is padded with zeros. */
function entryAt(buffer: Buffer, stream: string): number {
  const wanted = Buffer.from(`${stream}\0\0`, 'utf16le');
  let at = buffer.indexOf(wanted);
  while (at !== -1 && at % OLE_ENTRY_BYTES !== 0) at = buffer.indexOf(wanted, at + 1);
  return at;
}
