import { parentPort, workerData } from 'node:worker_threads';
import { openPdf } from './pdf-document.ts';
import { type PagesJob, type PagesMessage, takePages } from './pdf-pages.ts';

const send = (telling: PagesMessage): void => parentPort?.postMessage(telling);

const { bytes, counters } = workerData as PagesJob;
await takePages(await openPdf(bytes), counters, (first, pages) => send({ first, pages }));
send(null);
