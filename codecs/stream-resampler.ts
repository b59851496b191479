// Another sample rate for sound that comes in pieces: what `resample` makes of the whole, while it comes in.
import { resample } from './resample.ts';

/** Samples on each side that a new one depends on are at most this many, in those of the lower rate. */
const REACH = 33;

/** Samples that are resampled at once, at least. */
const LEAST_BLOCK = 4096;

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Full scale is -1 to 1; one channel. */
export class StreamResampler {
  readonly #from: number;
  readonly #to: number;
  /** Input samples after which input and output are in step again, and a multiple of them that covers the reach. */
  readonly #context: number;
  readonly #block: number;
  /** The context before what comes next, and what waits for its own. */
  #waiting: Float32Array;
  #isFirst = true;

  /** @param from Hz of the sound that comes, whole; `to`: Hz of what is given, whole */
  constructor(from: number, to: number) {
    this.#from = from;
    this.#to = to;
    const period = from / greatestCommonDivisor(from, to);
    const whole = (samples: number): number => Math.ceil(samples / period) * period;
    this.#context = whole(REACH * Math.max(1, from / to));
    this.#block = whole(LEAST_BLOCK);
    this.#waiting = new Float32Array(0);
  }

  /** @returns what can be given before the end is known, maybe nothing */
  add(samples: Float32Array): Float32Array {
    if (this.#from === this.#to) return samples;
    const sound = new Float32Array(this.#waiting.length + samples.length);
    sound.set(this.#waiting);
    sound.set(samples, this.#waiting.length);
    this.#waiting = sound;
    const before = this.#isFirst ? 0 : this.#context;
    const blocks = Math.floor((sound.length - before - this.#context) / this.#block);
    if (blocks < 1) return new Float32Array(0);
    const ready = blocks * this.#block;
    const result = this.#resampled(sound.subarray(0, before + ready + this.#context), before, ready);
    // What was given last is the context of what comes next.
    this.#waiting = sound.slice(before + ready - this.#context);
    this.#isFirst = false;
    return result;
  }

  /** @returns all that is left */
  end(): Float32Array {
    if (this.#from === this.#to) return new Float32Array(0);
    const before = this.#isFirst ? 0 : this.#context;
    return this.#resampled(this.#waiting, before, this.#waiting.length - before);
  }

  /** The output that belongs to `length` samples of a sound from `start` on, which is in step. */
  #resampled(sound: Float32Array, start: number, length: number): Float32Array {
    const [whole = new Float32Array(0)] = resample({ sampleRate: this.#from, channels: [sound] }, this.#to).channels;
    const first = Math.round((start * this.#to) / this.#from);
    return whole.subarray(first, Math.round(((start + length) * this.#to) / this.#from));
  }
}
