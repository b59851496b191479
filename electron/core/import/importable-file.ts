import { basename } from 'node:path';

/**
 * Why a file can't be imported. `binary`: no text at all. `empty`: no words in it. `encoding`: text, in characters that
 * can't be told. `unknown-format`: a document of a kind that is not read. `damaged`: a document that can't be read to any
 * use. `protected`: it needs a password or a shop's key. `no-text`: a document of pictures. `too-complex`: reading it took more
 * time or memory than any manuscript needs. `not-found`, `folder`, `unreadable` and `too-large`: about the file itself.
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

/** A script that can't be imported. The message is one sentence for the person who chose the file. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly kind: ImportProblem;
  /** The file as it was named. */
  readonly file: string;

  constructor(kind: ImportProblem, file: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.file = file;
  }
}

const DOCUMENT_PROBLEMS = {
  damaged: 'is damaged and can’t be read; save it again in the program that made it.',
  protected: 'is protected by a password or by the shop that sold it; import a copy without protection.',
  'no-text': 'holds pictures of pages and no text; have its text recognised first.',
  'too-complex': 'takes more time or memory to read than a manuscript should; save it as plain text and import that.',
  'too-large': 'is larger than any manuscript once it is unpacked; split it into several.',
  empty: 'has no words in it; choose a manuscript with words.',
} as const;

/** A document that can't be read. @param file its name or path */
export function documentError(kind: keyof typeof DOCUMENT_PROBLEMS, file: string, cause?: unknown): ImportError {
  return new ImportError(kind, file, `“${basename(file)}” ${DOCUMENT_PROBLEMS[kind]}`, cause);
}

// What a file is, by its first bytes.

/** A kind of file that is no plain text. */
export interface FileType {
  /** For a sentence: "a PDF document". */
  readonly name: string;
  /** Whether it is a document with words in it, rather than picture, sound or program. */
  readonly isDocument: boolean;
}

interface Signature extends FileType {
  /** What the bytes at `offset` are, one character a byte. */
  readonly bytes: string;
  readonly offset?: number;
  /** What must occur, too, in the first kibibytes. */
  readonly within?: string;
}

const SIGNATURES: readonly Signature[] = [
  { bytes: '%PDF', name: 'a PDF document', isDocument: true },
  { bytes: 'PK\x03\x04', within: 'application/epub+zip', name: 'an EPUB book', isDocument: true },
  { bytes: 'PK\x03\x04', within: 'word/', name: 'a Word document (DOCX)', isDocument: true },
  { bytes: 'PK\x03\x04', within: 'opendocument', name: 'an OpenDocument file', isDocument: true },
  { bytes: 'PK\x03\x04', within: '[Content_Types].xml', name: 'an Office document', isDocument: true },
  { bytes: 'PK', within: '\x03\x04', name: 'a ZIP archive', isDocument: false },
  { bytes: '\xd0\xcf\x11\xe0', name: 'an old Word or Office document', isDocument: true },
  { bytes: '{\\rtf', name: 'an RTF document', isDocument: true },
  { bytes: 'BOOKMOBI', offset: 60, name: 'a Kindle book (MOBI)', isDocument: true },
  { bytes: '\x89PNG', name: 'a PNG picture', isDocument: false },
  { bytes: '\xff\xd8\xff', name: 'a JPEG picture', isDocument: false },
  { bytes: 'GIF8', name: 'a GIF picture', isDocument: false },
  { bytes: 'RIFF', within: 'WAVE', name: 'a WAV recording', isDocument: false },
  { bytes: 'RIFF', within: 'WEBP', name: 'a WebP picture', isDocument: false },
  { bytes: 'ID3', name: 'an MP3 recording', isDocument: false },
  { bytes: 'OggS', name: 'an Ogg recording', isDocument: false },
  { bytes: 'fLaC', name: 'a FLAC recording', isDocument: false },
  { bytes: 'ftyp', offset: 4, name: 'an MP4 film or recording', isDocument: false },
  { bytes: '\x1f\x8b', name: 'a gzip archive', isDocument: false },
  { bytes: "7z\xbc\xaf'\x1c", name: 'a 7-Zip archive', isDocument: false },
  { bytes: 'Rar!', name: 'a RAR archive', isDocument: false },
  { bytes: 'SQLite format 3\0', name: 'an SQLite database', isDocument: false },
  { bytes: '\x7fELF', name: 'a program', isDocument: false },
  { bytes: 'MZ\x90', name: 'a program', isDocument: false },
];

const HTML = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html)\b/i;

/** Tells a kind of file by its first 4 KiB; null where none is known, which does not make it text. */
export function fileTypeOf(bytes: Uint8Array): FileType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1');
  for (const signature of SIGNATURES) {
    if (head.startsWith(signature.bytes, signature.offset ?? 0) && head.includes(signature.within ?? ''))
      return signature;
  }
  return HTML.test(head.replace(/^\xef\xbb\xbf/, '')) ? { name: 'a web page (HTML)', isDocument: true } : null;
}
