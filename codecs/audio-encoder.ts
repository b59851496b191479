// Encoders that take sound in pieces, so that a long sound needs no more memory than a short one.

/** Encodes one sound. Its bytes, one after the other, are a file of the format whose head leaves the length open. */
export interface AudioEncoder {
  /** Hz of the samples that it takes, which may be another rate than the one asked for. */
  readonly sampleRate: number;
  /**
   * @param channels one array a channel, all of the same length; full scale is -1 to 1. The caller may reuse them afterwards
   * @returns bytes that are ready, maybe none
   */
  add(channels: readonly Float32Array[]): Uint8Array | Promise<Uint8Array>;
  /** @returns the last bytes */
  end(): Uint8Array | Promise<Uint8Array>;
  /** Frees what it holds, at its end or before. */
  close(): void;
}

/** The same for a file that is read only once it is whole, so that its head can hold what is known at the end. */
export interface FileEncoder extends AudioEncoder {
  /** After `end`: bytes that replace the first bytes of the file; none where nothing changes. */
  head(): Uint8Array;
}

/** What to encode. */
export interface EncodedSound {
  /** Hz, 1000 to 192,000. */
  readonly sampleRate: number;
  /** Channels of the sound, 1 or more; FLAC has at most 8. MP3 and Ogg mix more than two to one. */
  readonly channels: number;
  /** The most samples of each channel that there will be, where that is known; otherwise six hours. WAV files depend on it above 4 GiB. */
  readonly mostFrames?: number | undefined;
}
