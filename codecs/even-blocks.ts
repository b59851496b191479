// Samples in blocks of one length, whatever the pieces in which they arrive.
import { at } from '../shared/rules/at.ts';

/** Regroups samples of all channels in blocks of `size`. */
export class EvenBlocks {
  readonly #size: number;
  #block: Float32Array[] = [];
  #filled = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** The blocks that become full. The caller may keep them. */
  *add(channels: readonly Float32Array[]): Generator<Float32Array[]> {
    const length = channels[0]?.length ?? 0;
    for (let from = 0; from < length; ) {
      if (this.#filled === 0) this.#block = channels.map(() => new Float32Array(this.#size));
      const count = Math.min(length - from, this.#size - this.#filled);
      for (const [index, block] of this.#block.entries()) {
        block.set(at(channels, index).subarray(from, from + count), this.#filled);
      }
      this.#filled += count;
      from += count;
      if (this.#filled < this.#size) return;
      yield this.#block;
      this.#filled = 0;
    }
  }

  /** The rest, shorter than a block; no channels where there is none. */
  end(): Float32Array[] {
    return this.#filled === 0 ? [] : this.#block.map((block) => block.subarray(0, this.#filled));
  }
}
