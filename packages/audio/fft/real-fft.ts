/// <reference path="./pffft-wasm.d.ts" />
import load, { type Pffft } from '@echogarden/pffft-wasm/simd';

export const MIN_FFT_SIZE = 32;

const REAL = 0;
const FORWARD = 0;
const BACKWARD = 1;

/** Fourier transforms of real samples. */
export class FftLibrary {
  readonly #pffft: Pffft;
  readonly #bySize = new Map<number, RealFft>();

  constructor(pffft: Pffft) {
    this.#pffft = pffft;
  }

  /**
   * Returns the transform of a size. All users of a size share its buffers.
   * @param size a power of two, at least `MIN_FFT_SIZE`
   */
  realFft(size: number): RealFft {
    const known = this.#bySize.get(size);
    if (known) return known;
    const created = new RealFft(this.#pffft, size);
    this.#bySize.set(size, created);
    return created;
  }
}

let loading: Promise<FftLibrary> | undefined;

export const loadFft = (): Promise<FftLibrary> => (loading ??= load().then((pffft) => new FftLibrary(pffft)));

/** Transforms between its two buffers. What they contain is only certain until the next user of the same size. */
export class RealFft {
  readonly size: number;
  readonly #pffft: Pffft;
  readonly #setup: number;
  readonly #samples: number;
  readonly #spectrum: number;
  readonly #work: number;

  /** @throws RangeError if the size isn't a power of two, at least `MIN_FFT_SIZE` */
  constructor(pffft: Pffft, size: number) {
    if (size < MIN_FFT_SIZE || !Number.isInteger(Math.log2(size))) {
      throw new RangeError(`${size} isn't a power of two, at least ${MIN_FFT_SIZE}.`);
    }
    this.size = size;
    this.#pffft = pffft;
    this.#setup = pffft._pffft_new_setup(size, REAL);
    this.#samples = this.#allocate();
    this.#spectrum = this.#allocate();
    this.#work = this.#allocate();
  }

  /** Valid until another transform is created, which can move the memory. */
  get samples(): Float32Array {
    return this.#view(this.#samples);
  }

  /**
   * The real parts of the first and the last bin, and then the real and imaginary parts of the bins between them. Valid until
   * another transform is created.
   */
  get spectrum(): Float32Array {
    return this.#view(this.#spectrum);
  }

  /** Calculates `spectrum` from `samples`. */
  forward(): void {
    this.#pffft._pffft_transform_ordered(this.#setup, this.#samples, this.#spectrum, this.#work, FORWARD);
  }

  /** Calculates `samples` from `spectrum`, multiplied by the size. */
  inverse(): void {
    this.#pffft._pffft_transform_ordered(this.#setup, this.#spectrum, this.#samples, this.#work, BACKWARD);
  }

  #allocate(): number {
    return this.#pffft._pffft_aligned_malloc(this.size * Float32Array.BYTES_PER_ELEMENT);
  }

  #view(address: number): Float32Array {
    return new Float32Array(this.#pffft.HEAPF32.buffer, address, this.size);
  }
}
