// Why a line that was accepted and charged can't be retrieved from the service.
import { z } from 'zod';

/**
 * `audio-faulty`: the audio differs from the job. `no-link`: the audio is available only from a server to which the
 * key would have to be sent. `other-line`: the service mixed up the data of several lines.
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
