// A turn's sound on its way out: at its level and pace, without an offset, and with soft edges.
import { TimeStretch } from './time-stretch.ts';

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
  readonly #gain: number;
  readonly #stretch: TimeStretch | undefined;
  readonly #fadeIn: Float64Array;
  readonly #fadeOut: Float64Array;
  readonly #keep: number;
  #parts: Int16Array[] = [];
  #length = 0;
  #added = 0;
  #input = 0;
  #output = 0;

  /** @param sampleRate Hz */
  constructor({ stretch, gain }: TurnShape, sampleRate: number) {
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
    this.#level(samples);
    for (let index = 0; index < Math.min(this.#fadeIn.length - this.#added, samples.length); index += 1) {
      samples[index] = Math.round((samples[index] ?? 0) * (this.#fadeIn[this.#added + index] ?? 1));
    }
    this.#added += samples.length;
    this.#keepPart(this.#stretch?.add(samples) ?? samples);
  }

  /** What can be given before the end is known. */
  takePiece(): Int16Array[] {
    let count = this.#parts.length;
    let left = 0;
    while (count > 0 && left < this.#fadeOut.length) {
      count -= 1;
      left += this.#parts[count]?.length ?? 0;
    }
    this.#length = left;
    return this.#parts.splice(0, count);
  }

  /** All that is left, with the turn's end. */
  takeRest(): Int16Array {
    if (this.#stretch !== undefined) this.#keepPart(this.#stretch.end());
    const rest = joined(this.#parts);
    this.#parts = [];
    this.#length = 0;
    for (let index = 0; index < Math.min(this.#fadeOut.length, rest.length); index += 1) {
      const at = rest.length - 1 - index;
      rest[at] = Math.round((rest[at] ?? 0) * (this.#fadeOut[index] ?? 1));
    }
    return rest;
  }

  #keepPart(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#parts.push(samples);
    this.#length += samples.length;
  }

  /** The gain, then a high-pass of the first order. All samples pass here: it is quick. */
  #level(samples: Int16Array): void {
    const gain = this.#gain;
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
