// One channel of a sound as it passes by: its weighted energy, its loudest sample, and where it was cut off at full scale.
import { sampleAt } from '../../../codecs/pcm.ts';
import { TruePeak } from './true-peak.ts';

/** The last value of 16 bits above zero is full scale, and so is all beyond it. */
const FULL_SCALE = 32766.5 / 32768;
/** This many samples in a row at full scale are not a natural peak: the sound was clipped there. */
const CLIPPED_RUN = 3;
/** What is left of a sound in a filter below this is nothing; numbers that small make the processor a hundred times slower. */
const NOTHING = 1e-15;

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

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    [this.#shelf, this.#highPass] = kWeighting(sampleRate);
    this.#truePeak = new TruePeak(sampleRate);
  }

  /**
   * Takes the next samples, from `from` to before `to`. One loop for everything: what it costs is the filters' waiting
   * for themselves, in which the rest is done.
   */
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
    this.#shelf1 = settled(s1);
    this.#shelf2 = settled(s2);
    this.#high1 = settled(h1);
    this.#high2 = settled(h2);
    this.#energy = energy;
    this.#squares = squares;
    this.#peak = peak;
    this.#run = run;
    this.#clipped = clipped;
  }

  /** Looks at the places between samples; to be called once with each block. */
  measureBetween(samples: Float32Array): void {
    this.#truePeak.add(samples);
  }

  /** The sum of the squares of the weighted samples since the last reset. */
  get energy(): number {
    return this.#energy;
  }

  /** The sum of the squares of all samples as they are. */
  get squares(): number {
    return this.#squares;
  }

  /** The loudest sample since the last reset: 1 is full scale. */
  get peak(): number {
    return this.#peak;
  }

  /** Forgets energy and peak; the filters go on as they are. */
  restart(): void {
    this.#energy = 0;
    this.#peak = 0;
  }

  /** Linear, of the whole sound; and samples in runs of three or more at full scale. Nothing can be added afterwards. */
  finish(): { readonly truePeak: number; readonly clippedSamples: number } {
    return { truePeak: this.#truePeak.finish(), clippedSamples: this.#clipped };
  }
}

function settled(state: number): number {
  return state < NOTHING && state > -NOTHING ? 0 : state;
}

// The weighting of ITU-R BS.1770-4, Annex 1: a shelf for the head, a high-pass for the ear. The recommendation gives its
// coefficients for 48 kHz only; these are the same two analog filters by the bilinear transform, at any rate.

/** A filter of second order, its coefficients divided by the first of the denominator. */
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

/** The two filters, one after the other. @param sampleRate Hz */
function kWeighting(sampleRate: number): readonly [shelf: Biquad, highPass: Biquad] {
  return [shelf(sampleRate), highPass(sampleRate)];
}
