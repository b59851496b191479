// A turn's sound on its way out: at its level and pace, without an offset, and with soft edges.
import { stretched } from './time-stretch.ts';

/**
 * Hz below which everything is taken away. Some variants (the whispering ones, Reed) sit on a steady offset of up to
 * 2 % of full scale, which is heard as a click wherever they begin and end.
 */
const CORNER_HZ = 20;
/** eSpeak NG begins in the midst of a wave and ends in one: that clicks too. */
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
export function joined(pieces: readonly Int16Array[]): Int16Array<ArrayBuffer> {
  const whole = new Int16Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * Takes the samples of one turn (16 bits, one channel) as they are made, and gives them back changed. The samples are
 * changed where they lie: whoever adds them has no use for them any more.
 */
export class TurnSound {
  readonly #shape: TurnShape;
  readonly #sampleRate: number;
  readonly #fadeIn: Float64Array;
  readonly #fadeOut: Float64Array;
  readonly #keep: number;
  #parts: Int16Array[] = [];
  #length = 0;
  #taken = 0;
  #input = 0;
  #output = 0;

  /** @param sampleRate Hz */
  constructor(shape: TurnShape, sampleRate: number) {
    this.#shape = shape;
    this.#sampleRate = sampleRate;
    this.#fadeIn = fadeOf(Math.round(FADE_IN_SECONDS * sampleRate));
    this.#fadeOut = fadeOf(Math.round(FADE_OUT_SECONDS * sampleRate));
    this.#keep = Math.exp((-2 * Math.PI * CORNER_HZ) / sampleRate);
  }

  /** Samples that were added and not yet taken. */
  get length(): number {
    return this.#length;
  }

  /** What is stretched is stretched as a whole: its pieces would not fit together. */
  get isWhole(): boolean {
    return Math.abs(this.#shape.stretch - 1) >= 0.005;
  }

  add(samples: Int16Array): void {
    this.#level(samples);
    const begun = this.#taken + this.#length;
    for (let index = 0; index < Math.min(this.#fadeIn.length - begun, samples.length); index += 1) {
      samples[index] = Math.round((samples[index] ?? 0) * (this.#fadeIn[begun + index] ?? 1));
    }
    this.#parts.push(samples);
    this.#length += samples.length;
  }

  /** What can be given before the end is known; nothing of a turn that is given as a whole. */
  takePiece(): Int16Array[] {
    if (this.isWhole) return [];
    let count = this.#parts.length;
    let left = 0;
    while (count > 0 && left < this.#fadeOut.length) {
      count -= 1;
      left += this.#parts[count]?.length ?? 0;
    }
    this.#taken += this.#length - left;
    this.#length = left;
    return this.#parts.splice(0, count);
  }

  /** All that is left, with the turn's end. */
  takeRest(): Int16Array {
    const rest = stretched(joined(this.#parts), this.#shape.stretch, this.#sampleRate);
    this.#parts = [];
    this.#length = 0;
    for (let index = 0; index < Math.min(this.#fadeOut.length, rest.length); index += 1) {
      const at = rest.length - 1 - index;
      rest[at] = Math.round((rest[at] ?? 0) * (this.#fadeOut[index] ?? 1));
    }
    return rest;
  }

  /** The gain, then a high-pass of the first order. All samples pass here: it is quick. */
  #level(samples: Int16Array): void {
    const { gain } = this.#shape;
    const keep = this.#keep;
    let input = this.#input;
    let output = this.#output;
    for (let index = 0; index < samples.length; index += 1) {
      const sample = (samples[index] ?? 0) * gain;
      output = sample - input + keep * output;
      input = sample;
      // Rounds as Math.round does, in a quarter of the time.
      const rounded = ((output + 32768.5) | 0) - 32768;
      samples[index] = rounded > 32767 ? 32767 : rounded < -32768 ? -32768 : rounded;
    }
    this.#input = input;
    this.#output = output;
  }
}
