// Streaming encoders, which need no more memory for long sounds than for short ones.

/** Encodes one sound. The concatenated output is a file with a header that leaves the length open. */
export interface AudioEncoder {
  /** Expected sample rate in Hz, which may differ from the requested one. */
  readonly sampleRate: number;
  /**
   * @param channels one array per channel, all of the same length; full scale is -1 to 1. May be reused afterwards
   * @returns bytes that are finished, possibly none
   */
  add(channels: readonly Float32Array[]): Uint8Array | Promise<Uint8Array>;
  end(): Uint8Array | Promise<Uint8Array>;
  /** Frees resources, whether finished or not. */
  close(): void;
}

/** An encoder for a file that is only read when complete, so that its header can be updated at the end. */
export interface FileEncoder extends AudioEncoder {
  /** Call after `end`. Returns bytes that replace the beginning of the file; none if nothing changes. */
  head(): Uint8Array;
}

export interface EncodedSound {
  /** Hz, 1000 to 192,000. */
  readonly sampleRate: number;
  /** 1 or more; at most 8 for FLAC. MP3 and Ogg mix more than two channels to mono. */
  readonly channels: number;
  /** Maximum number of samples per channel, if known; defaults to six hours. Matters for WAV files above 4 GiB. */
  readonly mostFrames?: number | undefined;
}
