import { LimitedWorker } from './limited-worker.ts';

export interface ValidationJob {
  readonly store: Uint8Array;
  /** PEM certificates. */
  readonly anchors: string;
}

/** The library's report as JSON; null if the store can't be parsed. */
export type StoreReport = string | null;

/** Generous, because validating the manifest of an audio file takes milliseconds. */
const TIME_LIMIT_MS = 30_000;

const worker = new LimitedWorker<ValidationJob, StoreReport>(
  new URL('./validate-worker.ts', import.meta.url),
  TIME_LIMIT_MS,
);

/** Validates a manifest store, except for its binding to the file. Treats a store that crashes the library as damaged. */
export async function validateStore(store: Uint8Array, anchors: readonly string[]): Promise<StoreReport | 'too-slow'> {
  const report = await worker.run({ store, anchors: anchors.join('\n') });
  return report === 'crashed' ? null : report;
}
