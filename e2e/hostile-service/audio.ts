// Small, real audio: a tone whose length and pitch depend on the text.
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

/** Seconds of audio for a text: a fifth of a second and 5 ms a character, up to 3 s. */
export function secondsOf(text: string): number {
  return Math.min(3, 0.2 + 0.005 * Array.from(text).length);
}

/** The audio of one child job; 8 kHz WAV unless the input asks for something else. */
export async function audioOf(input: InputParameters): Promise<AudioFile> {
  const sampleRate = input.sample_rate ?? 8000;
  const pitchHz =
    200 + (Array.from(input.text).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 400);
  const samples = Float32Array.from(
    { length: Math.round(secondsOf(input.text) * sampleRate) },
    (_, index) => 0.3 * Math.sin((2 * Math.PI * pitchHz * index) / sampleRate),
  );
  const pcm = { sampleRate, channels: [samples] };
  const format = input.output_format ?? 'wav';
  return {
    bytes: await encode(pcm, format),
    duration: durationSeconds(pcm),
    mediaType: AUDIO_FORMATS[format].mediaType,
  };
}
