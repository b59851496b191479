// Audio files that leave while they are made: their length is not known when they begin.

/** An encoder of one sound of one channel. Its bytes, one after the other, are a file of the format. */
export interface AudioEncoder {
  /** Hz of the samples that it is given. */
  readonly sampleRate: number;
  /** @returns bytes that can leave, maybe none */
  add(samples: Float32Array): Uint8Array | Promise<Uint8Array>;
  /** @returns the last bytes */
  end(): Uint8Array | Promise<Uint8Array>;
  /** Frees what it holds, at its end or before. */
  close(): void;
}

/** The same for a file that waits until it is whole, so that its head can tell what is only known at its end. */
export interface FileEncoder extends AudioEncoder {
  /** After `end`: what takes the place of as many bytes at the start of the file; none where nothing changes. */
  head(): Uint8Array;
}
