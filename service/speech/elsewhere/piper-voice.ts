// What a Piper voice says of itself, in the file beside its model (`MODEL.onnx.json`).
import { z } from 'zod';
import { readSmallFile } from '../../common/read-small-file.ts';
import { SourceError } from './speech-source.ts';

/** Piper's own noise, which makes one take differ from the next, where a voice says nothing else. */
export const PIPER_NOISE = { scale: 0.667, width: 0.8 } as const;
/** Speeds at which its voices still sound like themselves. */
export const PIPER_SPEEDS = { least: 0.5, most: 2 } as const;
/** Hz of its voices of medium and high quality. */
export const PIPER_SAMPLE_RATE = 22_050;

const voiceFile = z.object({
  audio: z.object({ sample_rate: z.int().min(1000).max(192_000) }),
  inference: z
    .object({ length_scale: z.number().positive(), noise_scale: z.number().min(0), noise_w: z.number().min(0) })
    .partial()
    .optional(),
});

export interface PiperVoice {
  /** Hz. */
  readonly sampleRate: number;
  /** Factor on the duration at speed 1. */
  readonly lengthScale: number;
  readonly noiseScale: number;
  readonly noiseWidth: number;
}

/** A list of many speakers and phonemes has some hundred kilobytes. */
const MAX_VOICE_BYTES = 16 * 1024 * 1024;

/** @throws SourceError where it can't be read */
export function piperVoice(model: string, title: string): PiperVoice {
  const path = `${model}.json`;
  let text: string;
  try {
    text = readSmallFile(path, MAX_VOICE_BYTES);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new SourceError(
      'final',
      `${title} has no voice at ${path} (${code}): put its model right in the configuration.`,
    );
  }
  try {
    const { audio, inference } = voiceFile.parse(JSON.parse(text));
    return {
      sampleRate: audio.sample_rate,
      lengthScale: inference?.length_scale ?? 1,
      noiseScale: inference?.noise_scale ?? PIPER_NOISE.scale,
      noiseWidth: inference?.noise_w ?? PIPER_NOISE.width,
    };
  } catch {
    throw new SourceError('final', `${title} has a voice that can't be understood: ${path} tells no sample rate.`);
  }
}
