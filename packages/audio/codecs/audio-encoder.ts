/** Encodes audio. The concatenated output is a file whose header doesn't state the audio's length. */
export interface AudioEncoder {
  /** Expected sample rate in Hz, which may differ from the requested one. */
  readonly sampleRate: number;
  /** @param channels samples from -1 to 1, in arrays of equal length that may be reused afterwards */
  add(channels: readonly Float32Array[]): Uint8Array | Promise<Uint8Array>;
  end(): Uint8Array | Promise<Uint8Array>;
  close(): void;
}

/** An encoder that can rewrite the file's header at the end, because nothing reads the file until it is complete. */
export interface FileEncoder extends AudioEncoder {
  /** Returns bytes that replace the start of the file, if any. Call it after `end`. */
  header(): Uint8Array;
}

export interface EncoderInput {
  readonly sampleRate: number;
  readonly channels: number;
  /** Maximum number of samples per channel, if known; defaults to six hours. Only matters for WAV files above 4 GiB. */
  readonly maxFrames?: number | undefined;
}
