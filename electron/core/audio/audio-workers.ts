import { availableParallelism } from 'node:os';
import { AUDIO_FAULTS, AudioFormatError } from '../../../codecs/audio-format-error.ts';
import type { DecodeHint } from '../../../codecs/decode.ts';
import { isWav } from '../../../codecs/wav-layout.ts';
import type { AudioAnalysis } from '../../../shared/model/take.ts';
import type { AudioJob, AudioJobResult } from './audio-jobs.ts';
import { type CheckedAudio, checkAudio, type ExpectedAudio } from './check-audio.ts';
import type { Conversion, ConvertedAudio } from './convert-audio.ts';
import { createWorkerPool, WorkerJobError } from './worker-pool.ts';

/** checkAudio, analyseAudio and convertAudio without holding up the thread that calls them. */
export interface AudioWorkers {
  /** As checkAudio. A short WAV is checked at once, in this thread: that is quicker than handing it over. */
  checkAudio(bytes: Uint8Array, expected: ExpectedAudio): Promise<CheckedAudio>;
  /**
   * The figures of a file, as analyseAudio finds them.
   * @throws AudioFormatError, or WorkerLostError where the thread dies or the workers are closed
   */
  analyseAudio(bytes: Uint8Array, hint?: DecodeHint): Promise<AudioAnalysis>;
  /** As convertAudio. @throws AudioFormatError, or WorkerLostError where the thread dies or the workers are closed */
  convertAudio(bytes: Uint8Array, conversion: Conversion): Promise<ConvertedAudio>;
  /** Ends the threads; what is not done fails with WorkerLostError. */
  close(): Promise<void>;
}

/** The error that was thrown in the thread, as it was. */
function restored(error: unknown): unknown {
  if (!(error instanceof WorkerJobError)) return error;
  const fault = AUDIO_FAULTS.find((kind) => kind === error.detail);
  return fault === undefined ? error : new AudioFormatError(fault, error.message, { cause: error });
}

/** Bytes of a WAV file up to which it is checked at once: a second of sound or less, which takes part of a millisecond. */
const SHORT_BYTES = 32 * 1024;

/** Up to `size` threads, one for each processor unless given, started when they are first needed. */
export function createAudioWorkers(options: { readonly size?: number } = {}): AudioWorkers {
  const script = new URL('./audio-worker.ts', import.meta.url);
  const pool = createWorkerPool<AudioJob, AudioJobResult>(script, options.size ?? availableParallelism());
  const run = async (job: AudioJob): Promise<AudioJobResult> => {
    const result = await pool.run(job, [job.bytes.buffer]).catch((error: unknown) => {
      throw restored(error);
    });
    return result;
  };
  return {
    async checkAudio(bytes, expected) {
      if (bytes.length === 0 || (bytes.length <= SHORT_BYTES && isWav(bytes))) return checkAudio(bytes, expected);
      const result = await run({ kind: 'check', bytes: new Uint8Array(bytes), expected });
      if (result.kind !== 'check') throw strayAnswer();
      return result.checked;
    },
    async analyseAudio(bytes, hint = {}) {
      const result = await run({ kind: 'analyse', bytes: new Uint8Array(bytes), hint });
      if (result.kind !== 'analyse') throw strayAnswer();
      return result.analysis;
    },
    async convertAudio(bytes, conversion) {
      const result = await run({ kind: 'convert', bytes: new Uint8Array(bytes), conversion });
      if (result.kind !== 'convert') throw strayAnswer();
      return result.converted;
    },
    close: () => pool.close(),
  };
}

const strayAnswer = (): Error => new Error('An audio thread answered another question.');
