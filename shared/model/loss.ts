// Why a line that was accepted, and charged, can't be retrieved from the service.
import { z } from 'zod';

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

export const lossWords = (cause: LossCause): string => CAUSES[cause];
