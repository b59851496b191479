// Audio for tests of the watermark.
import { at } from '../../../../shared/rules/at.ts';
import { RandomNumbers } from '../../alignment/random-numbers.ts';
import { Watermarker } from '../watermarker.ts';

/** Returns noise with the rhythm of speech. */
export function syllables(seconds: number, sampleRate: number, seed = 1): Float32Array {
  const random = new RandomNumbers(seed);
  const length = Math.round(0.15 * sampleRate);
  let level = 0;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) => {
    if (index % length === 0) level = random.next();
    return 0.6 * level * Math.sin((Math.PI * (index % length)) / length) * random.between(-1, 1);
  });
}

/** Marks one channel. */
export async function markSamples(samples: Float32Array, id: number, sampleRate: number): Promise<Float32Array> {
  const watermarker = await Watermarker.create(id, sampleRate, 1);
  const marked = new Float32Array(samples.length);
  const first = at(watermarker.process([samples]), 0);
  marked.set(first);
  const { length } = first;
  marked.set(at(watermarker.end(), 0), length);
  return marked;
}
