import { sampleAt } from '../codecs/pcm.ts';
import { TruePeak } from './true-peak.ts';

/** Samples at or above the highest 16-bit value count as full scale. */
const FULL_SCALE = 32766.5 / 32768;
/** Number of consecutive samples at full scale that count as clipping rather than a natural peak. */
const CLIPPED_RUN = 3;
/** Filter states below this are set to zero, because denormal numbers make the processor a hundred times slower. */
const MIN_FILTER_STATE = 1e-15;

export class ChannelMeter {
  readonly #shelf: Biquad;
  readonly #highPass: Biquad;
  readonly #truePeak: TruePeak;
  #shelf1 = 0;
  #shelf2 = 0;
  #high1 = 0;
  #high2 = 0;
  #energy = 0;
  #squares = 0;
  #peak = 0;
  #run = 0;
  #clipped = 0;

  constructor(sampleRate: number) {
    [this.#shelf, this.#highPass] = kWeighting(sampleRate);
    this.#truePeak = new TruePeak(sampleRate);
  }

  /** Takes all measurements in a single loop, because the processor can interleave them with the slower filters. */
  measure(samples: Float32Array, from: number, to: number): void {
    const { b0, b1, b2, a1, a2 } = this.#shelf;
    const { a1: c1, a2: c2 } = this.#highPass;
    let s1 = this.#shelf1;
    let s2 = this.#shelf2;
    let h1 = this.#high1;
    let h2 = this.#high2;
    let energy = this.#energy;
    let squares = this.#squares;
    let peak = this.#peak;
    let run = this.#run;
    let clipped = this.#clipped;
    for (let index = from; index < to; index += 1) {
      const x = sampleAt(samples, index);
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + h1;
      h1 = -2 * y - c1 * z + h2;
      h2 = y - c2 * z;
      energy += z * z;
      squares += x * x;
      const level = x < 0 ? -x : x;
      if (level > peak) peak = level;
      if (level < FULL_SCALE) {
        run = 0;
      } else {
        run += 1;
        if (run >= CLIPPED_RUN) clipped += run === CLIPPED_RUN ? CLIPPED_RUN : 1;
      }
    }
    this.#shelf1 = flushDenormal(s1);
    this.#shelf2 = flushDenormal(s2);
    this.#high1 = flushDenormal(h1);
    this.#high2 = flushDenormal(h2);
    this.#energy = energy;
    this.#squares = squares;
    this.#peak = peak;
    this.#run = run;
    this.#clipped = clipped;
  }

  /** Updates the true peak. Call it once per block. */
  measureTruePeak(samples: Float32Array): void {
    this.#truePeak.add(samples);
  }

  get energy(): number {
    return this.#energy;
  }

  /** Sum of squares of all samples, unweighted. */
  get squares(): number {
    return this.#squares;
  }

  /** The sample peak since the last `restart`; 1 is full scale. */
  get peak(): number {
    return this.#peak;
  }

  restart(): void {
    this.#energy = 0;
    this.#peak = 0;
  }

  /** Returns the linear true peak, and the number of samples in runs of three or more at full scale. */
  finish(): { readonly truePeak: number; readonly clippedSamples: number } {
    return { truePeak: this.#truePeak.finish(), clippedSamples: this.#clipped };
  }
}

function flushDenormal(state: number): number {
  return state < MIN_FILTER_STATE && state > -MIN_FILTER_STATE ? 0 : state;
}

// Computes K-weighting filters (ITU-R BS.1770-4, Annex 1) by the bilinear transform, because the standard gives
// coefficients only for 48 kHz.

interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

const SHELF_HZ = 1681.974450955533;
const SHELF_DB = 3.999843853973347;
const SHELF_Q = 0.7071752369554196;
const SHELF_BAND_POWER = 0.4996667741545416;
const HIGH_PASS_HZ = 38.13547087602444;
const HIGH_PASS_Q = 0.5003270373238773;

function shelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * SHELF_HZ) / sampleRate);
  const high = 10 ** (SHELF_DB / 20);
  const band = high ** SHELF_BAND_POWER;
  const scale = 1 + k / SHELF_Q + k * k;
  return {
    b0: (high + (band * k) / SHELF_Q + k * k) / scale,
    b1: (2 * (k * k - high)) / scale,
    b2: (high - (band * k) / SHELF_Q + k * k) / scale,
    a1: (2 * (k * k - 1)) / scale,
    a2: (1 - k / SHELF_Q + k * k) / scale,
  };
}

function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * HIGH_PASS_HZ) / sampleRate);
  const scale = 1 + k / HIGH_PASS_Q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / scale, a2: (1 - k / HIGH_PASS_Q + k * k) / scale };
}

function kWeighting(sampleRate: number): readonly [shelf: Biquad, highPass: Biquad] {
  return [shelf(sampleRate), highPass(sampleRate)];
}
