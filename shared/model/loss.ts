// Why a line that a service accepted, and charges for, will not come back from it; in words, too, for the window and the
// command line alike.
import { z } from 'zod';

/**
 * - `batch-gone`: the service answers and no longer knows the batch, as after its cleaning up.
 * - `job-gone`: it knows the batch, and no longer this job of it.
 * - `audio-gone`: the job is done, and there is nothing at the address of its audio.
 * - `audio-faulty`: what is there is not the audio that the job describes, at each try.
 * - `no-audio`: the job is done, and names no address of its audio.
 * - `no-link`: the batch can only be read at another server, which does not give it without a key.
 * - `other-line`: the service's answer describes another line: it echoes that line's input, names it, or gives its audio.
 * - `other-length`: its audio is far too short or too long for its words, beside the others of its batch, and the service
 *   echoes no input that would say whose it is.
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

const CAUSES: Readonly<Record<LossCause, string>> = {
  'batch-gone': 'The service accepted it and no longer has the batch.',
  'job-gone': 'The service accepted it and no longer has it, although it still has the batch.',
  'audio-gone': 'The service made its audio and no longer has the file.',
  'audio-faulty': 'The service made its audio, and the file is damaged each time it is fetched.',
  'no-audio': 'The service says that it is done and gives no address of its audio.',
  'other-line': 'The service mixed it up with another line: its audio may be that line’s.',
  'other-length': 'Its audio is far too short or too long for its words: it may be another line’s.',
  'no-link': 'The service accepted it, and it can only be read at another server, where the key is never sent.',
};

/** What happened to a line that is lost, in one sentence. */
export const lossWords = (cause: LossCause): string => CAUSES[cause];
