// A thread that reads broken files. Before reading each file, it reports the file's number.
import { parentPort, workerData } from 'node:worker_threads';
import { importOutcome, makeBrokenFile } from './broken-file.ts';

export interface BrokenJob {
  readonly form: string;
  readonly first: number;
  readonly end: number;
}

export type BrokenFileMessage =
  | { readonly kind: 'begins'; readonly seed: number }
  | { readonly kind: 'read'; readonly seed: number; readonly outcome: string; readonly ms: number };

process.on('unhandledRejection', () => undefined);
// Provided by rounds.ts.
const { form, first, end } = workerData as BrokenJob;
const report = (news: BrokenFileMessage): void => parentPort?.postMessage(news);
for (let seed = first; seed < end; seed += 1) {
  const bytes = makeBrokenFile(form, seed);
  report({ kind: 'begins', seed });
  const start = performance.now();
  const outcome = await importOutcome(form, bytes);
  report({ kind: 'read', seed, outcome, ms: performance.now() - start });
}
