// Small, real audio: a tone whose length and pitch depend on the text, long enough for it and with soft ends, so that no take
// looks suspicious.
import { encode } from '../../codecs/encode.ts';
import { durationSeconds } from '../../codecs/pcm.ts';
import { AUDIO_FORMATS } from '../../shared/model/audio-formats.ts';
import type { InputParameters } from '../../shared/service/input-parameters.ts';

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

/** The audio of one child job; 8 kHz WAV unless the input asks for something else. */
export async function audioOf(input: InputParameters): Promise<AudioFile> {
  const sampleRate = input.sample_rate ?? 8000;
  const pitchHz =
    200 + (Array.from(input.text).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 400);
  const length = Math.round(secondsOf(input.text) * sampleRate);
  const fade = FADE_SECONDS * sampleRate;
  const samples = Float32Array.from({ length }, (_, index) => {
    const level = 0.3 * Math.min(1, index / fade, (length - 1 - index) / fade);
    return level * Math.sin((2 * Math.PI * pitchHz * index) / sampleRate);
  });
  const pcm = { sampleRate, channels: [samples] };
  const format = input.output_format ?? 'wav';
  return {
    bytes: await encode(pcm, format),
    duration: durationSeconds(pcm),
    mediaType: AUDIO_FORMATS[format].mediaType,
  };
}
