// Reads each document in a separate thread, so that hangs, crashes and excessive memory use don't affect the app.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileType } from '../../../shared/model/file-types.ts';
import type { ImportErrorData } from '../../../shared/model/import-notes.ts';
import { DOCUMENT_FORMATS, type DocumentFormat, type Manuscript } from '../../../shared/model/manuscript.ts';
import type { ReadingProgress, ReadingWatch } from '../../../shared/model/reading-progress.ts';
import { childEnvironment } from '../../../shared/rules/child-environment.ts';
import type { DecodedText } from '../text/text-file.ts';
import { detectFileType, ENCRYPTED_OFFICE } from './file-type.ts';
import { documentError, ImportError } from './importable-file.ts';

/** Formats that the content shows. */
const BY_TYPE: Readonly<Partial<Record<FileType, DocumentFormat>>> = {
  epub: 'epub',
  docx: 'docx',
  pdf: 'pdf',
  opendocument: 'odt',
  rtf: 'rtf',
  xlsx: 'xlsx',
};
const BINARY_FORMATS: ReadonlySet<DocumentFormat> = new Set(Object.values(BY_TYPE));

const START_PATTERNS: Readonly<Partial<Record<DocumentFormat, RegExp>>> = {
  fdx: /^\s*(?:<\?xml[^>]{0,200}>\s*)?<FinalDraft\b/,
  subtitles: /^\s*(?:WEBVTT(?!\S)|\d{1,6}\s+\d\d:\d\d:\d\d[.,]\d{3}\s*-->)/,
};

/** In milliseconds. War and Peace takes a few seconds. */
const TIME_LIMIT_MS = 60_000;
const MAX_HEAP_MB = 400;
export const THREAD_NAME = 'document';

/** Detects the format, preferring content over the extension. Returns null for unsupported formats. */
export function documentFormatOf(bytes: Uint8Array, file: string): DocumentFormat | null {
  const type = detectFileType(bytes, file);
  const extension = extname(file).slice(1).toLowerCase();
  const formats = Object.entries(DOCUMENT_FORMATS) as [DocumentFormat, readonly string[]][];
  const named = formats.find(([, extensions]) => extensions.includes(extension))?.[0] ?? null;
  const shown = type === null || type === ENCRYPTED_OFFICE ? undefined : BY_TYPE[type];
  if (shown !== undefined) return shown;
  if (named !== null && !BINARY_FORMATS.has(named)) return named;
  if (named !== null && type === 'office') return named;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1');
  const words = head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
  return formats.find(([format]) => START_PATTERNS[format]?.test(words) === true)?.[0] ?? null;
}

export type DocumentJob = { readonly file: string } & (
  | { readonly format: DocumentFormat; readonly bytes: Uint8Array }
  | { readonly format: 'markdown'; readonly text: DecodedText }
);

export type DocumentReply =
  | { readonly ok: true; readonly manuscript: Manuscript }
  | { readonly ok: false; readonly fault: ImportErrorData };

export type DocumentMessage = { readonly progress: ReadingProgress } | { readonly reply: DocumentReply };

/** @throws ImportError `damaged`, `protected`, `drm`, `wrong-file`, `no-text`, `empty`, `too-large`, `too-complex`; or the abort reason */
export async function readDocument(job: DocumentJob, watch?: ReadingWatch): Promise<Manuscript> {
  watch?.signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Manuscript>();
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    name: THREAD_NAME,
    env: childEnvironment(process.env),
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    workerData: job,
  });
  const timer = setTimeout(() => reject(documentError('too-complex', job.file)), TIME_LIMIT_MS);
  const cancel = () => reject(watch?.signal.reason);
  watch?.signal.addEventListener('abort', cancel);
  worker.on('message', (told: DocumentMessage) => {
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
    // Wait, so that the thread has ended by the time a cancelled read rejects.
    if (watch?.signal.aborted) await ended;
  }
}
