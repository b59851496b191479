/** Samples per analysis window. */
export const SPECTRUM_WINDOW = 512;

const HALF_WINDOW = SPECTRUM_WINDOW / 2;
const COSINES = Float64Array.from({ length: HALF_WINDOW }, (_, step) =>
  Math.cos((-2 * Math.PI * step) / SPECTRUM_WINDOW),
);
const SINES = Float64Array.from({ length: HALF_WINDOW }, (_, step) =>
  Math.sin((-2 * Math.PI * step) / SPECTRUM_WINDOW),
);
const HANN = Float64Array.from(
  { length: SPECTRUM_WINDOW },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / SPECTRUM_WINDOW),
);

const BIT_REVERSED = Uint16Array.from({ length: SPECTRUM_WINDOW }, (_, index) => {
  let turned = 0;
  for (let bit = 1; bit < SPECTRUM_WINDOW; bit *= 2) turned = turned * 2 + (Math.floor(index / bit) % 2);
  return turned;
});

/**
 * Throws if the index is out of range. Not shared between modules, because a function used with more array types is
 * slower.
 */
function numberAt(list: Float64Array | Float32Array, index: number): number {
  const value = list[index];
  if (value === undefined) throw new RangeError(`There is no number ${index} among ${list.length}.`);
  return value;
}

/** Converts a frequency in Hz to critical bands (Bark), after Zwicker and Terhardt. */
const bark = (hertz: number): number => 13 * Math.atan(0.00076 * hertz) + 3.5 * Math.atan((hertz / 7500) ** 2);

/** Only bands from 200 Hz to 3.4 kHz, which telephones transmit, so that all recordings are comparable. */
const FIRST_BAND = 2;
export const BANDS = 14;

/** Width of a tone's main lobe in FFT bins. */
const MAIN_LOBE_BINS = 4;

export class Spectrum {
  readonly #bandOf: Int16Array;
  readonly #sums = new Float64Array(BANDS);
  readonly #sampleRate: number;
  #all = 0;
  #above = 0;
  readonly #real = new Float64Array(SPECTRUM_WINDOW);
  readonly #imaginary = new Float64Array(SPECTRUM_WINDOW);

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#bandOf = Int16Array.from({ length: HALF_WINDOW }, (_, k) => {
      const band = Math.floor(bark((k * sampleRate) / SPECTRUM_WINDOW)) - FIRST_BAND;
      return band >= 0 && band < BANDS ? band : -1;
    });
  }

  add(samples: Float32Array, start: number, pitch: number): void {
    const tone = (pitch * SPECTRUM_WINDOW) / this.#sampleRate;
    const overtones = Math.max(1.5 * tone, tone + MAIN_LOBE_BINS);
    for (const [index, position] of BIT_REVERSED.entries()) {
      this.#real[position] = numberAt(samples, start + index) * numberAt(HANN, index);
      this.#imaginary[position] = 0;
    }
    for (let half = 1; half < SPECTRUM_WINDOW; half *= 2) this.#combine(half);
    for (const [k, band] of this.#bandOf.entries()) {
      const power = numberAt(this.#real, k) ** 2 + numberAt(this.#imaginary, k) ** 2;
      if (band >= 0) this.#sums[band] = numberAt(this.#sums, band) + power;
      this.#all += power;
      if (k >= overtones) this.#above += power;
    }
  }

  overtoneShare(): number {
    return this.#all === 0 ? 0 : this.#above / this.#all;
  }

  /** Returns the level of each band in dB relative to the mean of all bands. */
  bandLevels(): number[] {
    const levels = [...this.#sums].map((sum) => 10 * Math.log10(sum + 1e-9));
    const mean = levels.reduce((sum, level) => sum + level, 0) / BANDS;
    return levels.map((level) => level - mean);
  }

  #combine(half: number): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    for (let index = 0; index < SPECTRUM_WINDOW; index += 1) {
      if ((index & half) !== 0) continue;
      const other = index + half;
      const step = ((index % half) * HALF_WINDOW) / half;
      const cos = numberAt(COSINES, step);
      const sin = numberAt(SINES, step);
      const otherReal = numberAt(real, other) * cos - numberAt(imaginary, other) * sin;
      const otherImaginary = numberAt(real, other) * sin + numberAt(imaginary, other) * cos;
      real[other] = numberAt(real, index) - otherReal;
      imaginary[other] = numberAt(imaginary, index) - otherImaginary;
      real[index] = numberAt(real, index) + otherReal;
      imaginary[index] = numberAt(imaginary, index) + otherImaginary;
    }
  }
}
