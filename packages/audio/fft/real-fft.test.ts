import { expect, it } from 'vitest';
import { RandomNumbers } from '../alignment/random-numbers.ts';
import { sampleAt } from '../codecs/pcm.ts';
import { loadFft } from './real-fft.ts';

const random = new RandomNumbers(3);
const noise = (size: number): Float32Array => Float32Array.from({ length: size }, () => random.between(-1, 1));

/** The definition of the discrete Fourier transform. */
function binOf(samples: Float32Array, bin: number): { readonly real: number; readonly imaginary: number } {
  let [real, imaginary] = [0, 0];
  for (const [index, sample] of samples.entries()) {
    const angle = (2 * Math.PI * bin * index) / samples.length;
    real += sample * Math.cos(angle);
    imaginary -= sample * Math.sin(angle);
  }
  return { real, imaginary };
}

it.each([32, 512, 4_096])('calculates the Fourier transform of %i samples', async (size) => {
  const fft = (await loadFft()).realFft(size);
  const samples = noise(size);
  fft.samples.set(samples);
  fft.forward();
  expect(fft.spectrum[0]).toBeCloseTo(binOf(samples, 0).real, 3);
  expect(fft.spectrum[1]).toBeCloseTo(binOf(samples, size / 2).real, 3);
  for (const bin of [1, 2, 7, size / 4, size / 2 - 1]) {
    const { real, imaginary } = binOf(samples, bin);
    expect(fft.spectrum[2 * bin]).toBeCloseTo(real, 3);
    expect(fft.spectrum[2 * bin + 1]).toBeCloseTo(imaginary, 3);
  }
});

it('restores the samples, multiplied by the size', async () => {
  const fft = (await loadFft()).realFft(1_024);
  const samples = noise(1_024);
  fft.samples.set(samples);
  fft.forward();
  fft.inverse();
  const difference = fft.samples.map((sample, index) => sample / 1_024 - sampleAt(samples, index));
  expect(Math.max(...difference.map(Math.abs))).toBeLessThan(1e-6);
});

it.each([0, 16, 48, 1_000])('refuses the size %i', async (size) => {
  const library = await loadFft();
  expect(() => library.realFft(size)).toThrow(RangeError);
});
