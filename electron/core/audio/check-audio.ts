import type { OutputFormat } from '@lectern/tts-protocol';
import { AudioFormatError, type DecodeLimit } from '../../../codecs/audio-format-error.ts';
import type { AudioBytes } from '../../../codecs/bytes.ts';
import type { AudioAnalysis } from '../../../shared/model/take.ts';
import { analyseAudio } from './analyse-audio.ts';
import { type AudioAt, audioBytesAt } from './file-source.ts';

/** What the service announced (Section "Output object"). What it left out is not checked. */
export interface ExpectedAudio {
  /** The format that was asked for. */
  readonly format: OutputFormat;
  /** Hz; it is needed for bare mu-law only. */
  readonly sampleRate?: number | undefined;
  readonly sizeBytes?: number | undefined;
  readonly durationSeconds?: number | undefined;
  /** The most seconds that the audio may last: decoding ends there. Six hours unless given. */
  readonly mostSeconds?: number | undefined;
}

/**
 * What came. `format` is the one found, which may be another than was asked for: it can be played, and that is what
 * matters. Reasons: `empty` no byte or no sample, `size` not the announced number of bytes, `undecodable` not whole,
 * readable audio, `duration` not the announced length, `too-long` longer than it may last. `detail` is one sentence for
 * the user.
 */
export type CheckedAudio =
  | {
      readonly ok: true;
      readonly format: OutputFormat;
      /** Hz. */
      readonly sampleRate: number;
      readonly durationSeconds: number;
      /** What was measured of the sound on the way: a file is decoded once. */
      readonly analysis: AudioAnalysis;
    }
  | {
      readonly ok: false;
      readonly reason: 'size' | 'undecodable' | 'duration' | 'empty' | 'too-long';
      readonly detail: string;
    };

type FoundAudio = Extract<CheckedAudio, { ok: true }>;

/** Seconds by which a short take may differ from what was announced: a few MP3 frames, a rounded figure. */
const TOLERANCE_SECONDS = 0.15;
/** The same for a long one, as a part of its length. */
const TOLERANCE_SHARE = 0.02;

/** Seconds by which a decoded length may differ from the announced one: 0.15, or 2 % where that is more. */
export function durationTolerance(announcedSeconds: number): number {
  return Math.max(TOLERANCE_SECONDS, announcedSeconds * TOLERANCE_SHARE);
}

const limitOf = ({ mostSeconds }: ExpectedAudio): DecodeLimit | undefined =>
  mostSeconds === undefined ? undefined : { seconds: mostSeconds };

async function readThrough(from: AudioBytes, expected: ExpectedAudio): Promise<FoundAudio> {
  const { format, sampleRate, frames, analysis } = await analyseAudio(from, expected, limitOf(expected));
  return { ok: true, format, sampleRate, durationSeconds: frames / sampleRate, analysis };
}

/** Whether audio that came back is what was announced: its size to the byte, every sample readable, its length. */
export async function checkAudio(at: AudioAt, expected: ExpectedAudio): Promise<CheckedAudio> {
  const bytes = audioBytesAt(at);
  const { sizeBytes, durationSeconds: announced } = expected;
  if (bytes.length === 0) return { ok: false, reason: 'empty', detail: 'The audio file is empty.' };
  if (sizeBytes !== undefined && sizeBytes !== bytes.length) {
    const detail = `The audio file has ${bytes.length} bytes, but the service announced ${sizeBytes}.`;
    return { ok: false, reason: 'size', detail };
  }
  try {
    const found = await readThrough(bytes, expected);
    if (found.durationSeconds === 0)
      return { ok: false, reason: 'empty', detail: 'The audio file has no sound in it.' };
    if (announced === undefined) return found;
    if (Math.abs(found.durationSeconds - announced) <= durationTolerance(announced)) return found;
    const lengths = `${found.durationSeconds.toFixed(2)} s long, but the service announced ${announced.toFixed(2)} s`;
    return { ok: false, reason: 'duration', detail: `The audio is ${lengths}.` };
  } catch (error) {
    if (!(error instanceof AudioFormatError)) throw error;
    return { ok: false, reason: error.kind === 'too-long' ? 'too-long' : 'undecodable', detail: error.message };
  }
}
