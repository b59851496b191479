import { fstatSync, readSync } from 'node:fs';
import type { AudioBytes, ByteSource } from './bytes.ts';

/**
 * Audio in memory or in an open file. Any thread of the process may read the file; the caller that opened it closes it.
 */
export type AudioInput = Uint8Array | { readonly fd: number };

export const audioBytesOf = (input: AudioInput): AudioBytes =>
  input instanceof Uint8Array ? input : new FileSource(input.fd);

const WINDOW_BYTES = 1024 ** 2;

/** Reads a file synchronously through a buffer in memory. */
export class FileSource implements ByteSource {
  readonly #file: number;
  readonly #windowBytes: number;
  readonly length: number;
  #buffer = new Uint8Array(0);
  #from = 0;
  #count = 0;

  /** @param file an open file, which stays open @throws file system errors */
  constructor(file: number, windowBytes = WINDOW_BYTES) {
    this.#file = file;
    this.#windowBytes = windowBytes;
    this.length = fstatSync(file).size;
  }

  read(offset: number, count: number): Uint8Array {
    const from = Math.min(offset, this.length);
    const wanted = Math.min(count, this.length - from);
    if (from < this.#from || from + wanted > this.#from + this.#count) this.#read(from, wanted);
    return this.#buffer.subarray(from - this.#from, from - this.#from + wanted);
  }

  #read(from: number, minBytes: number): void {
    const count = Math.min(Math.max(minBytes, this.#windowBytes), this.length - from);
    // Allocate a new buffer each time, because decoders keep references to parts of the previous one.
    this.#buffer = new Uint8Array(count);
    this.#from = from;
    this.#count = 0;
    while (this.#count < count) {
      const read = readSync(this.#file, this.#buffer, this.#count, count - this.#count, from + this.#count);
      if (read === 0) throw new Error('The audio file was truncated while it was being read.');
      this.#count += read;
    }
  }
}
