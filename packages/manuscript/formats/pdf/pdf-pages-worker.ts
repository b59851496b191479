import { parentPort, workerData } from 'node:worker_threads';
import { openPdf } from './pdf-document.ts';
import { type PagesJob, type PagesMessage, takePages } from './pdf-pages.ts';

const sendMessage = (message: PagesMessage): void => parentPort?.postMessage(message);

const { bytes, counters } = workerData as PagesJob;
await takePages(await openPdf(bytes), counters, (first, pages) => sendMessage({ first, pages }));
sendMessage(null);
