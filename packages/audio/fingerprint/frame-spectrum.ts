/** Measures the power spectrum of windowed frames with a real FFT. */
export class FrameSpectrum {
  /** Number of samples of the FFT, a power of two. The frame is padded with zeros. */
  readonly size: number;
  readonly #window: Float64Array;
  readonly #half: HalfSizeTransform;

  /** @param frame samples per frame */
  constructor(frame: number) {
    this.size = 2 ** Math.ceil(Math.log2(Math.max(frame, 4)));
    this.#window = Float64Array.from(
      { length: frame },
      (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / Math.max(1, frame - 1)),
    );
    this.#half = new HalfSizeTransform(this.size / 2);
  }

  /** Writes the power of the bins from `from` (at least 1) to `to` (exclusive). */
  measure(samples: Float32Array, power: Float64Array, from: number, to: number): void {
    this.#half.load(samples, this.#window);
    this.#half.transform();
    this.#half.power(power, from, to);
  }
}

/** Transforms the even samples as the real part and the odd ones as the imaginary part. */
class HalfSizeTransform {
  readonly #size: number;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #reversed: Uint16Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;

  constructor(size: number) {
    this.#size = size;
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
    this.#reversed = Uint16Array.from({ length: size }, (_, index) => {
      let reversed = 0;
      for (let bit = 1; bit < size; bit *= 2) reversed = reversed * 2 + (index & bit ? 1 : 0);
      return reversed;
    });
    // Full-size tables, for both the butterflies and the separation of even and odd samples.
    this.#cosines = Float64Array.from({ length: size }, (_, k) => Math.cos((Math.PI * k) / size));
    this.#sines = Float64Array.from({ length: size }, (_, k) => -Math.sin((Math.PI * k) / size));
  }

  load(samples: Float32Array, window: Float64Array): void {
    const reversed = this.#reversed;
    const real = this.#real.fill(0);
    const imaginary = this.#imaginary.fill(0);
    // Indexing typed arrays with `as` instead of a function halves the time; all indexes are within their bounds.
    for (let index = 0; index < window.length; index += 2) {
      const place = reversed[index >> 1] as number;
      real[place] = (samples[index] as number) * (window[index] as number);
      imaginary[place] = (samples[index + 1] ?? 0) * (window[index + 1] ?? 0);
    }
  }

  /** In-place radix-2 FFT of values in bit-reversed order. */
  transform(): void {
    const size = this.#size;
    const real = this.#real;
    const imaginary = this.#imaginary;
    const cosines = this.#cosines;
    const sines = this.#sines;
    this.#transformFours();
    for (let length = 8; length <= size; length *= 2) {
      const half = length / 2;
      const step = (2 * size) / length;
      for (let start = 0; start < size; start += length) {
        const end = start + half;
        for (let upper = start, angle = 0; upper < end; upper += 1, angle += step) {
          const cosine = cosines[angle] as number;
          const sine = sines[angle] as number;
          const lower = upper + half;
          const lowerR = real[lower] as number;
          const lowerI = imaginary[lower] as number;
          const upperR = real[upper] as number;
          const upperI = imaginary[upper] as number;
          const r = lowerR * cosine - lowerI * sine;
          const i = lowerR * sine + lowerI * cosine;
          real[lower] = upperR - r;
          imaginary[lower] = upperI - i;
          real[upper] = upperR + r;
          imaginary[upper] = upperI + i;
        }
      }
    }
  }

  /** The first two stages, which need no multiplications. */
  #transformFours(): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    for (let a = 0; a < this.#size; a += 4) {
      const sumR = (real[a] as number) + (real[a + 1] as number);
      const sumI = (imaginary[a] as number) + (imaginary[a + 1] as number);
      const differenceR = (real[a] as number) - (real[a + 1] as number);
      const differenceI = (imaginary[a] as number) - (imaginary[a + 1] as number);
      const nextSumR = (real[a + 2] as number) + (real[a + 3] as number);
      const nextSumI = (imaginary[a + 2] as number) + (imaginary[a + 3] as number);
      const nextDifferenceR = (real[a + 2] as number) - (real[a + 3] as number);
      const nextDifferenceI = (imaginary[a + 2] as number) - (imaginary[a + 3] as number);
      real[a] = sumR + nextSumR;
      imaginary[a] = sumI + nextSumI;
      real[a + 1] = differenceR + nextDifferenceI;
      imaginary[a + 1] = differenceI - nextDifferenceR;
      real[a + 2] = sumR - nextSumR;
      imaginary[a + 2] = sumI - nextSumI;
      real[a + 3] = differenceR - nextDifferenceI;
      imaginary[a + 3] = differenceI + nextDifferenceR;
    }
  }

  power(power: Float64Array, from: number, to: number): void {
    const size = this.#size;
    const real = this.#real;
    const imaginary = this.#imaginary;
    const cosines = this.#cosines;
    const sines = this.#sines;
    for (let bin = from; bin < to; bin += 1) {
      const mirror = size - bin;
      const a = real[bin] as number;
      const b = imaginary[bin] as number;
      const c = real[mirror] as number;
      const d = imaginary[mirror] as number;
      const cosine = cosines[bin] as number;
      const sine = sines[bin] as number;
      // The spectra of the even and of the odd samples are half of (a + c, b - d) and (b + d, c - a).
      const r = a + c + cosine * (b + d) - sine * (c - a);
      const i = b - d + cosine * (c - a) + sine * (b + d);
      power[bin] = (r * r + i * i) / 4;
    }
  }
}
