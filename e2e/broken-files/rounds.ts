// Reads broken files in a worker thread, because reading can hang or crash, and collects violations.
import { Worker } from 'node:worker_threads';
import { EXPECTED_OUTCOMES } from './broken-file.ts';
import type { BrokenFileMessage, BrokenJob } from './worker.ts';

const MAX_MS = 10_000;
const MAX_MEMORY_MB = 500;

const memoryMb = (): number => process.memoryUsage.rss() / 1024 / 1024;

export interface FormReport {
  readonly outcomes: Map<string, number>;
  readonly violations: string[];
  /** In milliseconds. */
  slowest: { readonly seed: number; readonly ms: number };
  /** Peak memory of the process in MB. */
  peak: number;
}

/** Imports broken files of one format in a thread. @param end the number of the last file, plus 1 */
export async function readBrokenFiles(form: string, first: number, end: number): Promise<FormReport> {
  const report: FormReport = { outcomes: new Map(), violations: [], slowest: { seed: 0, ms: 0 }, peak: memoryMb() };
  let next = first;
  // If a thread hangs or crashes, continue with the remaining files in a new thread.
  while (next < end) next = await readInThread({ form, first: next, end }, report);
  return report;
}

/** Returns the number of the first file that the thread didn't start reading. */
function readInThread(job: BrokenJob, report: FormReport): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 400 },
    workerData: job,
  });
  let seed = job.first - 1;
  let began = Number.POSITIVE_INFINITY;
  const fail = (what: string): void => {
    report.violations.push(`${job.form} ${seed}: ${what}`);
    end();
  };
  const end = (): void => {
    clearInterval(timer);
    void worker.terminate().then(() => resolve(seed + 1));
  };
  const timer = setInterval(() => {
    const now = memoryMb();
    if (now > MAX_MEMORY_MB && report.peak <= MAX_MEMORY_MB)
      report.violations.push(`${job.form} ${seed}: ${Math.round(now)} MB`);
    report.peak = Math.max(report.peak, now);
    if (performance.now() - began > MAX_MS) fail('hangs');
  }, 20);
  worker.on('message', (news: BrokenFileMessage) => {
    seed = news.seed;
    began = news.kind === 'begins' ? performance.now() : Number.POSITIVE_INFINITY;
    if (news.kind === 'begins') return;
    report.outcomes.set(news.outcome, (report.outcomes.get(news.outcome) ?? 0) + 1);
    if (!EXPECTED_OUTCOMES.includes(news.outcome)) report.violations.push(`${job.form} ${seed}: ${news.outcome}`);
    if (news.ms > report.slowest.ms) report.slowest = { seed, ms: news.ms };
    if (seed === job.end - 1) end();
  });
  worker.on('error', (error) => fail(`the thread died: ${error.message}`));
  return promise;
}
