// Small, real audio: a tone whose length and pitch depend on the text, long enough for it and with soft ends, so that no take
// looks suspicious. It is loudest once, because the true peak of a steady tone takes many times as long to find.

import type { InputParameters } from '@lectern/tts-protocol';
import { encode } from '../../codecs/encode.ts';
import { durationSeconds } from '../../codecs/pcm.ts';
import { AUDIO_FORMATS } from '../../shared/model/audio-formats.ts';

export interface AudioFile {
  readonly bytes: Uint8Array;
  /** Seconds. */
  readonly duration: number;
  readonly mediaType: string;
}

/** Seconds of audio for a text: a fifth of a second and 30 ms a character. */
const secondsOf = (text: string): number => 0.2 + 0.03 * Array.from(text).length;

/** Seconds in which the tone swells and fades. */
const FADE_SECONDS = 0.08;
/** Seconds to the loudest place of a tone, and how long that is; elsewhere the tone is a fifth as loud. */
const LOUDEST_AT_SECONDS = 0.2;
const LOUDEST_FOR_SECONDS = 0.03;
const ELSEWHERE = 0.2;

/** How loud a tone is after this many seconds, of 1. */
const levelAt = (seconds: number): number =>
  ELSEWHERE + (1 - ELSEWHERE) * Math.exp(-(((seconds - LOUDEST_AT_SECONDS) / LOUDEST_FOR_SECONDS) ** 2));

/**
 * What is wrong with the sound of a file that is whole and readable. `announced-longer`: the service announces 2 % more than
 * there is.
 */
export type SoundDefect = 'silent' | 'drawn-out' | 'hasty' | 'clipped' | 'one-sided' | 'announced-longer';

/** How many times as long a file is. */
const LENGTHS: Partial<Record<SoundDefect, number>> = { 'drawn-out': 14, hasty: 0.17 };

/** The audio of one child job; 8 kHz WAV unless the input asks for something else. */
export async function audioOf(input: InputParameters, defect?: SoundDefect): Promise<AudioFile> {
  const sampleRate = input.sample_rate ?? 8000;
  const pitchHz =
    200 + (Array.from(input.text).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 400);
  const seconds = secondsOf(input.text) * ((defect && LENGTHS[defect]) ?? 1);
  const length = Math.round(seconds * sampleRate);
  const fade = Math.min(FADE_SECONDS * sampleRate, length / 3);
  const loudest = defect === 'silent' ? 0 : defect === 'clipped' ? 20 : 0.5;
  const samples = Float32Array.from({ length }, (_, index) => {
    const sample = loudest * levelAt(index / sampleRate) * Math.sin((2 * Math.PI * pitchHz * index) / sampleRate);
    return Math.max(-1, Math.min(1, sample)) * Math.min(1, index / fade, (length - 1 - index) / fade);
  });
  const pcm = { sampleRate, channels: defect === 'one-sided' ? [samples, new Float32Array(length)] : [samples] };
  const format = input.output_format ?? 'wav';
  return {
    bytes: await encode(pcm, format),
    duration: durationSeconds(pcm) * (defect === 'announced-longer' ? 1.02 : 1),
    mediaType: AUDIO_FORMATS[format].mediaType,
  };
}
