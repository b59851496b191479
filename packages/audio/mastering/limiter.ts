// A look-ahead true-peak limiter: neither the samples nor the values between them exceed the ceiling.

import { at } from '../../../shared/rules/at.ts';
import { float64At, sampleAt } from '../codecs/pcm.ts';
import { levelBetween, loudestOf, MAX_GROWTH, mayExceed, PEAK_REACH } from '../meters/true-peak.ts';

/** How long before a peak the gain starts to fall. */
const LOOK_AHEAD_SECONDS = 0.005;
/** Time constant of the release: within this time, the gain recovers by two thirds. */
export const RELEASE_SECONDS = 0.08;
const STRIDE = 32;
const RELEASED_GAIN = 1 - 1e-6;

/** Limits all channels equally, so that the stereo image doesn't shift. */
export class TruePeakLimiter {
  readonly #ceiling: number;
  readonly #ahead: number;
  readonly #peaks: PeakGains;
  readonly #curve: GainCurve;
  readonly #held: readonly Float32Array[];
  readonly #room: readonly ScratchBuffer[];
  #given = 0;
  #lowest = 1;

  /** @param ceiling linear; 1 is full scale */
  constructor(ceiling: number, sampleRate: number, channels: number) {
    this.#ceiling = ceiling;
    this.#ahead = Math.round(LOOK_AHEAD_SECONDS * sampleRate);
    this.#peaks = new PeakGains(ceiling, channels);
    this.#curve = new GainCurve(this.#ahead + 1, 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRate)));
    this.#held = Array.from({ length: channels }, () => new Float32Array(this.#ahead + PEAK_REACH));
    this.#room = Array.from({ length: channels }, () => new ScratchBuffer());
  }

  /** The lowest linear gain applied; 1 if nothing was limited. */
  get lowestGain(): number {
    return this.#lowest;
  }

  /**
   * Returns the limited samples, fewer at first because of the delay. The returned samples are valid until the next
   * call.
   */
  process(channels: readonly Float32Array[]): Float32Array[] {
    const ready = this.#advance(channels);
    const early = Math.max(0, this.#held[0]?.length ?? 0) - this.#given;
    this.#given += at(ready, 0).length;
    return early > 0 ? ready.map((samples) => samples.subarray(early)) : ready;
  }

  end(): Float32Array[] {
    return this.process(this.#held.map((held) => new Float32Array(held.length)));
  }

  #advance(channels: readonly Float32Array[]): Float32Array[] {
    const length = at(channels, 0).length;
    const ready = channels.map((samples, index) => delaySamples(samples, at(this.#held, index), at(this.#room, index)));
    const needed = this.#peaks.add(channels);
    const gains = needed === null && this.#curve.isIdle ? null : this.#curve.next(needed, length);
    if (gains !== null) for (const samples of ready) this.#applyGains(samples, gains);
    return ready;
  }

  #applyGains(samples: Float32Array, gains: Float64Array): void {
    const ceiling = this.#ceiling;
    let lowest = this.#lowest;
    for (let index = 0; index < samples.length; index += 1) {
      const gain = float64At(gains, index);
      if (gain === 1) continue;
      if (gain < lowest) lowest = gain;
      const sample = sampleAt(samples, index) * gain;
      if (sample > ceiling) samples[index] = ceiling;
      else if (sample < -ceiling) samples[index] = -ceiling;
      else samples[index] = sample;
    }
    this.#lowest = lowest;
  }
}

class ScratchBuffer {
  #samples = new Float32Array(0);

  take(length: number): Float32Array {
    if (this.#samples.length < length) this.#samples = new Float32Array(length);
    return this.#samples.subarray(0, length);
  }
}

function delaySamples(samples: Float32Array, delayLine: Float32Array, scratch: ScratchBuffer): Float32Array {
  const all = scratch.take(delayLine.length + samples.length);
  all.set(delayLine);
  all.set(samples, delayLine.length);
  delayLine.set(all.subarray(samples.length));
  return all.subarray(0, samples.length);
}

/** Computes the gain that keeps each sample and the adjacent interpolated values below the ceiling. */
class PeakGains {
  readonly #ceiling: number;
  readonly #before: readonly Float32Array[];
  readonly #room = new ScratchBuffer();

  constructor(ceiling: number, channels: number) {
    this.#ceiling = ceiling;
    this.#before = Array.from({ length: channels }, () => new Float32Array(PEAK_REACH * 2));
  }

  /** Returns one gain per added sample, starting PEAK_REACH samples earlier, or null if all gains are 1. */
  add(channels: readonly Float32Array[]): Float32Array | null {
    let gains: Float32Array | null = null;
    for (const [index, samples] of channels.entries()) {
      const before = at(this.#before, index);
      const window = this.#room.take(before.length + samples.length);
      window.set(before);
      window.set(samples, before.length);
      before.set(window.subarray(samples.length));
      gains = this.#gainsFor(window, samples.length, gains);
    }
    return gains;
  }

  #gainsFor(window: Float32Array, length: number, found: Float32Array | null): Float32Array | null {
    let gains = found;
    const ceiling = this.#ceiling;
    // Each interpolated value depends on samples from at most two strides.
    let here = loudestOf(window, 0, Math.min(STRIDE, window.length));
    for (let from = 0; from < length; from += STRIDE) {
      const to = Math.min(from + STRIDE, length);
      const next = loudestOf(window, from + STRIDE, Math.min(from + 2 * STRIDE, window.length));
      const loudest = here > next ? here : next;
      here = next;
      if (loudest * MAX_GROWTH <= ceiling) continue;
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

const GAIN = 0;
const SUM = 1;

/**
 * Averages the minimum of the last `size` gains, with a slow release. One loop over a Float64Array avoids allocations.
 */
class GainCurve {
  readonly #size: number;
  readonly #release: number;
  /** Ring buffer of the gains below 1 that may still become the minimum, with their positions. */
  readonly #positions: Float64Array;
  readonly #values: Float64Array;
  #first = 0;
  #count = 0;
  readonly #ring: Float64Array;
  #ringAt = 0;
  readonly #state: Float64Array;
  #others = 0;
  #taken = 0;
  #output = new Float64Array(0);

  constructor(size: number, release: number) {
    this.#size = size;
    this.#release = release;
    this.#positions = new Float64Array(size + 1);
    this.#values = new Float64Array(size + 1);
    this.#ring = new Float64Array(size).fill(1);
    this.#state = Float64Array.of(1, size);
  }

  /** True while the gain is 1 and no lower gain is pending. */
  get isIdle(): boolean {
    return this.#count === 0 && this.#state[GAIN] === 1 && this.#others === 0;
  }

  next(needed: Float32Array | null, length: number): Float64Array {
    if (this.#output.length < length) this.#output = new Float64Array(length);
    const made = this.#output.subarray(0, length);
    const size = this.#size;
    const release = this.#release;
    const ring = this.#ring;
    const values = this.#values;
    const state = this.#state;
    let ringAt = this.#ringAt;
    let others = this.#others;
    for (let index = 0; index < length; index += 1) {
      if (this.#count > 0) this.#dropExpired(this.#taken + index - size);
      if (needed !== null && sampleAt(needed, index) < 1) this.#push(this.#taken + index, needed, index);
      const before = float64At(state, GAIN);
      let gain = before + (1 - before) * release;
      if (gain > RELEASED_GAIN) gain = 1;
      const least = float64At(values, this.#first);
      if (this.#count > 0 && least < gain) gain = least;
      state[GAIN] = gain;
      const previous = float64At(ring, ringAt);
      if (gain !== 1) others += 1;
      if (previous !== 1) others -= 1;
      ring[ringAt] = gain;
      ringAt = ringAt + 1 === size ? 0 : ringAt + 1;
      // The running sum accumulates rounding errors.
      const sum = float64At(state, SUM) + gain - previous;
      state[SUM] = sum;
      made[index] = sum / size;
      if (others === 0) {
        state[SUM] = size;
        made[index] = 1;
      }
    }
    this.#taken += length;
    this.#ringAt = ringAt;
    this.#others = others;
    return made;
  }

  #dropExpired(position: number): void {
    if (float64At(this.#positions, this.#first) > position) return;
    this.#first = this.#first === this.#size ? 0 : this.#first + 1;
    this.#count -= 1;
  }

  #push(position: number, values: Float32Array, index: number): void {
    const value = sampleAt(values, index);
    const room = this.#size + 1;
    while (this.#count > 0 && float64At(this.#values, (this.#first + this.#count - 1) % room) >= value) {
      this.#count -= 1;
    }
    const last = (this.#first + this.#count) % room;
    this.#positions[last] = position;
    this.#values[last] = value;
    this.#count += 1;
  }
}
