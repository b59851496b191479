// A thread that reads broken files. It reports each file before reading it.
import { parentPort, workerData } from 'node:worker_threads';
import { brokenFile, outcomeOf } from './broken-file.ts';

export interface BrokenJob {
  readonly form: string;
  readonly first: number;
  readonly end: number;
}

export type BrokenNews =
  | { readonly kind: 'begins'; readonly seed: number }
  | { readonly kind: 'read'; readonly seed: number; readonly outcome: string; readonly ms: number };

process.on('unhandledRejection', () => undefined);
// Provided by rounds.ts.
const { form, first, end } = workerData as BrokenJob;
const report = (news: BrokenNews): void => parentPort?.postMessage(news);
for (let seed = first; seed < end; seed += 1) {
  const bytes = brokenFile(form, seed);
  report({ kind: 'begins', seed });
  const start = performance.now();
  const outcome = await outcomeOf(form, bytes);
  report({ kind: 'read', seed, outcome, ms: performance.now() - start });
}
