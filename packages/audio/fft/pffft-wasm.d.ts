declare module '@echogarden/pffft-wasm/simd' {
  /** See `pffft.h` in the package. Addresses are in bytes. */
  export interface Pffft {
    /** The entire memory. It is replaced when the memory grows. */
    readonly HEAPF32: Float32Array;
    /** @param kind 0 for real transforms */
    _pffft_new_setup(size: number, kind: number): number;
    _pffft_aligned_malloc(bytes: number): number;
    /** Writes the bins in their natural order. @param direction 0 for forward, 1 for backward */
    _pffft_transform_ordered(setup: number, input: number, output: number, work: number, direction: number): void;
  }

  export default function load(): Promise<Pffft>;
}
