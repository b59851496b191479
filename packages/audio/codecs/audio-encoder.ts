/** Encodes one sound. The concatenated output is a file with a header that leaves the length open. */
export interface AudioEncoder {
  /** Expected sample rate in Hz, which may differ from the requested one. */
  readonly sampleRate: number;
  /** @param channels of the same length, full scale -1 to 1; may be reused afterwards */
  add(channels: readonly Float32Array[]): Uint8Array | Promise<Uint8Array>;
  end(): Uint8Array | Promise<Uint8Array>;
  close(): void;
}

/** An encoder for a file that is only read when complete, so that its header can be updated at the end. */
export interface FileEncoder extends AudioEncoder {
  /** Call after `end`. Returns bytes that replace the beginning of the file; none if nothing changes. */
  head(): Uint8Array;
}

export interface EncodedSound {
  readonly sampleRate: number;
  readonly channels: number;
  /** Maximum number of samples per channel, if known; defaults to six hours. Matters for WAV files above 4 GiB. */
  readonly mostFrames?: number | undefined;
}
