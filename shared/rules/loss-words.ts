// Why lines are lost, in words: for the window and the command line alike.
import type { LossCause } from '../model/loss.ts';

const CAUSES: Readonly<Record<LossCause, string>> = {
  'batch-gone': 'The service accepted it and no longer has the batch.',
  'job-gone': 'The service accepted it and no longer has it, although it still has the batch.',
  'audio-gone': 'The service made its audio and no longer has the file.',
  'audio-faulty': 'The service made its audio, and the file is damaged each time it is fetched.',
  'no-audio': 'The service says that it is done and gives no address of its audio.',
  'no-link': 'The service accepted it, and it can only be read at another server, where the key is never sent.',
};

/** What happened to a line that is lost, in one sentence. */
export const lossWords = (cause: LossCause): string => CAUSES[cause];
