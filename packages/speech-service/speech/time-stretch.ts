// Changes the tempo without the pitch: waveform-similarity overlap-add (WSOLA), after Verhelst and Roelands, 1993.

const WINDOW_SECONDS = 0.04;
/** Maximum offset of a window from its nominal position. */
const SEARCH_SECONDS = 0.01;
/** Compare every n-th position first, then each one around the best. */
const COARSE_STEP = 4;

/**
 * Throws if the index is out of range. Not shared between modules, because a function used with more array types is
 * slower.
 */
function sampleAt(list: Int16Array | Float32Array, index: number): number {
  const value = list[index];
  if (value === undefined) throw new RangeError(`There is no sample ${index} among ${list.length}.`);
  return value;
}

function similarity(samples: Int16Array, a: number, b: number, length: number, step: number): number {
  let product = 0;
  let energy = 1;
  for (let index = 0; index < length; index += step) {
    const left = sampleAt(samples, a + index);
    const right = sampleAt(samples, b + index);
    product += left * right;
    energy += right * right;
  }
  return product / Math.sqrt(energy);
}

function bestOffset(
  samples: Int16Array,
  target: number,
  from: number,
  to: number,
  length: number,
  step: number,
): number {
  let best = from;
  let bestLikeness = Number.NEGATIVE_INFINITY;
  for (let start = from; start <= to; start += step) {
    const found = similarity(samples, target, start, length, step);
    if (found > bestLikeness) {
      bestLikeness = found;
      best = start;
    }
  }
  return best;
}

/** Returns the start, near `position`, of the window that best matches the natural continuation at `target`. */
function findBestStart(samples: Int16Array, target: number, position: number, search: number, length: number): number {
  const last = samples.length - length;
  const from = Math.max(0, Math.min(last, position - search));
  const to = Math.max(0, Math.min(last, position + search));
  if (target > last) return Math.max(0, Math.min(last, position));
  const coarse = bestOffset(samples, target, from, to, length, COARSE_STEP);
  return bestOffset(
    samples,
    target,
    Math.max(from, coarse - COARSE_STEP),
    Math.min(to, coarse + COARSE_STEP),
    length,
    1,
  );
}

const clamp = (value: number): number => Math.max(-32768, Math.min(32767, Math.round(value)));

class SampleBuffer {
  samples = new Int16Array(0);
  base = 0;
  length = 0;

  add(samples: Int16Array): void {
    const kept = this.length - this.base;
    if (kept + samples.length > this.samples.length) {
      const larger = new Int16Array(2 * (kept + samples.length));
      larger.set(this.samples.subarray(0, kept));
      this.samples = larger;
    }
    this.samples.set(samples, kept);
    this.length += samples.length;
  }

  discard(position: number): void {
    const gone = position - this.base;
    // Compact the buffer only rarely, because this copies the remaining samples.
    if (gone < 65_536) return;
    this.samples.copyWithin(0, gone, this.length - this.base);
    this.base = position;
  }
}

/**
 * Makes audio `factor` times as long (0.1 to 10), independently of how the input is chunked. Leaves the audio unchanged
 * if it is shorter than two windows (80 ms) or the factor is within 0.5 % of 1.
 */
export class TimeStretch {
  readonly #factor: number;
  readonly #window: number;
  readonly #hop: number;
  readonly #search: number;
  readonly #fade: Float32Array;
  readonly #sound = new SampleBuffer();
  readonly #sum: Float32Array;
  #out = 0;
  #wanted = 0;

  constructor(factor: number, sampleRate: number) {
    this.#factor = factor;
    this.#window = Math.round((WINDOW_SECONDS * sampleRate) / 2) * 2;
    this.#hop = this.#window / 2;
    this.#search = Math.round(SEARCH_SECONDS * sampleRate);
    this.#sum = new Float32Array(this.#window);
    this.#fade = Float32Array.from(
      { length: this.#window },
      (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / this.#window),
    );
  }

  static isNeeded(factor: number): boolean {
    return Math.abs(factor - 1) >= 0.005;
  }

  add(samples: Int16Array): Int16Array<ArrayBuffer> {
    this.#sound.add(samples);
    return this.#steps(() => this.#canStep());
  }

  end(): Int16Array<ArrayBuffer> {
    const { length, samples } = this.#sound;
    if (length < this.#window * 2) return samples.slice(0, length);
    const whole = Math.round(length * this.#factor);
    const begun = this.#out;
    return this.#steps(() => this.#out < whole).slice(0, Math.max(0, whole - begun));
  }

  #canStep(): boolean {
    const { length } = this.#sound;
    const last = length - this.#window;
    if (last < this.#window || this.#out + this.#hop > Math.round(length * this.#factor)) return false;
    return this.#wanted <= last && Math.round(this.#out / this.#factor) + this.#search <= last;
  }

  #steps(shouldContinue: () => boolean): Int16Array<ArrayBuffer> {
    const ready: Int16Array[] = [];
    while (shouldContinue()) ready.push(this.#step());
    const result = new Int16Array(ready.length * this.#hop);
    for (const [index, piece] of ready.entries()) result.set(piece, index * this.#hop);
    return result;
  }

  /** Adds the next window and returns the half that no later window overlaps. */
  #step(): Int16Array {
    const sum = this.#sum;
    const hop = this.#hop;
    const { samples, base, length } = this.#sound;
    const position = Math.round(this.#out / this.#factor) - base;
    const start =
      this.#out === 0
        ? 0
        : findBestStart(samples.subarray(0, length - base), this.#wanted - base, position, this.#search, this.#window);
    for (let index = 0; index < this.#window; index += 1) {
      const weight = this.#out === 0 && index < hop ? 1 : sampleAt(this.#fade, index);
      sum[index] = sampleAt(sum, index) + weight * sampleAt(samples, start + index);
    }
    const ready = Int16Array.from(sum.subarray(0, hop), clamp);
    sum.copyWithin(0, hop);
    sum.fill(0, hop);
    this.#out += hop;
    this.#wanted = base + start + hop;
    const next = Math.round(this.#out / this.#factor) - this.#search;
    this.#sound.discard(Math.max(0, Math.min(this.#wanted, next)));
    return ready;
  }
}
