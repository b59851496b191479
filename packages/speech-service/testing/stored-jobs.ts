import type { BatchKind, StoredBatch, StoredJob } from '../ports/jobs.ts';
import { VOICE } from './test-service.ts';

/** Returns a pending job with the given changes. */
export const storedJob = (batch: string, id: string, different: Partial<StoredJob> = {}): StoredJob => ({
  id,
  batch_id: batch,
  custom_id: null,
  input: { voice_engine: 'SvcDialog', text: `Text of ${id}: \u0000 \ud800 é 😀`, voice: VOICE },
  seed: 5,
  lane: 'a',
  webhook_url: null,
  webhook_result: null,
  status: 'pending',
  file: null,
  duration: null,
  size: null,
  error: null,
  ...different,
});

/** Returns a batch of the user `u`. */
export const storedBatch = (id: string, jobs: readonly StoredJob[], kind: BatchKind = 'batch'): StoredBatch => ({
  id,
  kind,
  user_id: 'u',
  created_at: 1000,
  webhook_url: null,
  webhook_result: null,
  jobs,
});
