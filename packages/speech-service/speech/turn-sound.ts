// Post-processes a turn's audio: level, pace, DC offset removal and soft edges.
import { at } from '../../../shared/rules/at.ts';
import { append } from '../../../shared/rules/lists.ts';
import { TimeStretch } from './time-stretch.ts';

export type Samples = Int16Array<ArrayBuffer>;

/**
 * Samples per block (0.7 s): a compromise between memory wasted on short texts and the number of blocks for long ones.
 */
export const BLOCK_SAMPLES = 16_384;

/** Maximum blocks to keep: 2 MiB, enough for most lines. Additional blocks for longer texts are released. */
const MAX_KEPT_BLOCKS = 64;

/**
 * Reuses blocks, because with new ones for each text, a thread would spend about a twentieth of its time on garbage
 * collection.
 */
export class SampleBlocks {
  readonly #free: Samples[] = [];
  readonly #given = new Map<ArrayBuffer, Samples>();

  allocate(): Samples {
    const block = this.#free.pop() ?? new Int16Array(BLOCK_SAMPLES);
    if (this.#given.size < MAX_KEPT_BLOCKS) this.#given.set(block.buffer, block);
    return block;
  }

  /** Returns pieces to the pool. Each must be the only piece of its block, or not come from a block. */
  release(pieces: readonly Samples[]): void {
    for (const { buffer } of pieces) {
      const block = this.#given.get(buffer);
      if (block !== undefined && this.#given.delete(buffer)) this.#free.push(block);
    }
  }

  reuse(): void {
    append(this.#free, this.#given.values());
    this.#given.clear();
    this.#free.splice(MAX_KEPT_BLOCKS);
  }
}

/** High-pass corner in Hz. Some variants have a DC offset of up to 2 % of full scale, which clicks at both ends. */
const HIGH_PASS_HZ = 20;
/** eSpeak NG starts and ends mid-wave, which also clicks. */
const FADE_IN_SECONDS = 0.003;
const FADE_OUT_SECONDS = 0.008;

export interface TurnShape {
  readonly stretch: number;
  readonly gain: number;
}

const fadeCurve = (length: number): Float64Array =>
  Float64Array.from({ length }, (_, index) => 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / length));

export function concatenate(pieces: readonly Int16Array[]): Samples {
  const whole = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let length = 0;
  for (const piece of pieces) {
    whole.set(piece, length);
    length += piece.length;
  }
  return whole;
}

const NO_SAMPLES: Samples = new Int16Array(0);

export class TurnSound {
  readonly #blocks: SampleBlocks;
  readonly #gain: number;
  readonly #stretch: TimeStretch | undefined;
  readonly #fadeIn: Float64Array;
  readonly #fadeOut: Float64Array;
  readonly #keep: number;
  #parts: Samples[] = [];
  #block = NO_SAMPLES;
  #used = 0;
  #length = 0;
  #added = 0;
  #input = 0;
  #output = 0;

  /** @param blocks memory for the output, which is valid until they are reused */
  constructor({ stretch, gain }: TurnShape, sampleRate: number, blocks: SampleBlocks) {
    this.#blocks = blocks;
    this.#gain = gain;
    this.#stretch = TimeStretch.isNeeded(stretch) ? new TimeStretch(stretch, sampleRate) : undefined;
    this.#fadeIn = fadeCurve(Math.round(FADE_IN_SECONDS * sampleRate));
    this.#fadeOut = fadeCurve(Math.round(FADE_OUT_SECONDS * sampleRate));
    this.#keep = Math.exp((-2 * Math.PI * HIGH_PASS_HZ) / sampleRate);
  }

  get length(): number {
    return this.#length;
  }

  add(samples: Int16Array): void {
    if (this.#stretch !== undefined) {
      const shaped = new Int16Array(samples.length);
      this.#shape(samples, shaped);
      this.#keepPart(this.#stretch.add(shaped));
      return;
    }
    for (let from = 0; from < samples.length; ) {
      if (this.#used === this.#block.length) this.#startBlock();
      const count = Math.min(samples.length - from, this.#block.length - this.#used);
      this.#shape(samples.subarray(from, from + count), this.#block.subarray(this.#used, this.#used + count));
      from += count;
      this.#used += count;
      this.#length += count;
    }
  }

  takePiece(): Samples[] {
    const ready: Samples[] = [];
    // Copy the samples that might be the end and need a fade-out, because their block can be returned to the pool.
    let beforeEnd = Math.max(0, this.#length - this.#fadeOut.length);
    for (const part of this.#takeAll()) {
      const taken = part.subarray(0, beforeEnd);
      if (taken.length > 0) ready.push(taken);
      this.#keepPart(part.slice(taken.length));
      beforeEnd -= taken.length;
    }
    return ready;
  }

  takeRest(): Samples[] {
    if (this.#stretch !== undefined) this.#keepPart(this.#stretch.end());
    const rest = this.#takeAll();
    let faded = 0;
    for (const part of rest.toReversed()) {
      for (let index = part.length - 1; index >= 0 && faded < this.#fadeOut.length; index -= 1, faded += 1) {
        part[index] = Math.round(at(part, index) * at(this.#fadeOut, faded));
      }
    }
    return rest;
  }

  #takeAll(): Samples[] {
    this.#endBlock();
    const all = this.#parts;
    this.#parts = [];
    this.#length = 0;
    return all;
  }

  #keepPart(samples: Samples): void {
    if (samples.length === 0) return;
    this.#parts.push(samples);
    this.#length += samples.length;
  }

  #startBlock(): void {
    this.#endBlock();
    this.#block = this.#blocks.allocate();
  }

  #endBlock(): void {
    if (this.#used > 0) this.#parts.push(this.#block.subarray(0, this.#used));
    this.#block = NO_SAMPLES;
    this.#used = 0;
  }

  #shape(samples: Int16Array, output: Int16Array): void {
    this.#level(samples, output);
    const fade = this.#fadeIn;
    for (let index = 0; index < Math.min(fade.length - this.#added, output.length); index += 1) {
      output[index] = Math.round(at(output, index) * at(fade, this.#added + index));
    }
    this.#added += output.length;
  }

  /** Applies the gain and a first-order high-pass. Optimised, because all samples pass through here. */
  #level(samples: Int16Array, leveled: Int16Array): void {
    const gain = this.#gain;
    const keep = this.#keep;
    let input = this.#input;
    let output = this.#output;
    let index = 0;
    for (const each of samples) {
      const sample = each * gain;
      output = sample - input + keep * output;
      input = sample;
      // Equivalent to Math.round in a quarter of the time.
      const rounded = ((output + 32768.5) | 0) - 32768;
      leveled[index] = rounded > 32767 ? 32767 : rounded < -32768 ? -32768 : rounded;
      index += 1;
    }
    this.#input = input;
    this.#output = output;
  }
}
