/** Highest frequency to preserve, in Hz. Chromaprint ignores higher ones. */
export const HIGHEST_HZ = 3520;

/** Lowest output rate, in Hz. A lower one would need a narrower transition band, so a longer filter. */
const MIN_RATE = 8000;
/** Highest output rate, in Hz, if the input rate is more than twice as high. It is Chromaprint's rate. */
const MAX_RATE = 11_025;
/** Kaiser window with a stopband attenuation of 50 dB. */
const KAISER_BETA = 4.55;
const TAPS_PER_TRANSITION = 42 / (2.285 * 2 * Math.PI);
/** Number of samples calculated at a time. */
const OUTPUTS = 4;

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
  /** The samples that the filter still needs, and the new ones. */
  #input: Float64Array;
  /** Number of samples in `#input` that have been added before. */
  #buffered: number;
  #output = new Float32Array(0);

  /** @param rate input rate in Hz */
  constructor(rate: number) {
    this.#step = stepFor(rate);
    this.rate = rate / this.#step;
    this.#filter = this.#step === 1 ? Float64Array.of(1) : lowPass(rate, this.rate);
    // The first output sample is at the time of the first input sample.
    this.#buffered = this.#filter.length - 1;
    this.#input = new Float64Array(this.#buffered);
  }

  /** The result can be the input itself. It is valid until the next call. */
  add(samples: Float32Array): Float32Array {
    if (this.#step === 1) return samples;
    const reach = this.#filter.length - 1;
    const length = this.#buffered + samples.length;
    this.#reserve(length);
    const input = this.#input;
    input.set(samples, this.#buffered);
    const count = Math.max(0, Math.ceil((length - 2 * reach) / this.#step));
    for (let index = 0; index < count; index += OUTPUTS) this.#filterFour(index);
    input.copyWithin(0, count * this.#step, length);
    this.#buffered = length - count * this.#step;
    return this.#output.subarray(0, count);
  }

  /** Returns the samples that the filter still holds. */
  end(): Float32Array {
    return this.add(new Float32Array(this.#step === 1 ? 0 : this.#filter.length - 1));
  }

  /** The last calculation can exceed the input and the output by up to `OUTPUTS` samples. */
  #reserve(length: number): void {
    const most = length + OUTPUTS * this.#step;
    if (this.#input.length >= most) return;
    const input = new Float64Array(most);
    input.set(this.#input.subarray(0, this.#buffered));
    this.#input = input;
    this.#output = new Float32Array(Math.ceil(most / this.#step) + OUTPUTS);
  }

  /** Calculates four samples at a time, so that additions don't wait for each other. This takes a third of the time. */
  #filterFour(index: number): void {
    // Indexing with `as` instead of a function halves the time; all indexes are within the bounds.
    const filter = this.#filter;
    const input = this.#input;
    const output = this.#output;
    const first = index * this.#step + filter.length - 1;
    const second = first + this.#step;
    const third = second + this.#step;
    const fourth = third + this.#step;
    const middle = filter[0] as number;
    let one = middle * (input[first] as number);
    let two = middle * (input[second] as number);
    let three = middle * (input[third] as number);
    let four = middle * (input[fourth] as number);
    for (let tap = 1; tap < filter.length; tap += 1) {
      const weight = filter[tap] as number;
      one += weight * ((input[first - tap] as number) + (input[first + tap] as number));
      two += weight * ((input[second - tap] as number) + (input[second + tap] as number));
      three += weight * ((input[third - tap] as number) + (input[third + tap] as number));
      four += weight * ((input[fourth - tap] as number) + (input[fourth + tap] as number));
    }
    output[index] = one;
    output[index + 1] = two;
    output[index + 2] = three;
    output[index + 3] = four;
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
