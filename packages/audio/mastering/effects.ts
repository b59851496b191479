import { sampleAt } from '../codecs/pcm.ts';

/** Removes rumble from one channel with a second-order Butterworth filter. */
export class HighPass {
  readonly #b: number;
  readonly #a1: number;
  readonly #a2: number;
  #s1 = 0;
  #s2 = 0;

  /** @param cutoff -3 dB frequency in Hz */
  constructor(cutoff: number, sampleRate: number) {
    const k = Math.tan((Math.PI * cutoff) / sampleRate);
    const scale = 1 + Math.SQRT2 * k + k * k;
    this.#b = 1 / scale;
    this.#a1 = (2 * (k * k - 1)) / scale;
    this.#a2 = (1 - Math.SQRT2 * k + k * k) / scale;
  }

  apply(samples: Float32Array): void {
    for (let index = 0; index < samples.length; index += 1) {
      const x = sampleAt(samples, index);
      const y = this.#b * x + this.#s1;
      this.#s1 = -2 * this.#b * x - this.#a1 * y + this.#s2;
      this.#s2 = this.#b * x - this.#a2 * y;
      samples[index] = y;
    }
    if (Math.abs(this.#s1) < 1e-15) this.#s1 = 0;
    if (Math.abs(this.#s2) < 1e-15) this.#s2 = 0;
  }
}

class Noise {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) | 0) / 2 ** 31;
  }
}

/** Frequency in Hz above which room tone falls by 6 dB per octave, like the noise of a real room. */
const ROOM_CUTOFF_HZ = 700;

export class RoomTone {
  readonly #noise: Noise;
  readonly #gain: number;
  readonly #pole: number;
  #value = 0;

  /** @param level RMS, linear */
  constructor(level: number, sampleRate: number, seed: number) {
    this.#noise = new Noise(seed);
    this.#pole = Math.exp((-2 * Math.PI * ROOM_CUTOFF_HZ) / sampleRate);
    // Uniform noise has a mean square of 1/3; the filter keeps (1 - pole) / (1 + pole) of that energy.
    this.#gain = level / Math.sqrt(((1 / 3) * (1 - this.#pole)) / (1 + this.#pole));
  }

  apply(samples: Float32Array): void {
    for (let index = 0; index < samples.length; index += 1) {
      this.#value = this.#pole * this.#value + (1 - this.#pole) * this.#noise.next();
      samples[index] = sampleAt(samples, index) + this.#gain * this.#value;
    }
  }
}

const STEP_16_BIT = 1 / 32_768;

/** Adds triangular (TPDF) dither of ±1 step at 16 bits, which turns rounding distortion into noise. */
export class Dither {
  readonly #noise: Noise;

  constructor(seed: number) {
    this.#noise = new Noise(seed);
  }

  apply(samples: Float32Array): void {
    for (let index = 0; index < samples.length; index += 1) {
      const noise = (this.#noise.next() + this.#noise.next()) * 0.5;
      samples[index] = sampleAt(samples, index) + noise * STEP_16_BIT;
    }
  }
}
