// The thread in which broken files are read, one after the other: it tells each file's form and number before it reads it.
import { parentPort, workerData } from 'node:worker_threads';
import { brokenFile, outcomeOf } from './broken-file.ts';

/** What the thread is given. */
export interface BrokenJob {
  readonly form: string;
  readonly first: number;
  readonly end: number;
}

/** What it tells. */
export type BrokenNews =
  | { readonly kind: 'begins'; readonly seed: number }
  | { readonly kind: 'read'; readonly seed: number; readonly outcome: string; readonly ms: number };

process.on('unhandledRejection', () => undefined);
// It is what main.ts hands over.
const { form, first, end } = workerData as BrokenJob;
const tell = (news: BrokenNews): void => parentPort?.postMessage(news);
for (let seed = first; seed < end; seed += 1) {
  const bytes = brokenFile(form, seed);
  tell({ kind: 'begins', seed });
  const start = performance.now();
  const outcome = await outcomeOf(form, bytes);
  tell({ kind: 'read', seed, outcome, ms: performance.now() - start });
}
