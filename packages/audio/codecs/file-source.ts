import { fstatSync, readSync } from 'node:fs';
import type { AudioBytes, ByteSource } from './bytes.ts';

/** All threads of a process share its open files; the caller that opened a file closes it. */
export type AudioAt = Uint8Array | { readonly fd: number };

export const audioBytesAt = (input: AudioAt): AudioBytes =>
  input instanceof Uint8Array ? input : new FileSource(input.fd);

const WINDOW_BYTES = 1024 ** 2;

/** Reads a file synchronously through a window in memory. */
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

  bytes(offset: number, count: number): Uint8Array {
    const from = Math.min(offset, this.length);
    const wanted = Math.min(count, this.length - from);
    if (from < this.#from || from + wanted > this.#from + this.#count) this.#read(from, wanted);
    return this.#buffer.subarray(from - this.#from, from - this.#from + wanted);
  }

  #read(from: number, minBytes: number): void {
    const count = Math.min(Math.max(minBytes, this.#windowBytes), this.length - from);
    // Allocate a new buffer each time, because decoders keep references to parts of the old one.
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
