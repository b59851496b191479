import type { DocumentFault, FileType, ImportFault } from '../../../shared/model/import-notes.ts';

/**
 * `protected`: needs a password or DRM key. `no-text`: contains only images. `too-complex`: exceeds the time or
 * memory limit.
 */
export type ImportProblem =
  | 'binary'
  | 'empty'
  | 'encoding'
  | 'unknown-format'
  | 'damaged'
  | 'protected'
  | 'no-text'
  | 'too-complex'
  | 'not-found'
  | 'folder'
  | 'unreadable'
  | 'too-large';

const PROBLEMS: Readonly<Record<ImportFault['kind'], ImportProblem>> = {
  'other-file': 'binary',
  'not-text': 'binary',
  'marked-up': 'unknown-format',
  'unread-type': 'unknown-format',
  'unread-extension': 'unknown-format',
  'unclear-encoding': 'encoding',
  'no-words': 'empty',
  'matter-only': 'empty',
  'document-damaged': 'damaged',
  'document-protected': 'protected',
  'document-no-text': 'no-text',
  'document-too-complex': 'too-complex',
  'document-too-large': 'too-large',
  'document-empty': 'empty',
  'file-not-found': 'not-found',
  'file-is-folder': 'folder',
  'file-not-regular': 'unreadable',
  'file-forbidden': 'unreadable',
  'file-unreadable': 'unreadable',
  'file-too-large': 'too-large',
  'file-too-many-rows': 'too-large',
};

export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly kind: ImportProblem;
  readonly fault: ImportFault;
  readonly file: string;

  constructor(problem: ImportFault, file: string, cause?: unknown) {
    super(`${problem.kind}: ${file}`, cause === undefined ? undefined : { cause });
    this.kind = PROBLEMS[problem.kind];
    this.fault = problem;
    this.file = file;
  }
}

export const documentError = (problem: DocumentFault, file: string, cause?: unknown): ImportError =>
  new ImportError({ kind: `document-${problem}` }, file, cause);

/** Longer text would need gigabytes of memory. Shakespeare's complete plays have 130,000 lines. */
export const MAX_ROWS = 500_000;

/** Checks the number of non-blank lines. @throws ImportError `too-large` above `MAX_ROWS` */
export function checkRowCount(text: string, file: string): void {
  const row = /\S[^\n]*/g;
  for (let rows = 0; row.test(text); rows += 1) {
    if (rows === MAX_ROWS) throw new ImportError({ kind: 'file-too-many-rows', rows: MAX_ROWS }, file);
  }
}

interface KnownFile {
  readonly type: FileType;
  /** True for text documents; false for images, audio and programs. */
  readonly isDocument: boolean;
}

interface Signature extends KnownFile {
  /** The bytes decoded as Latin-1, one character per byte. */
  readonly bytes: string;
  readonly offset?: number;
  /** Another string that must occur in the first 4 KiB. */
  readonly within?: string;
}

const SIGNATURES: readonly Signature[] = [
  { bytes: '%PDF', type: 'pdf', isDocument: true },
  { bytes: 'PK\x03\x04', within: 'application/epub+zip', type: 'epub', isDocument: true },
  { bytes: 'PK\x03\x04', within: 'word/', type: 'docx', isDocument: true },
  { bytes: 'PK\x03\x04', within: 'opendocument', type: 'opendocument', isDocument: true },
  { bytes: 'PK\x03\x04', within: '[Content_Types].xml', type: 'office', isDocument: true },
  { bytes: 'PK', within: '\x03\x04', type: 'zip', isDocument: false },
  { bytes: '\xd0\xcf\x11\xe0', type: 'legacy', isDocument: true },
  { bytes: '{\\rtf', type: 'rtf', isDocument: true },
  { bytes: 'BOOKMOBI', offset: 60, type: 'mobi', isDocument: true },
  { bytes: '\x89PNG', type: 'png', isDocument: false },
  { bytes: '\xff\xd8\xff', type: 'jpeg', isDocument: false },
  { bytes: 'GIF8', type: 'gif', isDocument: false },
  { bytes: 'RIFF', within: 'WAVE', type: 'wav', isDocument: false },
  { bytes: 'RIFF', within: 'WEBP', type: 'webp', isDocument: false },
  { bytes: 'ID3', type: 'mp3', isDocument: false },
  { bytes: 'OggS', type: 'ogg', isDocument: false },
  { bytes: 'fLaC', type: 'flac', isDocument: false },
  { bytes: 'ftyp', offset: 4, type: 'mp4', isDocument: false },
  { bytes: '\x1f\x8b', type: 'gzip', isDocument: false },
  { bytes: "7z\xbc\xaf'\x1c", type: 'sevenzip', isDocument: false },
  { bytes: 'Rar!', type: 'rar', isDocument: false },
  { bytes: 'SQLite format 3\0', type: 'sqlite', isDocument: false },
  { bytes: '\x7fELF', type: 'program', isDocument: false },
  { bytes: 'MZ\x90', type: 'program', isDocument: false },
];

const HTML_START = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html)\b/i;

/** Detects the type from the first 4 KiB. Returns null for unknown types, which may not be text. */
export function detectFileType(bytes: Uint8Array): KnownFile | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1');
  for (const signature of SIGNATURES) {
    if (head.startsWith(signature.bytes, signature.offset ?? 0) && head.includes(signature.within ?? ''))
      return signature;
  }
  return HTML_START.test(head.replace(/^\xef\xbb\xbf/, '')) ? { type: 'html', isDocument: true } : null;
}
