// The module of the second thread that reads pages of a long PDF: see pdf-pages.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { openPdf, type PagesJob, type PagesTelling, takePages } from './pdf-pages.ts';

const send = (telling: PagesTelling): void => parentPort?.postMessage(telling);

// What the library leaves behind of a broken page, beside the error that it threw or the page that it read.
process.on('unhandledRejection', () => undefined);

// It is what readPages() hands over.
const { bytes, counters } = workerData as PagesJob;
await takePages(await openPdf(bytes), counters, (first, pages) => send({ first, pages }));
send(null);
