// Small steps of the chain, each for one block after the other: a high-pass, room tone, dither.
import { sampleAt } from '../../../codecs/pcm.ts';

/** Takes low rumble out of one channel: a Butterworth filter of second order. */
export class HighPass {
  readonly #b: number;
  readonly #a1: number;
  readonly #a2: number;
  #s1 = 0;
  #s2 = 0;

  /** @param cutoff Hz, where the level is 3 dB down */
  constructor(cutoff: number, sampleRate: number) {
    const k = Math.tan((Math.PI * cutoff) / sampleRate);
    const scale = 1 + Math.SQRT2 * k + k * k;
    this.#b = 1 / scale;
    this.#a1 = (2 * (k * k - 1)) / scale;
    this.#a2 = (1 - Math.SQRT2 * k + k * k) / scale;
  }

  /** Changes the samples. */
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

/** Numbers from -1 to 1 that are the same for the same seed. */
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

/** Above this, in Hz, room tone falls by 6 dB an octave, as the murmur of a room does. */
const ROOM_CUTOFF_HZ = 700;

/** The faint noise of a room, which is the same each time. */
export class RoomTone {
  readonly #noise: Noise;
  readonly #gain: number;
  readonly #pole: number;
  #value = 0;

  /** @param level RMS, linear */
  constructor(level: number, sampleRate: number, seed: number) {
    this.#noise = new Noise(seed);
    this.#pole = Math.exp((-2 * Math.PI * ROOM_CUTOFF_HZ) / sampleRate);
    // The mean square of even noise is a third; the filter leaves (1 - pole) / (1 + pole) of it.
    this.#gain = level / Math.sqrt(((1 / 3) * (1 - this.#pole)) / (1 + this.#pole));
  }

  /** Adds it to the samples. */
  apply(samples: Float32Array): void {
    for (let index = 0; index < samples.length; index += 1) {
      this.#value = this.#pole * this.#value + (1 - this.#pole) * this.#noise.next();
      samples[index] = sampleAt(samples, index) + this.#gain * this.#value;
    }
  }
}

/** One step of 16 bits, as a part of full scale. */
const STEP_16 = 1 / 32_768;

/** Dither for 16 bits: triangular noise of a step on each side, so that what is rounded off is no distortion. */
export class Dither {
  readonly #noise: Noise;

  constructor(seed: number) {
    this.#noise = new Noise(seed);
  }

  /** Adds it to the samples. */
  apply(samples: Float32Array): void {
    for (let index = 0; index < samples.length; index += 1) {
      const noise = (this.#noise.next() + this.#noise.next()) * 0.5;
      samples[index] = sampleAt(samples, index) + noise * STEP_16;
    }
  }
}
