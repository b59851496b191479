// Why a line that was accepted, and charged, can't be retrieved from the service.
import { z } from 'zod';
import { englishProblems } from '../../words/english-problems.ts';

/**
 * - `batch-gone`: the service no longer knows the batch, for example after a cleanup.
 * - `audio-gone`: the job is done, but its audio URL returns nothing.
 * - `audio-faulty`: every download differs from the audio the job describes.
 * - `no-link`: the batch is only available on another server, which requires the key.
 * - `other-line`: the response has another line's input, name or audio.
 * - `other-length`: the length of the audio doesn't fit the batch, and the service doesn't echo the input.
 */
export const lossCauseSchema = z.enum([
  'batch-gone',
  'job-gone',
  'audio-gone',
  'audio-faulty',
  'no-audio',
  'no-link',
  'other-line',
  'other-length',
]);
export type LossCause = z.infer<typeof lossCauseSchema>;

/** Describes a cause in English. Only for what still keeps sentences; new code keeps the cause itself. */
export const lossWords = (cause: LossCause): string => englishProblems.loss(cause);
