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

  /** Writes the power of the bins from `from` up to, but not including, `to`. */
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
    // Of the full size, for both the butterflies and the separation of even and odd samples.
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
    const [size, real, imaginary, cosines, sines] = [
      this.#size,
      this.#real,
      this.#imaginary,
      this.#cosines,
      this.#sines,
    ];
    for (let length = 2; length <= size; length *= 2) {
      const half = length / 2;
      const step = (2 * size) / length;
      for (let start = 0; start < size; start += length) {
        for (let k = 0; k < half; k += 1) {
          const cosine = cosines[k * step] as number;
          const sine = sines[k * step] as number;
          const upper = start + k;
          const lower = upper + half;
          const r = (real[lower] as number) * cosine - (imaginary[lower] as number) * sine;
          const i = (real[lower] as number) * sine + (imaginary[lower] as number) * cosine;
          real[lower] = (real[upper] as number) - r;
          imaginary[lower] = (imaginary[upper] as number) - i;
          real[upper] = (real[upper] as number) + r;
          imaginary[upper] = (imaginary[upper] as number) + i;
        }
      }
    }
  }

  power(power: Float64Array, from: number, to: number): void {
    const [size, real, imaginary] = [this.#size, this.#real, this.#imaginary];
    for (let bin = from; bin < to; bin += 1) {
      const mirror = (size - bin) & (size - 1);
      const a = real[bin] as number;
      const b = imaginary[bin] as number;
      const c = real[mirror] as number;
      const d = imaginary[mirror] as number;
      const cosine = this.#cosines[bin] as number;
      const sine = this.#sines[bin] as number;
      // The spectra of the even and of the odd samples, each times two.
      const [evenR, evenI, oddR, oddI] = [a + c, b - d, b + d, c - a];
      const r = (evenR + cosine * oddR - sine * oddI) / 2;
      const i = (evenI + cosine * oddI + sine * oddR) / 2;
      power[bin] = r * r + i * i;
    }
  }
}
