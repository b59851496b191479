import { resample } from '../resample/resample.ts';

/** Sample rate of everything that is compared, in Hz. */
export const ALIGNMENT_RATE = 16_000;

/** Resamples mono audio to `ALIGNMENT_RATE`. @param sampleRate in Hz, a whole number */
export function toSixteenKilohertz(samples: Float32Array, sampleRate: number): Float32Array {
  const [channel] = resample({ sampleRate, channels: [samples] }, ALIGNMENT_RATE).channels;
  return channel ?? new Float32Array(0);
}
