// Creates small but real audio files, each with a tone whose length and pitch depend on the text. The tone fades at
// both ends and is about as long as speech, so that no take looks suspicious. It has a single loudest moment, because
// finding the true peak of a steady tone takes many times as long.

import { durationSeconds, encode } from '@lectern/audio';
import { AUDIO_FORMATS } from '@lectern/audio/formats';
import type { InputParameters } from '@lectern/tts-protocol';

export interface AudioFile {
  readonly bytes: Uint8Array;
  /** In seconds. */
  readonly duration: number;
  readonly mediaType: string;
}

/** Returns the duration of a text's audio in seconds: 0.2 s plus 30 ms per character. */
const audioSeconds = (text: string): number => 0.2 + 0.03 * Array.from(text).length;

/** Length of the fades in seconds. */
const FADE_SECONDS = 0.08;
/** Position and width of the loudest moment. The level elsewhere is a fifth of the level there. */
const LOUDEST_AT_SECONDS = 0.2;
const LOUDEST_SECONDS = 0.03;
const QUIET_LEVEL = 0.2;

function levelAt(seconds: number): number {
  const distance = Math.abs(seconds - LOUDEST_AT_SECONDS) / LOUDEST_SECONDS;
  return distance > 6 ? QUIET_LEVEL : QUIET_LEVEL + (1 - QUIET_LEVEL) * Math.exp(-(distance ** 2));
}

/**
 * An audio defect in a file that is otherwise complete and readable. `announced-longer`: the reported duration is 2 %
 * too long.
 */
export type SoundDefect = 'silent' | 'drawn-out' | 'hasty' | 'clipped' | 'one-sided' | 'announced-longer';

/** Duration factors. */
const LENGTHS: Partial<Record<SoundDefect, number>> = { 'drawn-out': 14, hasty: 0.17 };

/** Returns a child job's audio. The default is an 8 kHz WAV file. */
export async function makeAudio(input: InputParameters, defect?: SoundDefect): Promise<AudioFile> {
  const sampleRate = input.sample_rate ?? 8000;
  const pitchHz =
    200 + (Array.from(input.text).reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 400);
  const seconds = audioSeconds(input.text) * ((defect && LENGTHS[defect]) ?? 1);
  const length = Math.round(seconds * sampleRate);
  const fade = Math.min(FADE_SECONDS * sampleRate, length / 3);
  const loudest = defect === 'silent' ? 0 : defect === 'clipped' ? 20 : 0.5;
  const samples = new Float32Array(length).map((_, index) => {
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
