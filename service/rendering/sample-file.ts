// Samples that wait on the disk, so that the longest sound takes little memory. All calls block: for worker threads.
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import type { Samples } from '../speech/sample-blocks.ts';

/** Bytes of a sample, in the byte order of this machine: no other machine reads the file. */
export const SAMPLE_BYTES = 2;

/** A file of samples that is written from its start to its end, and read again. */
export class SampleFile {
  readonly #path: string;
  readonly #file: number;
  #length = 0;

  /**
   * @param path what is there is overwritten
   * @param flags 'w+' makes it; 'r+' takes one that was made, and fails where it is gone
   */
  constructor(path: string, flags: 'w+' | 'r+') {
    this.#path = path;
    this.#file = openSync(path, flags, 0o600);
  }

  /** Samples that were written. */
  get length(): number {
    return this.#length;
  }

  /** @throws what the operating system says; nothing of the samples is counted then */
  write(samples: Int16Array): void {
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    const start = this.#length * SAMPLE_BYTES;
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at, bytes.length - at, start + at);
    this.#length += samples.length;
  }

  /** Fills `samples` from a place on; what is behind the end is left as it is. @returns how many there were */
  read(samples: Samples, place: number): number {
    const count = Math.min(samples.length, this.#length - place);
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, count * SAMPLE_BYTES);
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(this.#file, bytes, at, bytes.length - at, place * SAMPLE_BYTES + at);
      if (read === 0) throw new Error('A file of samples is cut short.');
      at += read;
    }
    return count;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Closes it, and nothing is left of it. */
  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }
}
