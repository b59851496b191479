import type { OutputFormat } from '@lectern/tts-protocol';
import type { AudioDefect } from '../../../shared/model/problems/audio-defect.ts';
import type { AudioAnalysis } from '../../../shared/model/take.ts';
import { AudioFormatError, type DecodeLimit } from '../codecs/audio-format-error.ts';
import type { AudioBytes } from '../codecs/bytes.ts';
import { type AudioInput, audioBytesOf } from '../codecs/file-source.ts';
import { analyseAudio } from './analyse-audio.ts';

/** Properties of the audio announced by the service ("Output object"). Missing ones are not checked. */
export interface ExpectedAudio {
  readonly format: OutputFormat;
  /** Hz; only needed for headerless mu-law. */
  readonly sampleRate?: number | undefined;
  readonly sizeBytes?: number | undefined;
  readonly durationSeconds?: number | undefined;
  /** Maximum duration in seconds, after which decoding stops. Defaults to six hours. */
  readonly maxSeconds?: number | undefined;
}

/** `format` may differ from the requested one. */
export type CheckedAudio =
  | {
      readonly ok: true;
      readonly format: OutputFormat;
      readonly sampleRate: number;
      readonly durationSeconds: number;
      /** Measurements taken during decoding, so that the file is decoded only once. */
      readonly analysis: AudioAnalysis;
    }
  | { readonly ok: false; readonly defect: AudioDefect };

type ValidAudio = Extract<CheckedAudio, { ok: true }>;

/** Tolerance for short takes, in seconds. Allows for a few MP3 frames or a rounded duration. */
const TOLERANCE_SECONDS = 0.15;
const TOLERANCE_SHARE = 0.02;

/** Returns the allowed difference between decoded and announced duration: 0.15 s or 2 %, whichever is greater. */
export function durationTolerance(announcedSeconds: number): number {
  return Math.max(TOLERANCE_SECONDS, announcedSeconds * TOLERANCE_SHARE);
}

const limitOf = ({ maxSeconds }: ExpectedAudio): DecodeLimit | undefined =>
  maxSeconds === undefined ? undefined : { seconds: maxSeconds };

async function decodeAndAnalyse(audio: AudioBytes, expected: ExpectedAudio): Promise<ValidAudio> {
  const { format, sampleRate, frames, analysis } = await analyseAudio(audio, expected, limitOf(expected));
  return { ok: true, format, sampleRate, durationSeconds: frames / sampleRate, analysis };
}

/** Checks downloaded audio: the announced size, that all of it can be decoded, and the announced duration. */
export async function checkAudio(input: AudioInput, expected: ExpectedAudio): Promise<CheckedAudio> {
  const bytes = audioBytesOf(input);
  const { sizeBytes, durationSeconds: announced } = expected;
  if (bytes.length === 0) return { ok: false, defect: { kind: 'empty' } };
  if (sizeBytes !== undefined && sizeBytes !== bytes.length) {
    return { ok: false, defect: { kind: 'other-size', sizeBytes: bytes.length, announcedBytes: sizeBytes } };
  }
  try {
    const found = await decodeAndAnalyse(bytes, expected);
    const { durationSeconds: seconds } = found;
    if (seconds === 0) return { ok: false, defect: { kind: 'silent' } };
    if (announced === undefined) return found;
    if (Math.abs(seconds - announced) <= durationTolerance(announced)) return found;
    return { ok: false, defect: { kind: 'other-duration', seconds, announcedSeconds: announced } };
  } catch (error) {
    if (!(error instanceof AudioFormatError)) throw error;
    return { ok: false, defect: { kind: error.kind } };
  }
}
