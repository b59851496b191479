import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { childEnvironment } from '../../../../shared/rules/child-environment.ts';
import type { PageText, PdfDocument } from './pdf-document.ts';

const PAGES_PER_MESSAGE = 8;
/**
 * With fewer pages than this, a second thread isn't worthwhile: each thread has to load PDFium and open the document.
 */
const MIN_SHARED_PAGES = 100;
/** If the second thread runs out of memory, the first thread reads all pages. */
const MAX_HEAP_MB = 100;

const TAKEN = 0;
const DONE = 1;

export interface PagesJob {
  readonly bytes: Uint8Array;
  readonly counters: Int32Array<SharedArrayBuffer>;
}

/** A thread sends null after its last page. */
export type PagesMessage = { readonly first: number; readonly pages: readonly PageText[] } | null;

export async function readPages(
  pdf: PdfDocument,
  bytes: Uint8Array,
  tell: (done: number) => void,
): Promise<readonly PageText[]> {
  const pages = new Array<PageText | undefined>(pdf.pageCount);
  const counters = new Int32Array(new SharedArrayBuffer(8));
  const keep = (first: number, texts: readonly PageText[]): void => {
    texts.forEach((text, at) => {
      pages[first + at] = text;
    });
    tell(Atomics.load(counters, DONE));
  };
  const isShared = pdf.pageCount >= MIN_SHARED_PAGES && availableParallelism() > 1;
  const second = isShared ? readInThread({ bytes, counters }, keep) : null;
  await takePages(pdf, counters, keep);
  await second;
  // Read the pages that a crashed thread had claimed but not delivered.
  for (let number = 0; number < pages.length; number += 1) {
    if (pages[number] === undefined) keep(number, [await pdf.page(number)]);
  }
  return pages.map((page) => page ?? null);
}

export async function takePages(
  pdf: PdfDocument,
  counters: PagesJob['counters'],
  keep: (first: number, texts: readonly PageText[]) => void,
): Promise<void> {
  const take = (): number => Atomics.add(counters, TAKEN, PAGES_PER_MESSAGE);
  for (let first = take(); first < pdf.pageCount; first = take()) {
    const texts: PageText[] = [];
    for (let at = first; at < Math.min(first + PAGES_PER_MESSAGE, pdf.pageCount); at += 1) {
      texts.push(await pdf.page(at));
    }
    Atomics.add(counters, DONE, texts.length);
    keep(first, texts);
    // Give messages from the other thread a chance to arrive.
    await setImmediate();
  }
}

/** Resolves when the thread ends, even if the thread crashed. */
function readInThread(job: PagesJob, keep: (first: number, texts: readonly PageText[]) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const worker = new Worker(new URL('./pdf-pages-worker.ts', import.meta.url), {
    name: 'document-pages',
    env: childEnvironment(process.env),
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    workerData: job,
  });
  worker.on('message', (told: PagesMessage) => {
    if (told) keep(told.first, told.pages);
    else resolve();
  });
  worker.on('error', () => undefined);
  worker.on('exit', () => resolve());
  return promise.finally(() => worker.terminate());
}
