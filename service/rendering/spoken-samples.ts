// Samples that are to become a file, all of which must be there before its first byte is made.

import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { writeAllSync } from '../../node/files/durable-write.ts';
import { append } from '../../shared/rules/lists.ts';
import type { Samples } from '../speech/turn-sound.ts';

// Samples that wait on the disk, so that the longest sound takes little memory. All calls block: for worker threads.

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
    writeAllSync(this.#file, bytes, this.#length * SAMPLE_BYTES);
    this.#length += samples.length;
  }

  /** Fills `samples` from a place on; what is behind the end is left as it is. @returns how many there were */
  read(samples: Samples, position: number): number {
    const count = Math.min(samples.length, this.#length - position);
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, count * SAMPLE_BYTES);
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(this.#file, bytes, at, bytes.length - at, position * SAMPLE_BYTES + at);
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

/** Samples of one channel, in order. */
export interface FinishSource {
  /** Samples in all. */
  readonly length: number;
  /** Whether there is nothing to hear in them. */
  isSilent(): boolean;
  /** All of them, once: each piece is good until the next is asked for, and let go of then. */
  pieces(): Iterable<Int16Array>;
}

const isSilence = (samples: Int16Array): boolean => samples.every((sample) => sample === 0);

/** Pieces in memory. They are used up. */
export class MemorySamples implements FinishSource {
  readonly length: number;
  readonly #parts: Int16Array[];

  constructor(parts: Int16Array[]) {
    this.#parts = parts;
    this.length = parts.reduce((length, part) => length + part.length, 0);
  }

  isSilent(): boolean {
    return this.#parts.every(isSilence);
  }

  *pieces(): Generator<Int16Array> {
    for (let part = this.#parts.shift(); part !== undefined; part = this.#parts.shift()) yield part;
  }
}

/** Samples that are held in memory at most (24 s): most lines of a script never touch the disk before their file does. */
const MOST_HELD = 2 ** 19;

/** Samples that are read from the disk at once. */
const READ_AT_ONCE = 32_768;

/** What is spoken until it becomes a file: the beginning in memory, the rest on the disk. */
export class SpokenSamples implements FinishSource {
  readonly #path: string;
  #held: Samples[] = [];
  #heldLength = 0;
  #rest: SampleFile | undefined;
  #isRestSilent = true;

  /** @param path of the file for what is not held; what is there is overwritten */
  constructor(path: string) {
    this.#path = path;
  }

  get length(): number {
    return this.#heldLength + (this.#rest?.length ?? 0);
  }

  /** @returns whether the memory of the pieces may be used for others: they are on the disk */
  add(pieces: readonly Samples[]): boolean {
    if (this.#rest === undefined && this.#heldLength < MOST_HELD) {
      append(this.#held, pieces);
      this.#heldLength += pieces.reduce((length, piece) => length + piece.length, 0);
      return false;
    }
    this.#rest ??= new SampleFile(this.#path, 'w+');
    for (const piece of pieces) {
      this.#rest.write(piece);
      this.#isRestSilent &&= isSilence(piece);
    }
    return true;
  }

  isSilent(): boolean {
    return this.#isRestSilent && this.#held.every(isSilence);
  }

  *pieces(): Generator<Int16Array> {
    yield* new MemorySamples(this.#held).pieces();
    const rest = this.#rest;
    if (rest === undefined) return;
    const samples: Samples = new Int16Array(READ_AT_ONCE);
    for (let position = 0; position < rest.length; position += READ_AT_ONCE) {
      yield samples.subarray(0, rest.read(samples, position));
    }
  }

  /** Nothing is left of it on the disk. */
  remove(): void {
    this.#rest?.remove();
    this.#rest = undefined;
  }
}
