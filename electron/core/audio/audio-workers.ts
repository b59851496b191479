import { availableParallelism } from 'node:os';
import { AUDIO_FAULTS, AudioFormatError } from '../../../codecs/audio-format-error.ts';
import { isWav } from '../../../codecs/wav-layout.ts';
import type { AudioJob, AudioJobResult } from './audio-jobs.ts';
import { type CheckedAudio, checkAudio, type ExpectedAudio } from './check-audio.ts';
import type { Conversion } from './convert-audio.ts';
import { createWorkerPool, WorkerJobError } from './worker-pool.ts';

/** checkAudio and convertAudio without holding up the thread that calls them. */
export interface AudioWorkers {
  /** As checkAudio. WAV and mu-law are checked at once, in this thread: that is quicker than handing them over. */
  checkAudio(bytes: Uint8Array, expected: ExpectedAudio): Promise<CheckedAudio>;
  /** As convertAudio. @throws AudioFormatError, or WorkerLostError where the thread dies or the workers are closed */
  convertAudio(bytes: Uint8Array, conversion: Conversion): Promise<Uint8Array>;
  /** Ends the threads; what is not done fails with WorkerLostError. */
  close(): Promise<void>;
}

/** The error that was thrown in the thread, as it was. */
function restored(error: unknown): unknown {
  if (!(error instanceof WorkerJobError)) return error;
  const fault = AUDIO_FAULTS.find((kind) => kind === error.detail);
  return fault === undefined ? error : new AudioFormatError(fault, error.message, { cause: error });
}

/** Up to `size` threads, one for each processor unless given, started when they are first needed. */
export function createAudioWorkers(options: { readonly size?: number } = {}): AudioWorkers {
  const script = new URL('./audio-worker.ts', import.meta.url);
  const pool = createWorkerPool<AudioJob, AudioJobResult>(script, options.size ?? availableParallelism());
  return {
    async checkAudio(bytes, expected) {
      if (bytes.length === 0 || isWav(bytes)) return checkAudio(bytes, expected);
      const copy = new Uint8Array(bytes);
      const result = await pool.run({ kind: 'check', bytes: copy, expected }, [copy.buffer]);
      if (result.kind !== 'check') throw new Error('An audio thread answered another question.');
      return result.checked;
    },
    async convertAudio(bytes, conversion) {
      const copy = new Uint8Array(bytes);
      const job: AudioJob = { kind: 'convert', bytes: copy, conversion };
      const result = await pool.run(job, [copy.buffer]).catch((error: unknown) => {
        throw restored(error);
      });
      if (result.kind !== 'convert') throw new Error('An audio thread answered another question.');
      return result.bytes;
    },
    close: () => pool.close(),
  };
}
