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

/** Threads that have read a larger document are stopped, because they may occupy a lot of memory. In bytes. */
const MAX_REUSED_BYTES = 1024 * 1024;
/** The idle thread is stopped after this time, in milliseconds. */
const MAX_IDLE_MS = 10_000;

/**
 * A thread that has read a document without problems. It reads the next one, because starting a thread takes longer
 * than reading a short document.
 */
let idle: IdleWorker | null = null;

interface IdleWorker {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
}

function acquireWorker(): Worker {
  if (idle) {
    const { worker, timer } = idle;
    clearTimeout(timer);
    worker.off('error', endIdleWorker).off('exit', endIdleWorker).ref();
    idle = null;
    return worker;
  }
  return new Worker(new URL('./document-worker.ts', import.meta.url), {
    name: THREAD_NAME,
    env: childEnvironment(process.env),
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
}

/** Keeps the thread for the next document, replacing an idle thread. Idle threads don't keep the process alive. */
function releaseWorker(worker: Worker): void {
  endIdleWorker();
  worker.on('error', endIdleWorker).on('exit', endIdleWorker).unref();
  idle = { worker, timer: setTimeout(endIdleWorker, MAX_IDLE_MS).unref() };
}

function endIdleWorker(): void {
  if (!idle) return;
  const { worker, timer } = idle;
  idle = null;
  clearTimeout(timer);
  void worker.terminate();
}

/** @throws ImportError `damaged`, `protected`, `drm`, `wrong-file`, `no-text`, `empty`, `too-large`, `too-complex`; or the abort reason */
export async function readDocument(job: DocumentJob, watch?: ReadingWatch): Promise<Manuscript> {
  watch?.signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<DocumentReply>();
  const worker = acquireWorker();
  const timer = setTimeout(() => reject(documentError('too-complex', job.file)), TIME_LIMIT_MS);
  const cancel = () => reject(watch?.signal.reason);
  watch?.signal.addEventListener('abort', cancel);
  const receive = (told: DocumentMessage) => {
    if ('progress' in told) watch?.onProgress(told.progress);
    else resolve(told.reply);
  };
  const fail = (error: Error & { readonly code?: string }) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(documentError(isMemory ? 'too-complex' : 'damaged', job.file, error));
  };
  const end = () => reject(documentError('damaged', job.file));
  worker.on('message', receive).on('error', fail).on('exit', end);
  let isReusable = false;
  try {
    worker.postMessage(job);
    const reply = await promise;
    if (!reply.ok) throw new ImportError(reply.fault, job.file);
    isReusable = sizeOf(job) <= MAX_REUSED_BYTES && !watch?.signal.aborted;
    return reply.manuscript;
  } finally {
    clearTimeout(timer);
    watch?.signal.removeEventListener('abort', cancel);
    if (isReusable) {
      worker.off('message', receive).off('error', fail).off('exit', end);
      releaseWorker(worker);
    } else {
      const ended = worker.terminate();
      // Wait, so that the thread has ended by the time a cancelled read rejects.
      if (watch?.signal.aborted) await ended;
    }
  }
}

const sizeOf = (job: DocumentJob): number => ('text' in job ? job.text.text.length : job.bytes.byteLength);
