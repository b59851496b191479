// Why a line that a service accepted, and charges for, will not come back from it.
import { z } from 'zod';

/**
 * - `batch-gone`: the service answers and no longer knows the batch, as after its cleaning up.
 * - `job-gone`: it knows the batch, and no longer this job of it.
 * - `audio-gone`: the job is done, and there is nothing at the address of its audio.
 * - `audio-faulty`: what is there is not the audio that the job describes, at each try.
 * - `no-audio`: the job is done, and names no address of its audio.
 * - `no-link`: the batch can only be read at another server, which does not give it without a key.
 */
export const lossCauseSchema = z.enum(['batch-gone', 'job-gone', 'audio-gone', 'audio-faulty', 'no-audio', 'no-link']);
export type LossCause = z.infer<typeof lossCauseSchema>;
