// True peak as in ITU-R BS.1770-4, Annex 2, oversampled to at least 192 kHz.

import { largest } from '../../../shared/rules/lists.ts';
import { float64At, sampleAt } from '../codecs/pcm.ts';

/**
 * Speech would need fewer filter taps, but noise up to the Nyquist frequency needs as many. ffmpeg's meter uses the
 * same number.
 */
export const PEAK_REACH = 16;
const TAPS = PEAK_REACH * 2;
const KAISER_BETA = 9;
const STRIDE = 32;

/** Modified Bessel function of the first kind, order 0, as a power series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; k < 40; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** Returns a windowed sinc filter for a position between two samples, normalised to unity gain at DC. */
function interpolationFilter(position: number): Float64Array {
  const taps = Float64Array.from({ length: TAPS }, (_, tap) => {
    const distance = tap - (PEAK_REACH - 1) - position;
    const angle = Math.PI * distance;
    const edge = distance / PEAK_REACH;
    return (Math.sin(angle) / angle) * bessel(KAISER_BETA * Math.sqrt(Math.max(0, 1 - edge * edge)));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

const [QUARTER, HALF, THREE_QUARTERS] = [
  interpolationFilter(1 / 4),
  interpolationFilter(1 / 2),
  interpolationFilter(3 / 4),
];
const OVERSAMPLED_RATE = 192_000;
const COMMON_POSITIONS = 3;
const MAX_POSITIONS = 31;
const filtersByCount = new Map<number, readonly Float64Array[]>();

/** Returns the filters for positions between two samples. Returns null for common rates, which have faster code. */
function filtersFor(sampleRate: number): readonly Float64Array[] | null {
  const count = Math.min(MAX_POSITIONS, Math.round(OVERSAMPLED_RATE / sampleRate) - 1);
  if (count <= COMMON_POSITIONS) return null;
  const known = filtersByCount.get(count);
  if (known) return known;
  const made = Array.from({ length: count }, (_, place) => interpolationFilter((place + 1) / (count + 1)));
  filtersByCount.set(count, made);
  return made;
}

/** Maximum factor by which a value between samples can exceed the loudest sample nearby. */
export const MAX_GROWTH = largest(
  [QUARTER, HALF, THREE_QUARTERS].map((taps) => taps.reduce((total, tap) => total + Math.abs(tap), 0)),
);

/** The same bound, made tighter by treating the two adjacent samples separately from all others. */
const [CENTRE_GROWTH, REST_GROWTH] = splitGrowth([QUARTER, HALF, THREE_QUARTERS]);

function splitGrowth(filters: readonly Float64Array[]): readonly [centre: number, others: number] {
  const isCentre = (tap: number): boolean => tap === PEAK_REACH - 1 || tap === PEAK_REACH;
  const most = (counts: (tap: number) => boolean): number =>
    largest(filters.map((taps) => taps.reduce((sum, tap, at) => sum + (counts(at) ? Math.abs(tap) : 0), 0)));
  return [most(isCentre), most((tap) => !isCentre(tap))];
}

/**
 * Returns whether an interpolated value in the middle of the 2 * PEAK_REACH samples from `start` can exceed `level`.
 */
export function mayExceed(samples: Float32Array, start: number, loudest: number, level: number): boolean {
  const left = Math.abs(sampleAt(samples, start + PEAK_REACH - 1));
  const right = Math.abs(sampleAt(samples, start + PEAK_REACH));
  return CENTRE_GROWTH * (left > right ? left : right) + REST_GROWTH * loudest > level;
}

export class TruePeak {
  #peak = 0;
  #window = new Float32Array(0);
  readonly #before = new Float32Array(TAPS - 1);
  readonly #filters: readonly Float64Array[] | null;

  constructor(sampleRate: number) {
    this.#filters = filtersFor(sampleRate);
  }

  add(samples: Float32Array): void {
    const kept = this.#before.length;
    if (this.#window.length < kept + samples.length) this.#window = new Float32Array(kept + samples.length);
    const window = this.#window.subarray(0, kept + samples.length);
    window.set(this.#before);
    window.set(samples, kept);
    this.#scan(window);
    this.#before.set(window.subarray(samples.length));
  }

  /** Returns the linear true peak of all added audio; 1 is full scale. */
  finish(): number {
    this.add(new Float32Array(PEAK_REACH));
    return this.#peak;
  }

  #scan(window: Float32Array): void {
    const count = Math.ceil((window.length - TAPS + 1) / STRIDE);
    const levels = new Float32Array(count + 1).map((_, stride) =>
      loudestOf(window, stride * STRIDE, Math.min((stride + 1) * STRIDE, window.length)),
    );
    const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
    if (loudest > this.#peak) this.#peak = loudest;
    // The true peak is usually near the loudest sample. Once it is known, nearly all other strides can be skipped.
    const middle = levels.indexOf(loudest);
    for (let stride = Math.max(0, middle - 1); stride < Math.min(count, middle + 1); stride += 1)
      this.#scanStride(window, levels, stride);
    for (let stride = 0; stride < count; stride += 1) this.#scanStride(window, levels, stride);
  }

  #scanStride(window: Float32Array, levels: Float32Array, stride: number): void {
    // Each interpolated value depends on samples from at most two strides.
    const loudest = Math.max(sampleAt(levels, stride), sampleAt(levels, stride + 1));
    if (loudest * MAX_GROWTH <= this.#peak) return;
    const from = stride * STRIDE;
    const to = Math.min(from + STRIDE, window.length - TAPS + 1);
    this.#peak = loudestBetween(window, { from, to, loudest }, this.#peak, this.#filters);
  }
}

export function loudestOf(samples: Float32Array, from: number, to: number): number {
  let loudest = 0;
  for (let index = from; index < to; index += 1) {
    const sample = sampleAt(samples, index);
    if (sample > loudest) loudest = sample;
    else if (-sample > loudest) loudest = -sample;
  }
  return loudest;
}

/** Returns the peak between samples. The samples themselves are checked elsewhere. */
function loudestBetween(
  samples: Float32Array,
  { from, to, loudest: most }: { readonly from: number; readonly to: number; readonly loudest: number },
  atLeast: number,
  places: readonly Float64Array[] | null,
): number {
  let loudest = atLeast;
  for (let start = from; start < to; start += 1) {
    if (!mayExceed(samples, start, most, loudest)) continue;
    const level = places === null ? levelBetween(samples, start) : levelAtPositions(samples, start, places);
    if (level > loudest) loudest = level;
  }
  return loudest;
}

function levelAtPositions(samples: Float32Array, start: number, filters: readonly Float64Array[]): number {
  let loudest = 0;
  for (const taps of filters) {
    let value = 0;
    for (let tap = 0; tap < TAPS; tap += 1) value += float64At(taps, tap) * sampleAt(samples, start + tap);
    loudest = Math.max(loudest, Math.abs(value));
  }
  return loudest;
}

/** Returns the highest interpolated value between the two middle samples of the 2 * PEAK_REACH samples from `start`. */
export function levelBetween(samples: Float32Array, start: number): number {
  let quarter = 0;
  let half = 0;
  let threeQuarters = 0;
  for (let tap = 0; tap < TAPS; tap += 1) {
    const sample = sampleAt(samples, start + tap);
    quarter += float64At(QUARTER, tap) * sample;
    half += float64At(HALF, tap) * sample;
    threeQuarters += float64At(THREE_QUARTERS, tap) * sample;
  }
  return Math.max(Math.abs(quarter), Math.abs(half), Math.abs(threeQuarters));
}
