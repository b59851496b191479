import { ALIGNMENT_RATE } from '../../../shared/model/proof.ts';
import { resample } from '../resample/resample.ts';

/** Resamples mono audio to `ALIGNMENT_RATE`. @param sampleRate in Hz, a whole number */
export function toSixteenKilohertz(samples: Float32Array, sampleRate: number): Float32Array {
  const [channel] = resample({ sampleRate, channels: [samples] }, ALIGNMENT_RATE).channels;
  return channel ?? new Float32Array(0);
}
