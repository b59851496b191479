// Mel-frequency cepstral coefficients of speech, with long silences removed.
import { ALIGNMENT_RATE } from '../../../shared/model/proof.ts';
import { sampleAt } from '../codecs/pcm.ts';

export const FRAMES_PER_SECOND = 100;
const HOP = ALIGNMENT_RATE / FRAMES_PER_SECOND;
/** 25 ms. */
export const WINDOW = 400;
const FFT_SIZE = 512;
const BINS = FFT_SIZE / 2 + 1;
const BANDS = 26;
/** Coefficients per frame. */
export const COEFFICIENTS = 13;

const LOWEST_HZ = 80;
const HIGHEST_HZ = 7000;
const PRE_EMPHASIS = 0.97;
/** Added to each band's energy, so that digital silence has a finite logarithm. */
const ENERGY_FLOOR = 1e-7;

/** Frames this far below the loud parts of a take count as silent. */
const SILENCE_BELOW_LOUD_DB = 35;
/** The loud parts are the loudest twentieth of the frames within this range of the loudest frame. */
const LOUD_RANGE_DB = 40;
const LOUD_SHARE = 0.95;
/** Silences inside a line of up to this many frames are kept. */
const MAX_WHOLE_SILENCE = 8;
/** Frames kept at each end of a longer silence. */
const SILENCE_MARGIN = 3;

/** Coefficients of the frames of a line that aren't in long silences. Each frame is 10 ms. */
export interface Cepstra {
  /** `COEFFICIENTS` values for each kept frame, with the line's mean 0 and variance 1. */
  readonly coefficients: Float32Array;
  readonly keptCount: number;
  readonly originalCount: number;
  /** The original index of each kept frame. */
  readonly originalOfKept: Int32Array;
  /** For each original frame, the kept frame at or after it, or the last one. */
  readonly keptOfOriginal: Int32Array;
}

/** Middle of a frame's window, in seconds. */
export const frameSeconds = (originalFrame: number): number => (originalFrame * HOP + WINDOW / 2) / ALIGNMENT_RATE;

/** The original frame whose window is centred nearest to a time. It can be outside the line. */
export const frameAtSeconds = (seconds: number): number => Math.round(seconds * FRAMES_PER_SECOND - WINDOW / 2 / HOP);

/**
 * Measures a line. Takes about 1/200 of its duration.
 * @param samples mono, 16,000 Hz
 * @param warp factor of the frequencies, to imitate a longer or shorter vocal tract; 1 for none
 */
export function measureCepstra(samples: Float32Array, warp = 1): Cepstra {
  const originalCount = Math.max(1, Math.floor((samples.length - WINDOW) / HOP) + 1);
  const { kept, keptOfOriginal } = shortenSilences(frameEnergies(samples, originalCount));
  const coefficients = new Float32Array(kept.length * COEFFICIENTS);
  const bank = filterBank(warp);
  const spectrum = new PowerSpectrum();
  const logEnergies = new Float64Array(BANDS);
  for (let index = 0; index < kept.length; index += 1) {
    const power = spectrum.measure(samples, (kept[index] ?? 0) * HOP);
    for (let band = 0; band < BANDS; band += 1) logEnergies[band] = Math.log(bandEnergy(bank, band, power));
    cosineTransform(logEnergies, coefficients, index * COEFFICIENTS);
  }
  normalise(coefficients, kept.length);
  return { coefficients, keptCount: kept.length, originalCount, originalOfKept: kept, keptOfOriginal };
}

/**
 * Measures the mean of the cepstra of some windows of 25 ms. Unlike `measureCepstra`, it keeps the voice's own timbre.
 * @param samples mono, 16,000 Hz
 * @param starts the first sample of each window
 * @param gain amplification of the samples
 * @returns `COEFFICIENTS` values
 */
export function meanCepstrum(samples: Float32Array, starts: readonly number[], gain: number): Float32Array {
  const sums = new Float32Array(COEFFICIENTS);
  const spectrum = new PowerSpectrum();
  const logEnergies = new Float64Array(BANDS);
  const coefficients = new Float32Array(COEFFICIENTS);
  for (const start of starts) {
    const power = spectrum.measure(samples, start);
    for (let bin = 0; bin < BINS; bin += 1) power[bin] = gain * gain * (power[bin] as number);
    for (let band = 0; band < BANDS; band += 1) logEnergies[band] = Math.log(bandEnergy(plainBank, band, power));
    cosineTransform(logEnergies, coefficients, 0);
    for (let index = 0; index < COEFFICIENTS; index += 1)
      sums[index] = sampleAt(sums, index) + sampleAt(coefficients, index);
  }
  return sums.map((sum) => sum / starts.length);
}

/** Mean square of each frame in dB. */
function frameEnergies(samples: Float32Array, count: number): Float32Array {
  const energies = new Float32Array(count);
  for (let frame = 0; frame < count; frame += 1) {
    let sum = 1e-9;
    const end = Math.min(samples.length, frame * HOP + WINDOW);
    for (let index = frame * HOP; index < end; index += 1) sum += sampleAt(samples, index) ** 2;
    energies[frame] = 10 * Math.log10(sum / WINDOW);
  }
  return energies;
}

/** Chooses the frames to keep: all frames except those inside long silences, and those in silences at the ends. */
export function shortenSilences(energies: Float32Array): { kept: Int32Array; keptOfOriginal: Int32Array } {
  const count = energies.length;
  const loudest = energies.reduce((max, energy) => Math.max(max, energy), -Infinity);
  const audible = energies.filter((energy) => energy > loudest - LOUD_RANGE_DB).sort();
  const threshold = (audible[Math.floor(LOUD_SHARE * audible.length)] ?? loudest) - SILENCE_BELOW_LOUD_DB;
  const isSilent = (frame: number): boolean => (energies[frame] ?? -Infinity) < threshold;
  const kept: number[] = [];
  const keptOfOriginal = new Int32Array(count);
  for (let from = 0; from < count; ) {
    let to = from + 1;
    if (isSilent(from)) while (to < count && isSilent(to)) to += 1;
    const isWhole = !isSilent(from) || (to - from <= MAX_WHOLE_SILENCE && from > 0 && to < count);
    for (let frame = from; frame < to; frame += 1) {
      keptOfOriginal[frame] = kept.length;
      const isNearSpeech = (from > 0 && frame - from < SILENCE_MARGIN) || (to < count && to - frame <= SILENCE_MARGIN);
      if (isWhole || isNearSpeech) kept.push(frame);
    }
    from = to;
  }
  for (let frame = 0; frame < count; frame += 1) {
    keptOfOriginal[frame] = Math.min(keptOfOriginal[frame] ?? 0, kept.length - 1);
  }
  return { kept: Int32Array.from(kept), keptOfOriginal };
}

const HAMMING = Float64Array.from(
  { length: WINDOW },
  (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (WINDOW - 1)),
);
const COSINES = Float64Array.from({ length: FFT_SIZE / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / FFT_SIZE));
const SINES = Float64Array.from({ length: FFT_SIZE / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / FFT_SIZE));
const BIT_REVERSED = Int32Array.from({ length: FFT_SIZE }, (_, index) => {
  let reversed = 0;
  for (let bit = 1; bit < FFT_SIZE; bit *= 2) reversed = reversed * 2 + (index & bit ? 1 : 0);
  return reversed;
});

/** Reuses its buffers, so a result is only valid until the next call. */
class PowerSpectrum {
  readonly #real = new Float64Array(FFT_SIZE);
  readonly #imaginary = new Float64Array(FFT_SIZE);
  readonly #power = new Float64Array(BINS);

  measure(samples: Float32Array, start: number): Float64Array {
    const real = this.#real;
    const imaginary = this.#imaginary;
    real.fill(0);
    imaginary.fill(0);
    let previous = samples[start - 1] ?? 0;
    for (let index = 0; index < WINDOW; index += 1) {
      const sample = samples[start + index] ?? 0;
      real[BIT_REVERSED[index] as number] = (sample - PRE_EMPHASIS * previous) * (HAMMING[index] as number);
      previous = sample;
    }
    transform(real, imaginary);
    const power = this.#power;
    for (let bin = 0; bin < BINS; bin += 1) power[bin] = (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
    return power;
  }
}

/** In-place radix-2 FFT of values in bit-reversed order. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  // Indexing typed arrays with `as` instead of a function halves the time; all indexes are below FFT_SIZE.
  for (let size = 2; size <= FFT_SIZE; size *= 2) {
    const half = size / 2;
    const step = FFT_SIZE / size;
    for (let k = 0; k < half; k += 1) {
      const cosine = COSINES[k * step] as number;
      const sine = SINES[k * step] as number;
      for (let upper = k; upper < FFT_SIZE; upper += size) {
        const lower = upper + half;
        const r = (real[lower] as number) * cosine - (imaginary[lower] as number) * sine;
        const i = (real[lower] as number) * sine + (imaginary[lower] as number) * cosine;
        real[lower] = (real[upper] as number) - r;
        imaginary[lower] = (imaginary[upper] as number) - i;
        real[upper] = (real[upper] as number) + r;
        imaginary[upper] = (imaginary[upper] as number) + i;
      }
    }
  }
}

/** Triangular filters, as the first bin of each band and its weights. */
interface FilterBank {
  readonly first: readonly number[];
  readonly weights: readonly Float64Array[];
}

const toMel = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700);
const fromMel = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

function buildFilterBank(warp: number): FilterBank {
  const lowest = toMel(LOWEST_HZ);
  const step = (toMel(HIGHEST_HZ) - lowest) / (BANDS + 1);
  const edge = (index: number): number =>
    Math.min(FFT_SIZE / 2, (fromMel(lowest + step * index) * warp * FFT_SIZE) / ALIGNMENT_RATE);
  const first: number[] = [];
  const weights: Float64Array[] = [];
  for (let band = 0; band < BANDS; band += 1) {
    const from = edge(band);
    const peak = edge(band + 1);
    const to = edge(band + 2);
    const start = Math.floor(from);
    first.push(start);
    weights.push(
      Float64Array.from({ length: Math.ceil(to) - start + 1 }, (_, index) => {
        const bin = start + index;
        return Math.max(0, bin <= peak ? (bin - from) / (peak - from) : (to - bin) / (to - peak));
      }),
    );
  }
  return { first, weights };
}

const plainBank = buildFilterBank(1);

const filterBank = (warp: number): FilterBank => (warp === 1 ? plainBank : buildFilterBank(warp));

function bandEnergy({ first, weights }: FilterBank, band: number, power: Float64Array): number {
  const start = first[band] ?? 0;
  let sum = ENERGY_FLOOR;
  for (const [index, weight] of (weights[band] ?? []).entries()) sum += weight * (power[start + index] ?? 0);
  return sum;
}

const TRANSFORM = Float64Array.from({ length: COEFFICIENTS * BANDS }, (_, index) => {
  const coefficient = Math.floor(index / BANDS);
  return Math.cos((Math.PI * coefficient * ((index % BANDS) + 0.5)) / BANDS);
});

function cosineTransform(energies: Float64Array, output: Float32Array, offset: number): void {
  for (let coefficient = 0; coefficient < COEFFICIENTS; coefficient += 1) {
    let sum = 0;
    for (let band = 0; band < BANDS; band += 1) {
      sum += (TRANSFORM[coefficient * BANDS + band] as number) * (energies[band] as number);
    }
    output[offset + coefficient] = sum;
  }
}

/** Normalises each coefficient's mean and variance, which removes the influence of the microphone and the volume. */
export function normalise(coefficients: Float32Array, frames: number): void {
  for (let coefficient = 0; coefficient < COEFFICIENTS; coefficient += 1) {
    let mean = 0;
    for (let index = coefficient; index < coefficients.length; index += COEFFICIENTS)
      mean += sampleAt(coefficients, index) / frames;
    let variance = 0;
    for (let index = coefficient; index < coefficients.length; index += COEFFICIENTS)
      variance += (sampleAt(coefficients, index) - mean) ** 2 / frames;
    const deviation = Math.sqrt(variance) || 1;
    for (let index = coefficient; index < coefficients.length; index += COEFFICIENTS)
      coefficients[index] = (sampleAt(coefficients, index) - mean) / deviation;
  }
}
