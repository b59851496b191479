import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { writeAllSync } from '../../../node/files/durable-write.ts';
import { append } from '../../../shared/rules/lists.ts';
import type { Samples } from '../speech/turn-sound.ts';

export const SAMPLE_BYTES = 2;

/** A file of samples, written sequentially. All calls block, so use it only in worker threads. */
export class SampleFile {
  readonly #path: string;
  readonly #file: number;
  #length = 0;

  constructor(path: string, flags: 'w+' | 'r+') {
    this.#path = path;
    this.#file = openSync(path, flags, 0o600);
  }

  get length(): number {
    return this.#length;
  }

  /** Appends samples. @throws file system errors, after which nothing counts as written */
  write(samples: Int16Array): void {
    const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    writeAllSync(this.#file, bytes, this.#length * SAMPLE_BYTES);
    this.#length += samples.length;
  }

  /** Reads from a position until `samples` is full or the file ends, and returns how many samples were read. */
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

  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }
}

export interface FinishSource {
  readonly length: number;
  isSilent(): boolean;
  /** Yields all samples; can only be called once. Each piece is valid until the next one is requested. */
  pieces(): Iterable<Int16Array>;
}

const isSilence = (samples: Int16Array): boolean => samples.every((sample) => sample === 0);

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

/** Maximum samples kept in memory (24 s), so that most lines need no disk space. */
const MAX_IN_MEMORY = 2 ** 19;

const READ_CHUNK = 32_768;

export class SpokenSamples implements FinishSource {
  readonly #path: string;
  #held: Samples[] = [];
  #heldLength = 0;
  #rest: SampleFile | undefined;
  #isRestSilent = true;

  constructor(path: string) {
    this.#path = path;
  }

  get length(): number {
    return this.#heldLength + (this.#rest?.length ?? 0);
  }

  /** Writes pieces to disk if memory is full. Returns whether their memory can be reused. */
  add(pieces: readonly Samples[]): boolean {
    if (this.#rest === undefined && this.#heldLength < MAX_IN_MEMORY) {
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
    const samples: Samples = new Int16Array(READ_CHUNK);
    for (let position = 0; position < rest.length; position += READ_CHUNK) {
      yield samples.subarray(0, rest.read(samples, position));
    }
  }

  remove(): void {
    this.#rest?.remove();
    this.#rest = undefined;
  }
}
