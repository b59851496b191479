/** In-place radix-2 FFT. */
export class FourierTransform {
  readonly size: number;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #reversed: Uint32Array;

  /** @param size a power of two */
  constructor(size: number) {
    this.size = size;
    this.#cosines = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
    this.#sines = Float64Array.from({ length: size / 2 }, (_, k) => -Math.sin((2 * Math.PI * k) / size));
    this.#reversed = Uint32Array.from({ length: size }, (_, index) => {
      let reversed = 0;
      for (let bit = 1; bit < size; bit *= 2) reversed = reversed * 2 + (index & bit ? 1 : 0);
      return reversed;
    });
  }

  forward(real: Float64Array, imaginary: Float64Array): void {
    // Indexing typed arrays with `as` instead of a function halves the time; all indexes are below the size.
    const { size } = this;
    const reversed = this.#reversed;
    for (let index = 0; index < size; index += 1) {
      const other = reversed[index] as number;
      if (other <= index) continue;
      const r = real[index] as number;
      const i = imaginary[index] as number;
      real[index] = real[other] as number;
      imaginary[index] = imaginary[other] as number;
      real[other] = r;
      imaginary[other] = i;
    }
    for (let half = 1, step = size / 2; half < size; half *= 2, step /= 2) {
      for (let k = 0; k < half; k += 1) this.#combine(real, imaginary, half, k, k * step);
    }
  }

  /** Calculates the inverse transform, including the division by the size. */
  inverse(real: Float64Array, imaginary: Float64Array): void {
    // Exchanging the real and imaginary parts conjugates the exponents.
    this.forward(imaginary, real);
    const { size } = this;
    for (let index = 0; index < size; index += 1) {
      real[index] = (real[index] as number) / size;
      imaginary[index] = (imaginary[index] as number) / size;
    }
  }

  #combine(real: Float64Array, imaginary: Float64Array, half: number, k: number, turn: number): void {
    const cosine = this.#cosines[turn] as number;
    const sine = this.#sines[turn] as number;
    const { size } = this;
    for (let upper = k; upper < size; upper += 2 * half) {
      const lower = upper + half;
      const lowerReal = real[lower] as number;
      const lowerImaginary = imaginary[lower] as number;
      const r = lowerReal * cosine - lowerImaginary * sine;
      const i = lowerReal * sine + lowerImaginary * cosine;
      const upperReal = real[upper] as number;
      const upperImaginary = imaginary[upper] as number;
      real[lower] = upperReal - r;
      imaginary[lower] = upperImaginary - i;
      real[upper] = upperReal + r;
      imaginary[upper] = upperImaginary + i;
    }
  }
}
