// What stands on the pages of a PDF, as pieces of words at places. The pages of a long one are shared between two threads.
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { childEnvironment } from '../../../../shared/rules/child-environment.ts';
import type { PageText, PdfDocument } from './pdf-document.ts';

/** The pages that a thread takes at once. */
const PAGES_AT_ONCE = 8;
/** A second thread has to load the library and open the document first: it is worth that from this number of pages on. */
const FEWEST_SHARED = 100;
/** Where a document takes more of it, the first thread reads all of its pages. */
const MOST_HEAP_MB = 100;

/** The counters that both threads go by. */
const TAKEN = 0;
const DONE = 1;

/** What the second thread is given. */
export interface PagesJob {
  readonly bytes: Uint8Array;
  readonly counters: Int32Array<SharedArrayBuffer>;
}

/** What it says: some pages; in the end, null. */
export type PagesTelling = { readonly first: number; readonly pages: readonly PageText[] } | null;

/** All pages in their order. @param tell how many have been read */
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
  const isShared = pdf.pageCount >= FEWEST_SHARED && availableParallelism() > 1;
  const second = isShared ? readInThread({ bytes, counters }, keep) : null;
  await takePages(pdf, counters, keep);
  await second;
  // Those that a thread took and died of.
  for (let number = 0; number < pages.length; number += 1) {
    if (pages[number] === undefined) keep(number, [await pdf.page(number)]);
  }
  return pages.map((page) => page ?? null);
}

/** Reads those pages that no other thread has taken, some at once. */
export async function takePages(
  pdf: PdfDocument,
  counters: PagesJob['counters'],
  keep: (first: number, texts: readonly PageText[]) => void,
): Promise<void> {
  const take = (): number => Atomics.add(counters, TAKEN, PAGES_AT_ONCE);
  for (let first = take(); first < pdf.pageCount; first = take()) {
    const texts: PageText[] = [];
    for (let at = first; at < Math.min(first + PAGES_AT_ONCE, pdf.pageCount); at += 1) {
      texts.push(await pdf.page(at));
    }
    Atomics.add(counters, DONE, texts.length);
    keep(first, texts);
    // What the other thread says is heard.
    await setImmediate();
  }
}

/** Has a thread take pages, too. Resolves once it has ended, whatever it died of. */
function readInThread(job: PagesJob, keep: (first: number, texts: readonly PageText[]) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const worker = new Worker(new URL('./pdf-pages-worker.ts', import.meta.url), {
    name: 'document-pages',
    env: childEnvironment(process.env),
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    workerData: job,
  });
  worker.on('message', (told: PagesTelling) => {
    if (told) keep(told.first, told.pages);
    else resolve();
  });
  worker.on('error', () => undefined);
  worker.on('exit', () => resolve());
  return promise.finally(() => worker.terminate());
}
