// Samples in blocks of one length, whatever the pieces in which they come.

/** Gives samples again in blocks of `size`. */
export class EvenBlocks {
  readonly #size: number;
  #block: Float32Array;
  #filled = 0;

  constructor(size: number) {
    this.#size = size;
    this.#block = new Float32Array(size);
  }

  /** The blocks that are full with these. Each is its taker's. */
  *add(samples: Float32Array): Generator<Float32Array> {
    for (let from = 0; from < samples.length; ) {
      const piece = samples.subarray(from, from + this.#size - this.#filled);
      this.#block.set(piece, this.#filled);
      this.#filled += piece.length;
      from += piece.length;
      if (this.#filled < this.#size) return;
      yield this.#block;
      this.#block = new Float32Array(this.#size);
      this.#filled = 0;
    }
  }

  /** What is left: less than a block, maybe nothing. */
  end(): Float32Array {
    return this.#block.subarray(0, this.#filled);
  }
}
