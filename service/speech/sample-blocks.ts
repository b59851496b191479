// Memory for sound that is used again and again: new blocks for each text, collected after it, would cost a thread
// about a twentieth of its time.

/** 16 bits each, one channel. */
export type Samples = Int16Array<ArrayBuffer>;

/** Samples of a block (0.7 s): few enough to waste little on a short text, enough that a text needs few blocks. */
export const BLOCK_SAMPLES = 16_384;

/** Blocks that are kept: 2 MiB, enough for most lines of a script. A longer text's others are let go of. */
const MOST_KEPT = 64;

/** Blocks of samples for one who works on one sound at a time. */
export class SampleBlocks {
  readonly #free: Samples[] = [];
  /** Those that were given, by their memory. */
  readonly #given = new Map<ArrayBuffer, Samples>();

  /** A block with anything in it. */
  take(): Samples {
    const block = this.#free.pop() ?? new Int16Array(BLOCK_SAMPLES);
    if (this.#given.size < MOST_KEPT) this.#given.set(block.buffer, block);
    return block;
  }

  /** Takes back pieces that are no longer needed: each is all that was used of its block, or is not from a block. */
  giveBack(pieces: readonly Samples[]): void {
    for (const { buffer } of pieces) {
      const block = this.#given.get(buffer);
      if (block !== undefined && this.#given.delete(buffer)) this.#free.push(block);
    }
  }

  /** Takes back what was given so far, to give it again. */
  reuse(): void {
    this.#free.push(...this.#given.values());
    this.#given.clear();
    this.#free.splice(MOST_KEPT);
  }
}
