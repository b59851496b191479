// Documents that are no plain text. Each is read in a thread of its own, with bounds on time and memory: whatever is wrong
// with it, and whatever it does to the library that reads it, ends there.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ImportFault } from '../../../shared/model/import-notes.ts';
import { DOCUMENT_FORMATS, type DocumentFormat, type Manuscript } from '../../../shared/model/manuscript.ts';
import type { ReadingProgress, ReadingWatch } from '../../../shared/model/reading-progress.ts';
import { childEnvironment } from '../../../shared/rules/child-environment.ts';
import type { DecodedText } from '../text/text-file.ts';
import { documentError, ImportError } from './importable-file.ts';

/** How files of a format begin. */
interface FormatSignature {
  /** With one of these; one character a byte. */
  readonly begins: readonly string[];
  /** One of these stands in the first 4 KiB. */
  readonly holds: readonly string[];
}

/** A format without one is told by its extension. */
const SIGNATURES: Readonly<Partial<Record<DocumentFormat, FormatSignature>>> = {
  epub: { begins: ['PK\x03\x04'], holds: ['application/epub+zip', 'META-INF/container.xml'] },
  // With a password it is an old Office file that holds the new one.
  docx: { begins: ['PK\x03\x04', '\xd0\xcf\x11\xe0'], holds: ['word/'] },
  pdf: { begins: ['%PDF'], holds: ['%PDF'] },
  odt: { begins: ['PK\x03\x04'], holds: ['application/vnd.oasis.opendocument.text'] },
  rtf: { begins: ['{\\rtf'], holds: ['{\\rtf'] },
  xlsx: { begins: ['PK\x03\x04'], holds: ['xl/workbook.xml', 'xl/_rels/', 'xl/worksheets/'] },
};

/** How plain text of a format begins, whatever its file is called. */
const BEGINNINGS: Readonly<Partial<Record<DocumentFormat, RegExp>>> = {
  fdx: /^\s*(?:<\?xml[^>]{0,200}>\s*)?<FinalDraft\b/,
  subtitles: /^\s*(?:WEBVTT(?!\S)|\d{1,6}\s+\d\d:\d\d:\d\d[.,]\d{3}\s*-->)/,
};

/** What a document may take to be read. War and Peace takes some seconds. */
const MOST_MS = 60_000;
const MOST_HEAP_MB = 400;
/** As the system lists it. */
export const THREAD_NAME = 'document';

/** The format of a document, by what is in it rather than by its name; null: it is none that is read. */
export function documentFormatOf(bytes: Uint8Array, file: string): DocumentFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1');
  // A byte order mark and the zeros of UTF-16 stand between no words.
  const words = head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
  const extension = extname(file).slice(1).toLowerCase();
  const formats = Object.entries(DOCUMENT_FORMATS) as [DocumentFormat, readonly string[]][];
  const found = formats.find(([format, extensions]) => {
    const signature = SIGNATURES[format];
    if (signature === undefined) return extensions.includes(extension) || BEGINNINGS[format]?.test(words) === true;
    if (!signature.begins.some((start) => head.startsWith(start))) return false;
    return extensions.includes(extension) || signature.holds.some((words) => head.includes(words));
  });
  return found?.[0] ?? null;
}

/** What the thread is given: a file's bytes, or its text if that is decoded already. */
export type DocumentJob = { readonly file: string } & (
  | { readonly format: DocumentFormat; readonly bytes: Uint8Array }
  | { readonly format: 'markdown'; readonly text: DecodedText }
);

/** What it answers. */
export type DocumentReply =
  | { readonly ok: true; readonly manuscript: Manuscript }
  | { readonly ok: false; readonly fault: ImportFault };

/** What it says: how far it is, and its answer in the end. */
export type DocumentTelling = { readonly progress: ReadingProgress } | { readonly reply: DocumentReply };

/**
 * Reads a document.
 *
 * @param file its name or path, for errors
 * @throws ImportError `damaged`, `protected`, `no-text`, `empty`, `too-large` or `too-complex`; the watch's reason once its
 * thread has ended
 */
export async function readDocument(job: DocumentJob, watch?: ReadingWatch): Promise<Manuscript> {
  watch?.signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Manuscript>();
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    name: THREAD_NAME,
    env: childEnvironment(process.env),
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    workerData: job,
  });
  const timer = setTimeout(() => reject(documentError('too-complex', job.file)), MOST_MS);
  const cancel = () => reject(watch?.signal.reason);
  watch?.signal.addEventListener('abort', cancel);
  worker.on('message', (told: DocumentTelling) => {
    if ('progress' in told) return watch?.onProgress(told.progress);
    const { reply } = told;
    if (reply.ok) resolve(reply.manuscript);
    else reject(new ImportError(reply.fault, job.file));
  });
  worker.on('error', (error: Error & { readonly code?: string }) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(documentError(isMemory ? 'too-complex' : 'damaged', job.file, error));
  });
  worker.on('exit', () => reject(documentError('damaged', job.file)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    watch?.signal.removeEventListener('abort', cancel);
    const ended = worker.terminate();
    // Who calls it off may count on nothing being at work any more.
    if (watch?.signal.aborted) await ended;
  }
}
