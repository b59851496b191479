// A turn's sound on its way out: at its level and pace, without an offset, and with soft edges.
import { at } from '../../shared/rules/at.ts';
import { append } from '../../shared/rules/lists.ts';
import { TimeStretch } from './time-stretch.ts';

// Memory for sound that is used again and again: new blocks for each text, collected after it, would cost a thread
// about a twentieth of its time.

/** 16 bits each, one channel. */
export type Samples = Int16Array<ArrayBuffer>;

/** Samples of a block (0.7 s): few enough to waste little on a short text, enough that a text needs few blocks. */
export const BLOCK_SAMPLES = 16_384;

/** Blocks that are kept: 2 MiB, enough for most lines of a script. A longer text's others are let go of. */
const MOST_KEPT = 64;

/** Blocks of samples for one who works on one sound at a time. */
export class SampleBlocks {
  readonly #free: Samples[] = [];
  /** Those that were given, by their memory. */
  readonly #given = new Map<ArrayBuffer, Samples>();

  /** A block with anything in it. */
  take(): Samples {
    const block = this.#free.pop() ?? new Int16Array(BLOCK_SAMPLES);
    if (this.#given.size < MOST_KEPT) this.#given.set(block.buffer, block);
    return block;
  }

  /** Takes back pieces that are no longer needed: each is all that was used of its block, or is not from a block. */
  giveBack(pieces: readonly Samples[]): void {
    for (const { buffer } of pieces) {
      const block = this.#given.get(buffer);
      if (block !== undefined && this.#given.delete(buffer)) this.#free.push(block);
    }
  }

  /** Takes back what was given so far, to give it again. */
  reuse(): void {
    append(this.#free, this.#given.values());
    this.#given.clear();
    this.#free.splice(MOST_KEPT);
  }
}

/**
 * Hz below which everything is taken away. Some variants (the whispering ones, Reed) sit on a steady offset of up to
 * 2 % of full scale, which is heard as a click wherever they begin and end.
 */
const CORNER_HZ = 20;
/** eSpeak NG begins and ends in the middle of a wave: that clicks too. */
const FADE_IN_SECONDS = 0.003;
const FADE_OUT_SECONDS = 0.008;

/** How a turn's sound is changed. */
export interface TurnShape {
  /** Factor on the duration. */
  readonly stretch: number;
  /** Factor on the amplitude. */
  readonly gain: number;
}

/** A half of a raised cosine, from near 0 to near 1. */
const fadeOf = (length: number): Float64Array =>
  Float64Array.from({ length }, (_, index) => 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / length));

/** Pieces of sound as one. */
export function joined(pieces: readonly Int16Array[]): Samples {
  const whole = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let length = 0;
  for (const piece of pieces) {
    whole.set(piece, length);
    length += piece.length;
  }
  return whole;
}

const NOTHING: Samples = new Int16Array(0);

/**
 * Takes the samples of one turn (16 bits, one channel) as they are made, and gives them back changed. What is added is
 * only read.
 */
export class TurnSound {
  readonly #blocks: SampleBlocks;
  readonly #gain: number;
  readonly #stretch: TimeStretch | undefined;
  readonly #fadeIn: Float64Array;
  readonly #fadeOut: Float64Array;
  readonly #keep: number;
  /** What is ready: whole parts, and after them a block that is not full yet. */
  #parts: Samples[] = [];
  #block = NOTHING;
  #used = 0;
  #length = 0;
  #added = 0;
  #input = 0;
  #output = 0;

  /**
   * @param sampleRate Hz
   * @param blocks where what it gives lies: it is good until they are used again
   */
  constructor({ stretch, gain }: TurnShape, sampleRate: number, blocks: SampleBlocks) {
    this.#blocks = blocks;
    this.#gain = gain;
    this.#stretch = TimeStretch.isNeeded(stretch) ? new TimeStretch(stretch, sampleRate) : undefined;
    this.#fadeIn = fadeOf(Math.round(FADE_IN_SECONDS * sampleRate));
    this.#fadeOut = fadeOf(Math.round(FADE_OUT_SECONDS * sampleRate));
    this.#keep = Math.exp((-2 * Math.PI * CORNER_HZ) / sampleRate);
  }

  /** Samples that are ready and not yet taken. */
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

  /** What can be given before the end is known. */
  takePiece(): Samples[] {
    const ready: Samples[] = [];
    // What may turn out to be the end has yet to fade. It is copied, as the block that it lies in may be given back.
    let beforeEnd = Math.max(0, this.#length - this.#fadeOut.length);
    for (const part of this.#takeAll()) {
      const taken = part.subarray(0, beforeEnd);
      if (taken.length > 0) ready.push(taken);
      this.#keepPart(part.slice(taken.length));
      beforeEnd -= taken.length;
    }
    return ready;
  }

  /** All that is left, with the turn's end. */
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
    this.#block = this.#blocks.take();
  }

  #endBlock(): void {
    if (this.#used > 0) this.#parts.push(this.#block.subarray(0, this.#used));
    this.#block = NOTHING;
    this.#used = 0;
  }

  /** The level, and the soft start where it is the start. */
  #shape(samples: Int16Array, shaped: Int16Array): void {
    this.#level(samples, shaped);
    const fade = this.#fadeIn;
    for (let index = 0; index < Math.min(fade.length - this.#added, shaped.length); index += 1) {
      shaped[index] = Math.round(at(shaped, index) * at(fade, this.#added + index));
    }
    this.#added += shaped.length;
  }

  /** The gain, then a high-pass of the first order. All samples pass here: it is quick. */
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
      // Rounds as Math.round does, in a quarter of the time.
      const rounded = ((output + 32768.5) | 0) - 32768;
      leveled[index] = rounded > 32767 ? 32767 : rounded < -32768 ? -32768 : rounded;
      index += 1;
    }
    this.#input = input;
    this.#output = output;
  }
}
