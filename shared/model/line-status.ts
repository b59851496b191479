// The one state of a line that a person is shown.
import { z } from 'zod';

/**
 * Every line is in exactly one of them.
 *
 * - `fresh`: it has a usable pick for its words, voice and settings of today.
 * - `kept`: so has it, of an old take that the producer accepted.
 * - `in-flight`: the service has it, or it is on its way there, as it is today.
 * - `in-doubt`: it was sent as it is today, and may or may not have arrived; the producer decides.
 * - `lost`: the service accepted it as it is today and no longer has it; the producer decides.
 * - `too-long`: it does not fit into a job.
 * - `blocked`: it can't be rendered as it is, for another reason.
 * - `failed`: the service refused it, or reported it as failed, as it is today.
 * - `missing-audio`: the file of its pick is missing or damaged. It was paid for: the producer decides whether it is again.
 * - `stale`: it has takes, of what it was before only.
 * - `unrendered`: it has none.
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

/** What became of a job. */
export type JobState = 'sent' | 'accepted' | 'done' | 'failed' | 'in-doubt' | 'lost' | 'refused' | 'resubmitted';

/** What a line's status follows from. */
export interface LineStatusFacts {
  /** What its takes say; `blocked` where it has no usable pick and can't be rendered. */
  readonly state: 'fresh' | 'kept' | 'missing-audio' | 'stale' | 'unrendered' | 'blocked';
  /** The state of the latest job for what the line is today, or null. */
  readonly job: JobState | null;
  /** The kind of what hinders its rendering, or null. */
  readonly problem: string | null;
}

/** The status of a line: what is usable counts first, then what is under way, then what hinders. */
export function lineStatusOf({ state, job, problem }: LineStatusFacts): LineStatus {
  if (state === 'fresh' || state === 'kept') return state;
  if (job === 'sent' || job === 'accepted') return 'in-flight';
  if (job === 'in-doubt' || job === 'lost') return job;
  if (state === 'blocked') return problem === 'too-long' ? 'too-long' : 'blocked';
  if (job === 'failed' || job === 'refused') return 'failed';
  return state;
}
