import { createWorkerPool, WorkerLostError, type WorkerPool } from '../../../node/worker-pool.ts';

export interface ValidationJob {
  readonly store: Uint8Array;
  /** PEM certificates. */
  readonly anchors: string;
}

/** The library's report as JSON; null if the store can't be parsed. */
export type StoreReport = string | null;

/** Generous, because validating the manifest of an audio file takes milliseconds. */
const TIME_LIMIT_MS = 30_000;
const IDLE_MS = 2000;

let pool: WorkerPool<ValidationJob, StoreReport> | undefined;

/** Ends when the last job does. */
let queue: Promise<unknown> = Promise.resolve();

/** Validates a manifest store, except for its binding to the file. */
export function validateStore(store: Uint8Array, anchors: readonly string[]): Promise<StoreReport | 'too-slow'> {
  // One at a time, so that a store only fails, or runs out of time, because of itself.
  const report = queue.then(() => validateNow(store, anchors));
  queue = report.catch(() => undefined);
  return report;
}

async function validateNow(store: Uint8Array, anchors: readonly string[]): Promise<StoreReport | 'too-slow'> {
  pool ??= createWorkerPool(new URL('./validate-worker.ts', import.meta.url), 1, { idleMs: IDLE_MS });
  const used = pool;
  const { promise, resolve } = Promise.withResolvers<'too-slow'>();
  const timer = setTimeout(() => {
    if (pool === used) pool = undefined;
    resolve('too-slow');
    void used.close();
  }, TIME_LIMIT_MS);
  try {
    return await Promise.race([promise, used.run({ store, anchors: anchors.join('\n') }).catch(asDamaged)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Treats a store that crashes the library as damaged. */
function asDamaged(error: unknown): null {
  if (error instanceof WorkerLostError) return null;
  throw error;
}
