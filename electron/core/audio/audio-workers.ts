import { availableParallelism } from 'node:os';
import { AUDIO_FAULTS, AudioFormatError } from '../../../codecs/audio-format-error.ts';
import type { DecodeHint } from '../../../codecs/decode.ts';
import { isWav } from '../../../codecs/wav-layout.ts';
import { FileWriteError } from '../../../node/files/file-errors.ts';
import { createWorkerPool, WorkerJobError } from '../../../node/worker-pool.ts';
import type { AudioAnalysis } from '../../../shared/model/take.ts';
import { type CheckedAudio, checkAudio, type ExpectedAudio } from './check-audio.ts';
import type { Conversion, ConvertedAudio } from './convert-audio.ts';
import type { AudioAt } from './file-source.ts';
import type { MeasuredAudioFile } from './measure-file.ts';

// What the main thread and the audio threads say to each other.

type Bytes = Uint8Array<ArrayBuffer>;
/** What a thread is handed: bytes of its own, or an open file. */
type Audio = Bytes | { readonly fd: number };

export type AudioJob =
  | { readonly kind: 'check'; readonly audio: Audio; readonly expected: ExpectedAudio }
  | { readonly kind: 'analyse'; readonly audio: Audio; readonly hint: DecodeHint }
  | { readonly kind: 'measure'; readonly audio: Audio }
  | {
      readonly kind: 'convert';
      readonly audio: Audio;
      readonly target: { readonly fd: number };
      readonly conversion: Conversion;
    };

export type AudioJobResult =
  | { readonly kind: 'check'; readonly checked: CheckedAudio }
  | { readonly kind: 'analyse'; readonly analysis: AudioAnalysis }
  | { readonly kind: 'measure'; readonly figures: MeasuredAudioFile }
  | { readonly kind: 'convert'; readonly converted: ConvertedAudio };

/** checkAudio, analyseAudio and convertAudio without holding up the thread that calls them. */
export interface AudioWorkers {
  /**
   * As checkAudio. The caller keeps a file open until this settles. A short WAV is checked at once, in this thread: that is
   * quicker than handing it over.
   */
  checkAudio(at: AudioAt, expected: ExpectedAudio): Promise<CheckedAudio>;
  /**
   * The figures of a file, as analyseAudio finds them.
   * @throws AudioFormatError, or WorkerLostError where the thread dies or the workers are closed
   */
  analyseAudio(at: AudioAt, hint?: DecodeHint): Promise<AudioAnalysis>;
  /** The figures of a finished file, as measureFile finds them. @throws as analyseAudio */
  measureFile(at: AudioAt): Promise<MeasuredAudioFile>;
  /**
   * As convertAudio, to an open file. The caller keeps files open until this settles.
   *
   * @throws AudioFormatError, FileWriteError, or WorkerLostError where the thread dies or the workers are closed
   */
  convertAudio(at: AudioAt, target: { readonly fd: number }, conversion: Conversion): Promise<ConvertedAudio>;
  /** Ends the threads; what is not done fails with WorkerLostError. */
  close(): Promise<void>;
}

/** The error that was thrown in the thread, as it was. */
function restored(error: unknown): unknown {
  if (!(error instanceof WorkerJobError)) return error;
  const fault = AUDIO_FAULTS.find((kind) => kind === error.detail);
  if (fault !== undefined) return new AudioFormatError(fault, error.message, { cause: error });
  return error.detail === undefined ? error : new FileWriteError(error.detail, error.message);
}

/** Bytes of a WAV file up to which it is checked at once: a second of sound or less, which takes part of a millisecond. */
const SHORT_BYTES = 32 * 1024;

/** Each takes up to 100 MB at work, and the whole process is to stay below 500. */
const MOST_THREADS = 2;

/** Up to `size` threads, one for each processor and up to two unless given, started when they are first needed. */
export function createAudioWorkers(options: { readonly size?: number } = {}): AudioWorkers {
  const script = new URL('./audio-worker.ts', import.meta.url);
  const pool = createWorkerPool<AudioJob, AudioJobResult>(
    script,
    options.size ?? Math.min(MOST_THREADS, availableParallelism()),
  );
  const run = async (job: AudioJob): Promise<AudioJobResult> => {
    const result = await pool
      .run(job, job.audio instanceof Uint8Array ? [job.audio.buffer] : [])
      .catch((error: unknown) => {
        throw restored(error);
      });
    return result;
  };
  return {
    async checkAudio(at, expected) {
      if (isQuick(at)) return checkAudio(at, expected);
      const result = await run({ kind: 'check', audio: handedOver(at), expected });
      if (result.kind !== 'check') throw strayAnswer();
      return result.checked;
    },
    async analyseAudio(at, hint = {}) {
      const result = await run({ kind: 'analyse', audio: handedOver(at), hint });
      if (result.kind !== 'analyse') throw strayAnswer();
      return result.analysis;
    },
    async measureFile(at) {
      const result = await run({ kind: 'measure', audio: handedOver(at) });
      if (result.kind !== 'measure') throw strayAnswer();
      return result.figures;
    },
    async convertAudio(at, target, conversion) {
      const result = await run({ kind: 'convert', audio: handedOver(at), target, conversion });
      if (result.kind !== 'convert') throw strayAnswer();
      return result.converted;
    },
    close: () => pool.close(),
  };
}

/** Whether it is there, and checking it takes no longer than handing it over. */
const isQuick = (at: AudioAt): at is Uint8Array =>
  at instanceof Uint8Array && (at.length === 0 || (at.length <= SHORT_BYTES && isWav(at)));

/** A copy of bytes in memory, for the thread alone; threads share open files. */
const handedOver = (at: AudioAt): Uint8Array<ArrayBuffer> | { readonly fd: number } =>
  at instanceof Uint8Array ? new Uint8Array(at) : at;

const strayAnswer = (): Error => new Error('An audio thread answered another question.');
