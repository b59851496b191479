// Converts spectra to samples: AAC's inverse MDCT, windows and overlap-add (ISO/IEC 14496-3, 4.6.11).
import { float64At, sampleAt } from '../codecs/pcm.ts';

export const FRAME_LENGTH = 1024;
export const SHORT_LENGTH = 128;
/** Number of samples at each end of a frame that short windows don't cover. */
const FLAT_LENGTH = (FRAME_LENGTH - SHORT_LENGTH) / 2;

export const WINDOW_SEQUENCE = { long: 0, start: 1, short: 2, stop: 3 } as const;

const sineWindow = (length: number): Float32Array =>
  Float32Array.from({ length }, (_, index) => Math.sin(((index + 0.5) * Math.PI) / (2 * length)));

function besselWindow(length: number, alpha: number): Float32Array {
  const bessel = (place: number): number => {
    const square = (Math.PI * alpha) ** 2 * (1 - ((2 * place) / length - 1) ** 2);
    let sum = 1;
    let term = 1;
    for (let step = 1; step < 60; step += 1) {
      term *= square / 4 / (step * step);
      sum += term;
    }
    return sum;
  };
  const sums: number[] = [];
  let sum = 0;
  for (let place = 0; place <= length; place += 1) {
    sum += bessel(place);
    sums.push(sum);
  }
  return Float32Array.from({ length }, (_, index) => Math.sqrt((sums[index] ?? 0) / sum));
}

const RISING_WINDOWS = {
  long: [sineWindow(FRAME_LENGTH), besselWindow(FRAME_LENGTH, 4)],
  short: [sineWindow(SHORT_LENGTH), besselWindow(SHORT_LENGTH, 6)],
} as const;

const risingWindow = (kind: keyof typeof RISING_WINDOWS, shape: number): Float32Array =>
  RISING_WINDOWS[kind][shape === 1 ? 1 : 0];

class InverseTransform {
  readonly #lines: number;
  readonly #quarter: number;
  readonly #twiddles: Float64Array;
  readonly #turns: Float64Array;
  readonly #order: Uint16Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;

  constructor(lines: number) {
    const quarter = lines / 2;
    this.#lines = lines;
    this.#quarter = quarter;
    this.#twiddles = new Float64Array(lines);
    this.#turns = new Float64Array(quarter);
    for (let index = 0; index < quarter; index += 1) {
      const angle = (Math.PI * (index + 1 / 8)) / lines;
      this.#twiddles[2 * index] = Math.cos(angle);
      this.#twiddles[2 * index + 1] = Math.sin(angle);
    }
    for (let index = 0; index < quarter / 2; index += 1) {
      this.#turns[2 * index] = Math.cos((2 * Math.PI * index) / quarter);
      this.#turns[2 * index + 1] = Math.sin((2 * Math.PI * index) / quarter);
    }
    const bits = Math.log2(quarter);
    this.#order = Uint16Array.from({ length: quarter }, (_, index) => {
      let turned = 0;
      for (let bit = 0; bit < bits; bit += 1) turned |= ((index >> bit) & 1) << (bits - 1 - bit);
      return turned;
    });
    this.#re = new Float64Array(quarter);
    this.#im = new Float64Array(quarter);
  }

  /** @param output receives two samples per spectral line, starting at `outputStart` */
  apply(spectrum: Float32Array, from: number, output: Float32Array, outputStart: number): void {
    const lines = this.#lines;
    const quarter = this.#quarter;
    const re = this.#re;
    const im = this.#im;
    for (let index = 0; index < quarter; index += 1) {
      const even = sampleAt(spectrum, from + 2 * index);
      const odd = sampleAt(spectrum, from + lines - 1 - 2 * index);
      const cos = float64At(this.#twiddles, 2 * index);
      const sin = float64At(this.#twiddles, 2 * index + 1);
      const place = this.#order[index] ?? 0;
      re[place] = odd * cos - even * sin;
      im[place] = even * cos + odd * sin;
    }
    this.#transform();
    const scale = 1 / lines;
    for (let index = 0; index < quarter; index += 1) {
      const x = float64At(re, index);
      const y = float64At(im, index);
      const cos = float64At(this.#twiddles, 2 * index) * scale;
      const sin = float64At(this.#twiddles, 2 * index + 1) * scale;
      re[index] = x * cos - y * sin;
      im[index] = y * cos + x * sin;
    }
    const eighth = quarter / 2;
    for (let index = 0; index < eighth; index += 1) {
      const up = eighth + index;
      const down = eighth - 1 - index;
      output[outputStart + 2 * index] = float64At(im, up);
      output[outputStart + 2 * index + 1] = -float64At(re, down);
      output[outputStart + quarter + 2 * index] = float64At(re, index);
      output[outputStart + quarter + 2 * index + 1] = -float64At(im, quarter - 1 - index);
      output[outputStart + lines + 2 * index] = float64At(re, up);
      output[outputStart + lines + 2 * index + 1] = -float64At(im, down);
      output[outputStart + lines + quarter + 2 * index] = -float64At(im, index);
      output[outputStart + lines + quarter + 2 * index + 1] = float64At(re, quarter - 1 - index);
    }
  }

  /** In-place FFT of bit-reversed input, with a positive exponent in the twiddle factors. */
  #transform(): void {
    const size = this.#quarter;
    const re = this.#re;
    const im = this.#im;
    const turns = this.#turns;
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half) {
        for (let index = 0; index < half; index += 1) {
          const cos = float64At(turns, 2 * index * stride);
          const sin = float64At(turns, 2 * index * stride + 1);
          const one = start + index;
          const other = one + half;
          const x = float64At(re, other);
          const y = float64At(im, other);
          const turnedRe = x * cos - y * sin;
          const turnedIm = x * sin + y * cos;
          const oneRe = float64At(re, one);
          const oneIm = float64At(im, one);
          re[other] = oneRe - turnedRe;
          im[other] = oneIm - turnedIm;
          re[one] = oneRe + turnedRe;
          im[one] = oneIm + turnedIm;
        }
      }
    }
  }
}

const LONG_TRANSFORM = new InverseTransform(FRAME_LENGTH);
const SHORT_TRANSFORM = new InverseTransform(SHORT_LENGTH);

export class Filterbank {
  readonly #overlap = new Float32Array(FRAME_LENGTH);
  readonly #made = new Float32Array(2 * FRAME_LENGTH);
  readonly #shorts = new Float32Array(2 * SHORT_LENGTH);
  #formerShape = 0;

  /** @param output receives one frame of samples, with a full scale of 32768 */
  synthesizeFrame(spectrum: Float32Array, sequence: number, shape: number, output: Float32Array): void {
    const made = this.#made;
    if (sequence === WINDOW_SEQUENCE.short) this.#synthesizeShort(spectrum, shape);
    else {
      LONG_TRANSFORM.apply(spectrum, 0, made, 0);
      this.#windowStart(sequence);
      this.#windowEnd(sequence, shape);
    }
    for (let index = 0; index < FRAME_LENGTH; index += 1) {
      output[index] = sampleAt(this.#overlap, index) + sampleAt(made, index);
      this.#overlap[index] = sampleAt(made, FRAME_LENGTH + index);
    }
    this.#formerShape = shape;
  }

  #windowStart(sequence: number): void {
    const made = this.#made;
    if (sequence !== WINDOW_SEQUENCE.stop) {
      const rising = risingWindow('long', this.#formerShape);
      for (let index = 0; index < FRAME_LENGTH; index += 1)
        made[index] = sampleAt(made, index) * sampleAt(rising, index);
      return;
    }
    const rising = risingWindow('short', this.#formerShape);
    made.fill(0, 0, FLAT_LENGTH);
    for (let index = 0; index < SHORT_LENGTH; index += 1) {
      made[FLAT_LENGTH + index] = sampleAt(made, FLAT_LENGTH + index) * sampleAt(rising, index);
    }
  }

  #windowEnd(sequence: number, shape: number): void {
    const made = this.#made;
    const isStart = sequence === WINDOW_SEQUENCE.start;
    const rising = risingWindow(isStart ? 'short' : 'long', shape);
    const from = isStart ? FRAME_LENGTH + FLAT_LENGTH : FRAME_LENGTH;
    for (let index = 0; index < rising.length; index += 1) {
      made[from + index] = sampleAt(made, from + index) * sampleAt(rising, rising.length - 1 - index);
    }
    if (isStart) made.fill(0, from + SHORT_LENGTH);
  }

  #synthesizeShort(spectrum: Float32Array, shape: number): void {
    const made = this.#made;
    const window = this.#shorts;
    made.fill(0);
    for (let number = 0; number < 8; number += 1) {
      SHORT_TRANSFORM.apply(spectrum, number * SHORT_LENGTH, window, 0);
      const rising = risingWindow('short', number === 0 ? this.#formerShape : shape);
      const falling = risingWindow('short', shape);
      const from = FLAT_LENGTH + number * SHORT_LENGTH;
      for (let index = 0; index < SHORT_LENGTH; index += 1) {
        made[from + index] = sampleAt(made, from + index) + sampleAt(window, index) * sampleAt(rising, index);
        made[from + SHORT_LENGTH + index] =
          sampleAt(window, SHORT_LENGTH + index) * sampleAt(falling, SHORT_LENGTH - 1 - index);
      }
    }
  }
}
