import { type FftLibrary, MIN_FFT_SIZE, type RealFft } from '../fft/real-fft.ts';

/** Measures the power spectrum of windowed frames. */
export class FrameSpectrum {
  readonly #window: Float64Array;
  readonly #fft: RealFft;

  /** @param frame samples per frame */
  constructor(fft: FftLibrary, frame: number) {
    this.#fft = fft.realFft(2 ** Math.ceil(Math.log2(Math.max(frame, MIN_FFT_SIZE))));
    this.#window = Float64Array.from(
      { length: frame },
      (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / Math.max(1, frame - 1)),
    );
  }

  /** Number of samples of the FFT, a power of two. The frame is padded with zeros. */
  get size(): number {
    return this.#fft.size;
  }

  /** Writes the power of the bins from `from` (at least 1) to `to` (exclusive). */
  measure(frame: Float32Array, power: Float64Array, from: number, to: number): void {
    const window = this.#window;
    const { samples, spectrum } = this.#fft;
    // Indexing typed arrays with `as` instead of a function halves the time; all indexes are within their bounds.
    for (let index = 0; index < window.length; index += 1) {
      samples[index] = (frame[index] as number) * (window[index] as number);
    }
    samples.fill(0, window.length);
    this.#fft.forward();
    for (let bin = from; bin < to; bin += 1) {
      const real = spectrum[2 * bin] as number;
      const imaginary = spectrum[2 * bin + 1] as number;
      power[bin] = real * real + imaginary * imaginary;
    }
  }
}
