// Why a line that was accepted and charged can't be retrieved from the service.
import { z } from 'zod';

/**
 * `audio-faulty`: the audio differs from the job. `no-link`: available only from a server that would need the key.
 * `other-line`: the lines' data was mixed up.
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
