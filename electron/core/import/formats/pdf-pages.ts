// What stands on the pages of a PDF, as pieces of words at places. The pages of a long one are shared between two threads.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import { childEnvironment } from '../../../../shared/rules/child-environment.ts';
import type { Piece } from './pdf-lines.ts';

export type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

/** What stands on a page; null: it is damaged. */
type PageText = readonly Piece[] | null;

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

export function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  // The library takes the bytes for itself. Nothing in the document is run, drawn or fetched.
  return getDocumentProxy(new Uint8Array(bytes), {
    ...{ isEvalSupported: false, disableFontFace: true, useSystemFonts: false, enableXfa: false },
    ...{ disableAutoFetch: true, stopAtErrors: false, verbosity: 0 },
  });
}

/** All pages in their order. @param tell how many have been read */
export async function readPages(
  pdf: PdfDocument,
  bytes: Uint8Array,
  tell: (done: number) => void,
): Promise<readonly PageText[]> {
  const pages = new Array<PageText | undefined>(pdf.numPages);
  const counters = new Int32Array(new SharedArrayBuffer(8));
  const keep = (first: number, texts: readonly PageText[]): void => {
    texts.forEach((text, at) => {
      pages[first + at] = text;
    });
    tell(Atomics.load(counters, DONE));
  };
  const isShared = pdf.numPages >= FEWEST_SHARED && availableParallelism() > 1;
  const second = isShared ? readInThread({ bytes, counters }, keep) : null;
  await takePages(pdf, counters, keep);
  await second;
  // Those that a thread took and died of.
  for (let number = 0; number < pages.length; number += 1) {
    if (pages[number] === undefined) keep(number, [await pageText(pdf, number)]);
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
  for (let first = take(); first < pdf.numPages; first = take()) {
    const texts: PageText[] = [];
    for (let at = first; at < Math.min(first + PAGES_AT_ONCE, pdf.numPages); at += 1) {
      texts.push(await pageText(pdf, at));
    }
    Atomics.add(counters, DONE, texts.length);
    keep(first, texts);
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

async function pageText(pdf: PdfDocument, at: number): Promise<PageText> {
  try {
    const page = await pdf.getPage(at + 1);
    const pieces = await piecesOf(page);
    page.cleanup();
    return pieces;
  } catch {
    return null;
  }
}

async function piecesOf(page: PdfPage): Promise<Piece[]> {
  const { items } = await page.getTextContent({ disableNormalization: false });
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
    const size = Math.hypot(c, d);
    // What is written upright beside the text, or as a watermark across it, isn't part of it.
    const isLevel = Math.abs(b) < Math.abs(a) * 0.1 && a > 0;
    return isLevel && size > 0 ? [{ text: item.str, x, y, width: item.width, size }] : [];
  });
}
