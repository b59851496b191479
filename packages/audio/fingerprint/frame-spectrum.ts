import { applyWindow } from '../fft/apply-window.ts';
import { type FftLibrary, MIN_FFT_SIZE, type RealFft } from '../fft/real-fft.ts';

/** Measures the power of frequency bands in windowed frames. */
export class FrameSpectrum {
  readonly #window: Float32Array;
  readonly #fft: RealFft;

  /** @param frame samples per frame */
  constructor(fft: FftLibrary, frame: number) {
    this.#fft = fft.realFft(2 ** Math.ceil(Math.log2(Math.max(frame, MIN_FFT_SIZE))));
    this.#window = Float32Array.from(
      { length: frame },
      (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / Math.max(1, frame - 1)),
    );
  }

  /** Number of samples of the FFT, a power of two. The frame is padded with zeros. */
  get size(): number {
    return this.#fft.size;
  }

  /**
   * Writes the power of adjacent bands: the band `n` has the bins from `edges[n]` (at least 1) to `edges[n + 1]`
   * (exclusive).
   */
  measure(frame: Float32Array, edges: Int32Array, powers: Float64Array): void {
    const { samples, spectrum } = this.#fft;
    applyWindow(frame, this.#window, samples);
    samples.fill(0, this.#window.length);
    this.#fft.forward();
    // Indexing typed arrays with `as` instead of a function halves the time; all indexes are within their bounds.
    for (let band = 0; band < powers.length; band += 1) {
      const end = 2 * (edges[band + 1] as number);
      let power = 0;
      for (let index = 2 * (edges[band] as number); index < end; index += 2) {
        const real = spectrum[index] as number;
        const imaginary = spectrum[index + 1] as number;
        power += real * real + imaginary * imaginary;
      }
      powers[band] = power;
    }
  }
}
