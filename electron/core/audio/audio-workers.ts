import { availableParallelism } from 'node:os';
import {
  AUDIO_FORMAT_ERROR_KINDS,
  AudioFormatError,
  type AudioInput,
  type Conversion,
  type ConvertedAudio,
  type DecodeHint,
  isWav,
} from '@lectern/audio';
import type { FingerprintedFile } from '@lectern/audio/fingerprint';
import { type CheckedAudio, checkAudio, type ExpectedAudio, type MeasuredAudioFile } from '@lectern/audio/meters';
import type { WatermarkScan } from '@lectern/audio/watermark';
import { FileWriteError } from '../../../node/files/file-errors.ts';
import { createWorkerPool, WorkerJobError } from '../../../node/worker-pool.ts';
import type { AudioAnalysis } from '../../../shared/model/take.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Audio = Bytes | { readonly fd: number };

export type AudioJob =
  | { readonly kind: 'check'; readonly audio: Audio; readonly expected: ExpectedAudio }
  | { readonly kind: 'analyse'; readonly audio: Audio; readonly hint: DecodeHint }
  | { readonly kind: 'measure'; readonly audio: Audio; readonly wantsFingerprint: boolean }
  | {
      readonly kind: 'fingerprint';
      readonly audio: Audio;
      readonly seconds: number;
      readonly starts: readonly number[];
    }
  | { readonly kind: 'find-watermark'; readonly audio: Audio }
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
  | { readonly kind: 'find-watermark'; readonly scan: WatermarkScan }
  | { readonly kind: 'fingerprint'; readonly fingerprinted: FingerprintedFile }
  | { readonly kind: 'convert'; readonly converted: ConvertedAudio };

export interface AudioWorkers {
  /**
   * Checks short WAV data on the calling thread, because that is faster. The file must stay open until the promise
   * settles.
   */
  checkAudio(input: AudioInput, expected: ExpectedAudio): Promise<CheckedAudio>;
  /** @throws AudioFormatError, or WorkerLostError if the thread dies or the workers are closed */
  analyseAudio(input: AudioInput, hint?: DecodeHint): Promise<AudioAnalysis>;
  /** @param wantsFingerprint false by default */
  measureFile(input: AudioInput, wantsFingerprint?: boolean): Promise<MeasuredAudioFile>;
  /** See `fingerprintFile`. @throws AudioFormatError, WorkerLostError */
  fingerprintFile(
    input: AudioInput,
    options: { readonly seconds: number; readonly starts?: readonly number[] },
  ): Promise<FingerprintedFile>;
  /** @throws AudioFormatError, WorkerLostError */
  findWatermark(input: AudioInput): Promise<WatermarkScan>;
  /** Both files must stay open until the promise settles. @throws AudioFormatError, FileWriteError, WorkerLostError */
  convertAudio(input: AudioInput, target: { readonly fd: number }, conversion: Conversion): Promise<ConvertedAudio>;
  close(): Promise<void>;
}

function restoreError(error: unknown): unknown {
  if (!(error instanceof WorkerJobError)) return error;
  const fault = AUDIO_FORMAT_ERROR_KINDS.find((kind) => kind === error.detail);
  if (fault !== undefined) return new AudioFormatError(fault, error.message, { cause: error });
  return error.detail === undefined ? error : new FileWriteError(error.detail, error.message);
}

/** WAV files up to this size, in bytes, are checked on the calling thread. This takes less than a millisecond. */
const MAX_INLINE_BYTES = 32 * 1024;

/** Each thread uses up to 100 MB, and the whole process should stay below 500 MB. */
const MAX_THREADS = 2;

export function createAudioWorkers(options: { readonly size?: number } = {}): AudioWorkers {
  const script = new URL('./audio-worker.ts', import.meta.url);
  const pool = createWorkerPool<AudioJob, AudioJobResult>(
    script,
    options.size ?? Math.min(MAX_THREADS, availableParallelism()),
    { isHandedOn: true },
  );
  const run = async (job: AudioJob): Promise<AudioJobResult> => {
    const result = await pool
      .run(job, job.audio instanceof Uint8Array ? [job.audio.buffer] : [])
      .catch((error: unknown) => {
        throw restoreError(error);
      });
    return result;
  };
  return {
    async checkAudio(at, expected) {
      if (isShortWav(at)) return checkAudio(at, expected);
      const result = await run({ kind: 'check', audio: copyForTransfer(at), expected });
      if (result.kind !== 'check') throw unexpectedReplyError();
      return result.checked;
    },
    async analyseAudio(at, hint = {}) {
      const result = await run({ kind: 'analyse', audio: copyForTransfer(at), hint });
      if (result.kind !== 'analyse') throw unexpectedReplyError();
      return result.analysis;
    },
    async measureFile(at, wantsFingerprint = false) {
      const result = await run({ kind: 'measure', audio: copyForTransfer(at), wantsFingerprint });
      if (result.kind !== 'measure') throw unexpectedReplyError();
      return result.figures;
    },
    async findWatermark(at) {
      const result = await run({ kind: 'find-watermark', audio: copyForTransfer(at) });
      if (result.kind !== 'find-watermark') throw unexpectedReplyError();
      return result.scan;
    },
    async fingerprintFile(at, { seconds, starts = [0] }) {
      const result = await run({ kind: 'fingerprint', audio: copyForTransfer(at), seconds, starts });
      if (result.kind !== 'fingerprint') throw unexpectedReplyError();
      return result.fingerprinted;
    },
    async convertAudio(at, target, conversion) {
      const result = await run({ kind: 'convert', audio: copyForTransfer(at), target, conversion });
      if (result.kind !== 'convert') throw unexpectedReplyError();
      return result.converted;
    },
    close: () => pool.close(),
  };
}

const isShortWav = (input: AudioInput): input is Uint8Array =>
  input instanceof Uint8Array && (input.length === 0 || (input.length <= MAX_INLINE_BYTES && isWav(input)));

/** Copies in-memory audio so that it can be transferred; file descriptors are valid in all threads. */
const copyForTransfer = (input: AudioInput): Uint8Array<ArrayBuffer> | { readonly fd: number } =>
  input instanceof Uint8Array ? new Uint8Array(input) : input;

const unexpectedReplyError = (): Error => new Error('An audio thread sent an unexpected reply.');
