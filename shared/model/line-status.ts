import { z } from 'zod';

/**
 * `kept`: the producer accepted an older take. `in-doubt`, `lost` and `missing-audio`: the producer has to decide.
 * `blocked`: can't be rendered, for a reason other than its length. `stale`: has only takes of earlier versions.
 */
export const lineStatusSchema = z.enum([
  'fresh',
  'kept',
  'in-flight',
  'in-doubt',
  'lost',
  'too-long',
  'blocked',
  'failed',
  'missing-audio',
  'stale',
  'unrendered',
]);
export type LineStatus = z.infer<typeof lineStatusSchema>;

export type JobState = 'sent' | 'accepted' | 'done' | 'failed' | 'in-doubt' | 'lost' | 'refused' | 'resubmitted';

export interface LineStatusFacts {
  readonly state: 'fresh' | 'kept' | 'missing-audio' | 'stale' | 'unrendered' | 'blocked';
  readonly job: JobState | null;
  readonly problem: string | null;
}

/** Derives a line's status. A usable pick takes priority over jobs in progress, then over problems. */
export function lineStatusOf({ state, job, problem }: LineStatusFacts): LineStatus {
  if (state === 'fresh' || state === 'kept') return state;
  if (job === 'sent' || job === 'accepted') return 'in-flight';
  if (job === 'in-doubt' || job === 'lost') return job;
  if (state === 'blocked') return problem === 'too-long' ? 'too-long' : 'blocked';
  if (job === 'failed' || job === 'refused') return 'failed';
  return state;
}
