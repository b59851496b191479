// Perceptual measurements for tests: pitch, colour, pace, and similarity of two sounds.
import { at } from '../../../shared/rules/at.ts';

type Sound = Int16Array | Float32Array;

/** Pitch search range in Hz. */
const PITCH = { min: 69, max: 400 } as const;
/** Samples per window. */
const WINDOW = 1024;

/** Returns the pitch at `start` in Hz by autocorrelation, or undefined if there is none. */
function pitchAt(samples: Sound, sampleRate: number, start: number): number | undefined {
  let best = 0.6;
  let bestLag = 0;
  for (let lag = Math.round(sampleRate / PITCH.max); lag < sampleRate / PITCH.min; lag += 1) {
    let product = 0;
    let left = 1e-9;
    let right = 1e-9;
    for (let index = start; index < start + WINDOW; index += 4) {
      const a = samples[index] ?? 0;
      const b = samples[index + lag] ?? 0;
      product += a * b;
      left += a * a;
      right += b * b;
    }
    const likeness = product / Math.sqrt(left * right);
    if (likeness > best + 0.01) {
      best = likeness;
      bestLag = lag;
    }
  }
  return bestLag === 0 ? undefined : sampleRate / bestLag;
}

/** Estimates a tone's frequency in Hz by counting zero crossings in its middle half. */
export function toneOf(samples: Sound, sampleRate: number): number {
  const middle = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  let count = 0;
  for (let index = 1; index < middle.length; index += 1) {
    if ((middle[index - 1] ?? 0) < 0 && (middle[index] ?? 0) >= 0) count += 1;
  }
  return (count / middle.length) * sampleRate;
}

/** Returns the median pitch in Hz, or 0 if there is none. */
export function medianPitch(samples: Sound, sampleRate: number): number {
  const pitches: number[] = [];
  for (let start = 0; start + 2 * WINDOW < samples.length; start += 2 * WINDOW) {
    const pitch = pitchAt(samples, sampleRate, start);
    if (pitch !== undefined) pitches.push(pitch);
  }
  return pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0;
}

const COSINES = Float64Array.from({ length: WINDOW / 2 }, (_, step) => Math.cos((-2 * Math.PI * step) / WINDOW));
const SINES = Float64Array.from({ length: WINDOW / 2 }, (_, step) => Math.sin((-2 * Math.PI * step) / WINDOW));

/**
 * Returns the power spectrum up to half the sample rate in steps of sampleRate / 1024 Hz: a radix-2 FFT with a Hann
 * window.
 */
function powers(samples: Sound, start: number): Float64Array {
  const real = new Float64Array(WINDOW);
  const imaginary = new Float64Array(WINDOW);
  for (let index = 0, reversed = 0; index < WINDOW; index += 1) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / WINDOW);
    real[reversed] = (samples[start + index] ?? 0) * window;
    let bit = WINDOW >> 1;
    for (; (reversed & bit) !== 0; bit >>= 1) reversed ^= bit;
    reversed |= bit;
  }
  for (let half = 1; half < WINDOW; half *= 2) {
    for (let index = 0; index < WINDOW; index += 1) {
      if ((index & half) !== 0) continue;
      const step = ((index % half) * WINDOW) / 2 / half;
      const cos = at(COSINES, step);
      const sin = at(SINES, step);
      const a = at(real, index + half);
      const b = at(imaginary, index + half);
      const c = at(real, index);
      const d = at(imaginary, index);
      real[index] = c + a * cos - b * sin;
      imaginary[index] = d + a * sin + b * cos;
      real[index + half] = c - a * cos + b * sin;
      imaginary[index + half] = d - a * sin - b * cos;
    }
  }
  return Float64Array.from({ length: WINDOW / 2 }, (_, k) => at(real, k) ** 2 + at(imaginary, k) ** 2);
}

/** Converts a frequency in Hz to critical bands (Bark), after Zwicker and Terhardt. */
const bark = (hertz: number): number => 13 * Math.atan(0.00076 * hertz) + 3.5 * Math.atan((hertz / 7500) ** 2);

/** Bands from 100 Hz to 7.7 kHz, which distinguish voices. */
const BANDS = { first: 1, count: 20 } as const;

/** Returns the level of each critical band in dB, relative to the mean of all bands. */
export function colour(samples: Sound, sampleRate: number): number[] {
  const sums = new Float64Array(BANDS.count);
  for (let start = 0; start + WINDOW <= samples.length; start += WINDOW) {
    for (const [k, power] of powers(samples, start).entries()) {
      const band = Math.floor(bark((k * sampleRate) / WINDOW)) - BANDS.first;
      if (band >= 0 && band < BANDS.count) sums[band] = at(sums, band) + power;
    }
  }
  const levels = [...sums].map((sum) => 10 * Math.log10(sum + 1e-12));
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return levels.map((level) => level - mean);
}

/** Measurements that distinguish speakers of the same words. */
export interface Impression {
  /** In Hz; 0 for a whisper. */
  readonly pitch: number;
  readonly colour: readonly number[];
  readonly seconds: number;
}

export const impressionOf = (samples: Sound, sampleRate: number): Impression => ({
  pitch: medianPitch(samples, sampleRate),
  colour: colour(samples, sampleRate),
  seconds: samples.length / sampleRate,
});

/**
 * Returns the distance of two speakers of the same words in just noticeable steps: one semitone of pitch, 5 % of pace
 * or 2 dB of colour (mean over all bands), whichever is largest.
 */
export function distance(one: Impression, other: Impression): number {
  const semitones = Math.abs(12 * Math.log2((one.pitch || 20) / (other.pitch || 20)));
  const pace = Math.abs(Math.log(one.seconds / other.seconds)) / Math.log(1.05);
  const bands = one.colour.reduce((sum, level, band) => sum + Math.abs(level - at(other.colour, band)), 0);
  return Math.max(semitones, pace, bands / one.colour.length / 2);
}

/**
 * Returns the maximum correlation (-1 to 1) of `part` with `whole` near `place`, over shifts of up to `shift` samples.
 */
export function likeness(whole: Sound, part: Sound, place: number, shift: number): number {
  let best = -1;
  for (let start = Math.max(0, place - shift); start <= place + shift; start += 1) {
    let product = 0;
    let left = 1e-9;
    let right = 1e-9;
    for (let index = 0; index < part.length; index += 1) {
      const a = whole[start + index] ?? 0;
      const b = part[index] ?? 0;
      product += a * b;
      left += a * a;
      right += b * b;
    }
    best = Math.max(best, product / Math.sqrt(left * right));
  }
  return best;
}
