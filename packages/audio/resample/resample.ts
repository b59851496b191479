import type { Pcm } from '../codecs/pcm.ts';
import { KERNEL_LANES, PolyphaseKernel } from './polyphase-kernel.ts';

/** Zero crossings of the sinc on each side: 80 taps for upsampling, proportionally more for downsampling. */
const ZERO_CROSSINGS = 40;
/** Kaiser window with a stopband attenuation of more than 96 dB. */
const KAISER_BETA = 9.8;
/**
 * Centre of the transition band relative to the lower Nyquist frequency. The passband ends at 0.85; the stopband
 * starts at 1.
 */
const CUTOFF = 0.925;
/** Maximum number of filters. For more positions, the two nearest filters are interpolated. */
const MAX_PHASES = 1024;
const MAX_FILTERS = 16;
const MAX_CACHED_COEFFICIENTS = 2 ** 17;

interface Filter {
  /**
   * Consecutive filters with `taps` values each. The first is for positions exactly on a sample, the last for
   * positions on the next sample.
   */
  readonly coefficients: Float32Array;
  /** Values per filter: half of `reach` before the position, the other half after it, then zeros. */
  readonly taps: number;
  readonly reach: number;
  readonly phases: number;
}

const filterCache = new Map<string, Filter>();

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

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function buildFilter(phases: number, scale: number): Filter {
  const halfWidth = Math.ceil(ZERO_CROSSINGS / scale);
  const reach = halfWidth * 2;
  const taps = Math.ceil(reach / KERNEL_LANES) * KERNEL_LANES;
  const coefficients = new Float32Array(taps * (phases + 1));
  const windowScale = 1 / bessel(KAISER_BETA);
  const row = new Float64Array(reach);
  for (let phase = 0; phase <= phases; phase += 1) {
    let sum = 0;
    for (let tap = 0; tap < reach; tap += 1) {
      const distance = tap - (halfWidth - 1) - phase / phases;
      const angle = Math.PI * distance * scale * CUTOFF;
      const edge = Math.min(1, Math.abs(distance) / halfWidth);
      const window = bessel(KAISER_BETA * Math.sqrt(1 - edge * edge)) * windowScale;
      const value = (angle === 0 ? 1 : Math.sin(angle) / angle) * window;
      row[tap] = value;
      sum += value;
    }
    // Normalise each filter to unity gain at DC, because differences between filters would be audible as a tone.
    for (const [tap, value] of row.entries()) coefficients[phase * taps + tap] = value / sum;
  }
  return { coefficients, taps, reach, phases };
}

function filterFor(phases: number, scale: number): Filter {
  const key = `${phases}:${scale}`;
  const known = filterCache.get(key);
  if (known !== undefined) return known;
  const made = buildFilter(phases, scale);
  if (filterCache.size >= MAX_FILTERS) filterCache.clear();
  filterCache.set(key, made);
  return made;
}

let paddedRoom = new Float32Array(0);

/** Pads with silence, so that the inner loop needs no bounds checks. The buffer is valid until the next call. */
function padSamples(samples: Float32Array, { taps, reach }: Filter): Float32Array {
  const length = samples.length + taps * 2;
  if (paddedRoom.length < length || paddedRoom.length > MAX_CACHED_COEFFICIENTS) paddedRoom = new Float32Array(length);
  const start = reach / 2 - 1;
  paddedRoom.fill(0, 0, start);
  paddedRoom.set(samples, start);
  paddedRoom.fill(0, start + samples.length, length);
  return paddedRoom.subarray(0, length);
}

/** A copy of `sampleAt`, because inner loops are fastest when the function is in the same file. */
function valueAt(values: Float32Array, index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`No value at index ${index} of ${values.length}.`);
  return value;
}

const SAMPLES_PER_RUN = 32_768;
const BYTES_PER_SAMPLE = Float32Array.BYTES_PER_ELEMENT;
let kernel: PolyphaseKernel | null = null;
let loaded: Filter | null = null;

function resampleExactly(input: Float32Array, output: Float32Array, filter: Filter, up: number, down: number): void {
  const { coefficients, taps } = filter;
  kernel ??= new PolyphaseKernel();
  for (let from = 0; from < output.length; from += SAMPLES_PER_RUN) {
    const count = Math.min(SAMPLES_PER_RUN, output.length - from);
    const start = Math.floor((from * down) / up);
    const firstPhase = (from * down) % up;
    const audio = input.subarray(start, start + Math.floor((firstPhase + (count - 1) * down) / up) + taps);
    const outputAt = coefficients.length + audio.length;
    const memory = kernel.numbers((outputAt + count) * BYTES_PER_SAMPLE);
    if (loaded !== filter) memory.set(coefficients);
    loaded = filter;
    memory.set(audio, coefficients.length);
    kernel.run({
      input: coefficients.length * BYTES_PER_SAMPLE,
      output: outputAt * BYTES_PER_SAMPLE,
      outputEnd: (outputAt + count) * BYTES_PER_SAMPLE,
      filters: 0,
      filterBytes: taps * BYTES_PER_SAMPLE,
      phases: up,
      firstPhase,
      stepBytes: Math.floor(down / up) * BYTES_PER_SAMPLE,
      phaseStep: down % up,
    });
    output.set(memory.subarray(outputAt, outputAt + count), from);
  }
}

/**
 * Resamples at ratios with too many positions for one filter each, by interpolating between the two nearest filters.
 */
function resampleInterpolated(
  input: Float32Array,
  output: Float32Array,
  filter: Filter,
  up: number,
  down: number,
): void {
  const { coefficients, taps, phases } = filter;
  for (let index = 0; index < output.length; index += 1) {
    // Compute positions from integers, so that rounding errors don't accumulate.
    const position = index * down;
    const start = Math.floor(position / up);
    const exact = ((position % up) / up) * phases;
    const row = Math.floor(exact) * taps;
    const share = exact - Math.floor(exact);
    let before = 0;
    let after = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const sample = valueAt(input, start + tap);
      before += valueAt(coefficients, row + tap) * sample;
      after += valueAt(coefficients, row + taps + tap) * sample;
    }
    output[index] = before + (after - before) * share;
  }
}

/**
 * Resamples audio with a low-pass filter. The duration is accurate to half a sample.
 * @throws RangeError if a rate isn't a whole number
 */
export function resample(pcm: Pcm, sampleRate: number): Pcm {
  if (sampleRate === pcm.sampleRate) return pcm;
  for (const rate of [sampleRate, pcm.sampleRate]) {
    if (!Number.isInteger(rate) || rate < 1)
      throw new RangeError(`A sample rate must be a whole number of Hz, not ${rate}.`);
  }
  const divisor = greatestCommonDivisor(sampleRate, pcm.sampleRate);
  const up = sampleRate / divisor;
  const down = pcm.sampleRate / divisor;
  const filter = filterFor(Math.min(up, MAX_PHASES), Math.min(1, up / down));
  const channels = pcm.channels.map((samples) => {
    const output = new Float32Array(Math.round((samples.length * up) / down));
    const input = padSamples(samples, filter);
    if (up <= MAX_PHASES) resampleExactly(input, output, filter, up, down);
    else resampleInterpolated(input, output, filter, up, down);
    return output;
  });
  return { sampleRate, channels };
}

// Resamples audio in blocks. The result is the same as that of `resample` for the whole audio.

/** Maximum number of samples on each side that affect an output sample, at the lower rate. */
const MAX_REACH = 41;

const MIN_BLOCK = 4096;

export class StreamResampler {
  readonly #from: number;
  readonly #to: number;
  /**
   * Number of samples kept from previous blocks: enough for the filter, and a multiple of the number of input samples
   * after which the phases repeat.
   */
  readonly #context: number;
  readonly #block: number;
  #waiting: Float32Array;
  #isFirst = true;

  /** @param from input rate in Hz, a whole number @param to output rate in Hz, a whole number */
  constructor(from: number, to: number) {
    this.#from = from;
    this.#to = to;
    const period = from / greatestCommonDivisor(from, to);
    const whole = (samples: number): number => Math.ceil(samples / period) * period;
    this.#context = whole(MAX_REACH * Math.max(1, from / to));
    this.#block = whole(MIN_BLOCK);
    this.#waiting = new Float32Array(0);
  }

  add(samples: Float32Array): Float32Array {
    if (this.#from === this.#to) return samples;
    const audio = new Float32Array(this.#waiting.length + samples.length);
    audio.set(this.#waiting);
    audio.set(samples, this.#waiting.length);
    this.#waiting = audio;
    const before = this.#isFirst ? 0 : this.#context;
    const blocks = Math.floor((audio.length - before - this.#context) / this.#block);
    if (blocks < 1) return new Float32Array(0);
    const ready = blocks * this.#block;
    const result = this.#resampleRange(audio.subarray(0, before + ready + this.#context), before, ready);
    this.#waiting = audio.slice(before + ready - this.#context);
    this.#isFirst = false;
    return result;
  }

  end(): Float32Array {
    if (this.#from === this.#to) return new Float32Array(0);
    const before = this.#isFirst ? 0 : this.#context;
    return this.#resampleRange(this.#waiting, before, this.#waiting.length - before);
  }

  #resampleRange(audio: Float32Array, start: number, length: number): Float32Array {
    const [whole = new Float32Array(0)] = resample({ sampleRate: this.#from, channels: [audio] }, this.#to).channels;
    const first = Math.round((start * this.#to) / this.#from);
    return whole.subarray(first, Math.round(((start + length) * this.#to) / this.#from));
  }
}
