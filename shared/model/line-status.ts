import { z } from 'zod';

/**
 * Every line has exactly one status.
 * - `fresh`: has a usable pick for its current text, voice and settings.
 * - `kept`: has an older take that the producer accepted.
 * - `in-doubt`: sent, but it's unknown whether the service received it; the producer decides.
 * - `lost`: the service accepted it and no longer has it; the producer decides.
 * - `blocked`: can't be rendered for another reason than its length.
 * - `failed`: the service refused it or reported a failure.
 * - `missing-audio`: the file of its pick is missing or damaged; the producer decides whether to pay again.
 * - `stale`: only has takes of earlier versions.
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
  /** `blocked` if it has no usable pick and can't be rendered. */
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
