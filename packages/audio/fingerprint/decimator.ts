/** Highest frequency to preserve, in Hz. Chromaprint ignores higher ones. */
export const HIGHEST_HZ = 3520;

/** Lowest output rate, in Hz. A lower one would need a narrower transition band, so a longer filter. */
const MIN_RATE = 8000;
/** Highest output rate, in Hz, if the input rate is more than twice as high. It is Chromaprint's rate. */
const MAX_RATE = 11_025;
/** Kaiser window with a stopband attenuation of 50 dB. */
const KAISER_BETA = 4.55;
const TAPS_PER_TRANSITION = 42 / (2.285 * 2 * Math.PI);

/**
 * Applies a low-pass filter and keeps every nth sample. Much faster than `StreamResampler`, because it only has to preserve
 * frequencies up to `HIGHEST_HZ`.
 */
export class Decimator {
  /** Output rate in Hz; not always a whole number. */
  readonly rate: number;
  readonly #step: number;
  /** Second half of the symmetric filter, starting with its middle. */
  readonly #filter: Float64Array;
  #buffered: Float32Array;

  /** @param rate input rate in Hz */
  constructor(rate: number) {
    this.#step = stepFor(rate);
    this.rate = rate / this.#step;
    this.#filter = this.#step === 1 ? Float64Array.of(1) : lowPass(rate, this.rate);
    // The first output sample is at the time of the first input sample.
    this.#buffered = new Float32Array(this.#filter.length - 1);
  }

  /** The result can be the input itself. */
  add(samples: Float32Array): Float32Array {
    if (this.#step === 1) return samples;
    const reach = this.#filter.length - 1;
    const input = new Float32Array(this.#buffered.length + samples.length);
    input.set(this.#buffered);
    input.set(samples, this.#buffered.length);
    const count = Math.max(0, Math.ceil((input.length - 2 * reach) / this.#step));
    const output = new Float32Array(count);
    for (let index = 0; index < count; index += 1) output[index] = this.#filtered(input, index * this.#step + reach);
    this.#buffered = input.slice(count * this.#step);
    return output;
  }

  /** Returns the samples that the filter still holds. */
  end(): Float32Array {
    return this.add(new Float32Array(this.#step === 1 ? 0 : this.#filter.length - 1));
  }

  #filtered(input: Float32Array, middle: number): number {
    // Indexing with `as` instead of a function halves the time; all indexes are within the bounds.
    const filter = this.#filter;
    let sum = (filter[0] as number) * (input[middle] as number);
    for (let tap = 1; tap < filter.length; tap += 1) {
      sum += (filter[tap] as number) * ((input[middle - tap] as number) + (input[middle + tap] as number));
    }
    return sum;
  }
}

function stepFor(rate: number): number {
  const step = Math.ceil(rate / MAX_RATE);
  return step > 1 && rate / step < MIN_RATE ? step - 1 : Math.max(1, step);
}

function lowPass(from: number, to: number): Float64Array {
  const transition = (to - 2 * HIGHEST_HZ) / from;
  const cutoff = to / 2 / from;
  const reach = Math.ceil(TAPS_PER_TRANSITION / transition / 2);
  const filter = Float64Array.from({ length: reach + 1 }, (_, tap) => {
    const angle = 2 * Math.PI * cutoff * tap;
    return (tap === 0 ? 1 : Math.sin(angle) / angle) * bessel(KAISER_BETA * Math.sqrt(1 - (tap / (reach + 1)) ** 2));
  });
  const sum = filter.reduce((total, value, tap) => total + (tap === 0 ? value : 2 * value), 0);
  return filter.map((value) => value / sum);
}

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
