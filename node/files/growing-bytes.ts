const FIRST_BYTES = 16 * 1024;

/** Bytes that come in pieces: a piece of one byte costs one byte, where a list of pieces would cost a hundred. */
export class GrowingBytes {
  readonly #firstBytes: number;
  #buffer = new Uint8Array(0);
  #length = 0;

  /** @param firstBytes room that is made when the first piece comes, such as all that is expected */
  constructor(firstBytes = FIRST_BYTES) {
    this.#firstBytes = firstBytes;
  }

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const needed = this.#length + piece.byteLength;
    if (needed > this.#buffer.byteLength) {
      const larger = new Uint8Array(Math.max(needed, this.#firstBytes, this.#buffer.byteLength * 2));
      larger.set(this.bytes());
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#length);
    this.#length = needed;
  }

  /** All of them, not copied: good until the next piece. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#buffer = new Uint8Array(0);
    this.#length = 0;
  }
}
