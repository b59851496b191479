// Sounds whose measure is known, and how to take it.
import type { Pcm } from '../codecs/pcm.ts';

/** A sine of `frequency` Hz and `level` (0 to 1) in each channel, an octave higher from one channel to the next. */
export function tone(options: {
  readonly sampleRate: number;
  readonly seconds: number;
  readonly frequency?: number;
  readonly level?: number;
  readonly channels?: number;
}): Pcm {
  const { sampleRate, seconds, frequency = 440, level = 0.5, channels = 1 } = options;
  const length = Math.round(sampleRate * seconds);
  return {
    sampleRate,
    channels: Array.from({ length: channels }, (_, channel) => {
      const step = (2 * Math.PI * frequency * 2 ** channel) / sampleRate;
      return Float32Array.from({ length }, (_value, index) => level * Math.sin(step * index));
    }),
  };
}

/** The amplitude of one frequency (Hz) in a channel, its first and last tenth left out. */
export function levelAt(samples: Float32Array, sampleRate: number, frequency: number): number {
  const edge = Math.floor(samples.length / 10);
  const middle = samples.subarray(edge, samples.length - edge);
  const step = (2 * Math.PI * frequency) / sampleRate;
  let sine = 0;
  let cosine = 0;
  let weights = 0;
  middle.forEach((sample, index) => {
    const weight = 1 - Math.cos((2 * Math.PI * (index + 0.5)) / middle.length);
    sine += sample * weight * Math.sin(step * index);
    cosine += sample * weight * Math.cos(step * index);
    weights += weight;
  });
  return (2 * Math.hypot(sine, cosine)) / weights;
}

/** The effective value (RMS) of a channel, its first and last tenth left out. */
export function effectiveLevel(samples: Float32Array): number {
  const edge = Math.floor(samples.length / 10);
  const middle = samples.subarray(edge, samples.length - edge);
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Something like speech to an encoder: three partials under a slow swell, with a little noise. */
export function murmur(sampleRate: number, seconds: number, channels = 1): Pcm {
  const random = seededNumbers(sampleRate);
  const length = Math.round(sampleRate * seconds);
  return {
    sampleRate,
    channels: Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length }, (_value, index) => {
        const time = index / sampleRate;
        const pitch = 2 * Math.PI * (120 + channel * 30) * time;
        const voice = Math.sin(pitch) + 0.5 * Math.sin(3 * pitch) + 0.3 * Math.sin(7 * pitch);
        return 0.25 * voice * Math.abs(Math.sin(4 * time)) + 0.01 * (random() - 0.5);
      }),
    ),
  };
}

/** The channel of that number, which must be there. */
export function channelOf(pcm: Pcm, channel = 0): Float32Array {
  const samples = pcm.channels[channel];
  if (samples === undefined) throw new Error(`There is no channel ${channel}.`);
  return samples;
}
