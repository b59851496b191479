// A limiter that looks ahead: no sample, and no place between two samples, is louder than the ceiling.
import { float64At, sampleAt } from '../../../codecs/pcm.ts';
import { at } from '../../../shared/rules/at.ts';
import { levelBetween, loudestOf, MOST_GROWTH, mayExceed, PEAK_REACH } from '../audio/true-peak.ts';

/** How long before a peak the gain begins to go down. */
const LOOK_AHEAD_SECONDS = 0.005;
/** In which time the gain comes back to two thirds. */
const RELEASE_SECONDS = 0.08;
/** Samples that are looked at together, to see whether any place among them can be too loud. */
const STRIDE = 32;
/** The gain is whole again when it is this near. */
const NEARLY_ONE = 1 - 1e-6;

/** All channels are turned down together, so that nothing moves between left and right. */
export class TruePeakLimiter {
  readonly #ceiling: number;
  readonly #ahead: number;
  readonly #release: number;
  readonly #peaks: PeakGains;
  readonly #least: SlidingLeast;
  readonly #gains: SlidingMean;
  /** Samples that wait to be given, of each channel. */
  readonly #held: readonly Float32Array[];
  #gain = 1;
  /** Samples that were taken, and that were given. */
  #taken = 0;
  #given = 0;
  #lowest = 1;

  /** @param ceiling linear: 1 is full scale */
  constructor(ceiling: number, sampleRate: number, channels: number) {
    this.#ceiling = ceiling;
    this.#ahead = Math.round(LOOK_AHEAD_SECONDS * sampleRate);
    this.#release = 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRate));
    this.#peaks = new PeakGains(ceiling, channels);
    this.#least = new SlidingLeast(this.#ahead + 1);
    this.#gains = new SlidingMean(this.#ahead + 1);
    this.#held = Array.from({ length: channels }, () => new Float32Array(this.#ahead + PEAK_REACH));
  }

  /** The lowest gain that was needed, linear: 1 where nothing was too loud. */
  get lowestGain(): number {
    return this.#lowest;
  }

  /** Takes the next samples. @returns those that are ready: `delay` fewer at the start */
  process(channels: readonly Float32Array[]): Float32Array[] {
    const ready = this.#advance(channels);
    const early = Math.max(0, this.#held[0]?.length ?? 0) - this.#given;
    this.#given += at(ready, 0).length;
    return early > 0 ? ready.map((samples) => samples.subarray(early)) : ready;
  }

  /** @returns the samples that are left */
  end(): Float32Array[] {
    return this.process(this.#held.map((held) => new Float32Array(held.length)));
  }

  #advance(channels: readonly Float32Array[]): Float32Array[] {
    const length = at(channels, 0).length;
    const ready = channels.map((samples, index) => delayed(samples, at(this.#held, index)));
    const needed = this.#peaks.add(channels);
    const isIdle = needed === null && this.#gain === 1 && this.#least.isEmpty && this.#gains.isWhole;
    if (!isIdle) this.#turnDown(ready, needed, length);
    this.#taken += length;
    return ready;
  }

  #turnDown(ready: readonly Float32Array[], needed: Float32Array | null, length: number): void {
    for (let index = 0; index < length; index += 1) {
      const place = this.#taken + index;
      const asked = this.#least.next(place, needed === null ? 1 : sampleAt(needed, index));
      this.#gain = this.#gain + (1 - this.#gain) * this.#release;
      if (this.#gain > NEARLY_ONE) this.#gain = 1;
      if (asked < this.#gain) this.#gain = asked;
      const mean = this.#gains.next(this.#gain);
      if (mean === 1) continue;
      if (mean < this.#lowest) this.#lowest = mean;
      for (const samples of ready) {
        const sample = sampleAt(samples, index) * mean;
        // What rounding may leave above the ceiling.
        samples[index] = sample > this.#ceiling ? this.#ceiling : sample < -this.#ceiling ? -this.#ceiling : sample;
      }
    }
  }
}

/** The samples that come out of a delay line. */
function delayed(samples: Float32Array, held: Float32Array): Float32Array {
  const all = new Float32Array(held.length + samples.length);
  all.set(held);
  all.set(samples, held.length);
  held.set(all.subarray(samples.length));
  return all.subarray(0, samples.length);
}

/** The gain that each sample needs so that it and the places beside it stay below the ceiling. */
class PeakGains {
  readonly #ceiling: number;
  readonly #before: readonly Float32Array[];

  constructor(ceiling: number, channels: number) {
    this.#ceiling = ceiling;
    this.#before = Array.from({ length: channels }, () => new Float32Array(PEAK_REACH * 2));
  }

  /** For as many samples as were added, PEAK_REACH earlier. @returns null where all are 1 */
  add(channels: readonly Float32Array[]): Float32Array | null {
    let gains: Float32Array | null = null;
    for (const [index, samples] of channels.entries()) {
      const before = at(this.#before, index);
      const window = new Float32Array(before.length + samples.length);
      window.set(before);
      window.set(samples, before.length);
      before.set(window.subarray(samples.length));
      gains = this.#look(window, samples.length, gains);
    }
    return gains;
  }

  #look(window: Float32Array, length: number, found: Float32Array | null): Float32Array | null {
    let gains = found;
    const ceiling = this.#ceiling;
    // A place depends on samples of two strides at most.
    let here = loudestOf(window, 0, Math.min(STRIDE, window.length));
    for (let from = 0; from < length; from += STRIDE) {
      const to = Math.min(from + STRIDE, length);
      const next = loudestOf(window, from + STRIDE, Math.min(from + 2 * STRIDE, window.length));
      const loudest = here > next ? here : next;
      here = next;
      if (loudest * MOST_GROWTH <= ceiling) continue;
      const levelAt = (start: number): number =>
        mayExceed(window, start, loudest, ceiling) ? levelBetween(window, start) : 0;
      let left = levelAt(from);
      for (let index = from; index < to; index += 1) {
        const right = levelAt(index + 1);
        const level = Math.max(left, right, Math.abs(sampleAt(window, index + PEAK_REACH)));
        left = right;
        if (level <= ceiling) continue;
        gains ??= new Float32Array(length).fill(1);
        gains[index] = Math.min(sampleAt(gains, index), ceiling / level);
      }
    }
    return gains;
  }
}

/** The least of the last `size` values. Values of 1 or more count for nothing: where there is no other it is 1. */
class SlidingLeast {
  readonly #size: number;
  readonly #places: Float64Array;
  readonly #values: Float64Array;
  #first = 0;
  #count = 0;

  constructor(size: number) {
    this.#size = size;
    this.#places = new Float64Array(size + 1);
    this.#values = new Float64Array(size + 1);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  next(place: number, value: number): number {
    const room = this.#places.length;
    if (this.#count > 0 && float64At(this.#places, this.#first) <= place - this.#size) {
      this.#first = (this.#first + 1) % room;
      this.#count -= 1;
    }
    if (value < 1) {
      while (this.#count > 0 && float64At(this.#values, (this.#first + this.#count - 1) % room) >= value) {
        this.#count -= 1;
      }
      const last = (this.#first + this.#count) % room;
      this.#places[last] = place;
      this.#values[last] = value;
      this.#count += 1;
    }
    return this.#count === 0 ? 1 : float64At(this.#values, this.#first);
  }
}

/** The mean of the last `size` values, of which those before the first are 1. */
class SlidingMean {
  readonly #values: Float64Array;
  #sum: number;
  #place = 0;
  /** How many of them are not 1. */
  #others = 0;

  constructor(size: number) {
    this.#values = new Float64Array(size).fill(1);
    this.#sum = size;
  }

  get isWhole(): boolean {
    return this.#others === 0;
  }

  next(value: number): number {
    const { length } = this.#values;
    const former = float64At(this.#values, this.#place);
    this.#others += Number(value !== 1) - Number(former !== 1);
    this.#values[this.#place] = value;
    this.#place = (this.#place + 1) % length;
    // Sums of what was added and taken away again are not exact for ever.
    this.#sum = this.#others === 0 ? length : this.#sum + value - former;
    return this.#others === 0 ? 1 : this.#sum / length;
  }
}
