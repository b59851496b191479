// Short-time spectra in perceptual frequency bands.
import type { Sound } from './wav.ts';

/** Frame interval and length in seconds. */
export const HOP_SECONDS = 0.02;
const FRAME_SECONDS = 0.04;
const BANDS = 28;
/**
 * Frequency range in Hz. It covers the pitch and timbre of every voice, and is below half the sample rate of an 8 kHz
 * file.
 */
const MIN_HERTZ = 70;
const MAX_HERTZ = 3800;
/** Level below the loudest frame, in decibels, that counts as silence. */
const FLOOR_DB = 45;

export interface Frames {
  /** Band levels of each frame in decibels above the floor. */
  readonly bands: readonly Float32Array[];
  /** Whether each frame contains speech. */
  readonly spoken: readonly boolean[];
}

const mel = (hertz: number): number => 1127 * Math.log1p(hertz / 700);
const hertz = (value: number): number => 700 * Math.expm1(value / 1127);

/** Cached FFT factors by size. */
const twiddleFactors = new Map<number, { readonly cos: Float64Array; readonly sin: Float64Array }>();

function getTwiddleFactors(size: number) {
  const known = twiddleFactors.get(size);
  if (known) return known;
  const angle = (k: number): number => (-2 * Math.PI * k) / size;
  const made = {
    cos: Float64Array.from({ length: size / 2 }, (_, k) => Math.cos(angle(k))),
    sin: Float64Array.from({ length: size / 2 }, (_, k) => Math.sin(angle(k))),
  };
  twiddleFactors.set(size, made);
  return made;
}

/** Runs an in-place FFT; the length must be a power of two. */
function fft(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length;
  const { cos, sin } = getTwiddleFactors(n);
  for (let i = 1, j = 0; i < n; i += 1) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [real[i], real[j]] = [real[j] ?? 0, real[i] ?? 0];
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    const step = n / size;
    for (let start = 0; start < n; start += size) {
      for (let k = 0; k < half; k += 1) {
        const a = start + k;
        const b = a + half;
        const c = cos[k * step] ?? 1;
        const s = sin[k * step] ?? 0;
        const re = (real[b] ?? 0) * c - (imaginary[b] ?? 0) * s;
        const im = (real[b] ?? 0) * s + (imaginary[b] ?? 0) * c;
        real[b] = (real[a] ?? 0) - re;
        imaginary[b] = (imaginary[a] ?? 0) - im;
        real[a] = (real[a] ?? 0) + re;
        imaginary[a] = (imaginary[a] ?? 0) + im;
      }
    }
  }
}

/** Returns the first bin of each band and, at the end, the bin after the last band. */
function bandEdges(size: number, sampleRate: number): number[] {
  const from = mel(MIN_HERTZ);
  const step = (mel(MAX_HERTZ) - from) / BANDS;
  return Array.from({ length: BANDS + 1 }, (_, i) => Math.round((hertz(from + i * step) * size) / sampleRate));
}

function bandPowers(sound: Sound): Float32Array[] {
  const { samples, sampleRate } = sound;
  const span = Math.round(FRAME_SECONDS * sampleRate);
  const size = 2 ** Math.ceil(Math.log2(span));
  const edges = bandEdges(size, sampleRate);
  const frames: Float32Array[] = [];
  for (let start = 0; start + span <= samples.length; start += Math.round(HOP_SECONDS * sampleRate)) {
    const real = new Float64Array(size);
    for (let i = 0; i < span; i += 1) {
      real[i] = (samples[start + i] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / span));
    }
    const imaginary = new Float64Array(size);
    fft(real, imaginary);
    const bands = new Float32Array(BANDS);
    for (let band = 0; band < BANDS; band += 1) {
      const first = edges[band] ?? 0;
      const end = Math.max(first + 1, edges[band + 1] ?? 0);
      let sum = 0;
      for (let bin = first; bin < end; bin += 1) sum += (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
      bands[band] = sum / (end - first) / span ** 2;
    }
    frames.push(bands);
  }
  return frames;
}

/** Computes a recording's frames relative to its loudest frame, so the overall level doesn't matter. */
export function framesOf(sound: Sound): Frames {
  const frames = bandPowers(sound);
  const energy = frames.map((bands) => bands.reduce((sum, power) => sum + power, 0));
  const loudest = Math.max(1e-12, ...energy);
  const floor = (loudest / BANDS) * 10 ** (-FLOOR_DB / 10);
  return {
    bands: frames.map((bands) => bands.map((power) => 10 * Math.log10(Math.max(1, power / floor)))),
    spoken: energy.map((sum) => sum > loudest * 10 ** (-35 / 10)),
  };
}

/** Returns how many seconds of a recording are speech, not counting pauses. */
export const spokenSeconds = ({ spoken }: Frames): number => spoken.filter(Boolean).length * HOP_SECONDS;

/** Returns the frames from the first to the last that contains speech. */
export function trimSilence({ bands, spoken }: Frames): Frames {
  const first = Math.max(0, spoken.indexOf(true));
  const end = spoken.lastIndexOf(true) + 1;
  return { bands: bands.slice(first, end), spoken: spoken.slice(first, end) };
}
