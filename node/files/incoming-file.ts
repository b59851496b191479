// A file that arrives in pieces. It is kept in memory while it is small, as most files are, and on disk otherwise.
import { createHash, hash as hashOf, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAll } from './durable-write.ts';

export interface SpillFile {
  readonly handle: FileHandle;
  readonly path: string;
  remove(): Promise<void>;
  asError?(error: unknown): unknown;
}

/** Maximum size in bytes of a file that is kept in memory. A few dozen files can arrive at the same time. */
const MAX_IN_MEMORY = 4 * 1024 ** 2;

const DISCARDED_MESSAGE = 'The file was discarded.';

/** Callers must call `discard` when they no longer need the file, even after `settle`. */
export class IncomingFile {
  readonly #openSpill: () => Promise<SpillFile>;
  readonly #maxInMemory: number;
  readonly #memory: GrowingBytes;
  #spill: SpillFile | null = null;
  /** Hash of the content on disk. Content in memory is hashed on demand. */
  #hash = createHash('sha256');
  #length = 0;
  #isDiscarded = false;

  /** `openSpill` creates the file on disk when needed. `expectedBytes` is its final size in bytes, allocated in advance. */
  constructor(openSpill: () => Promise<SpillFile>, maxInMemory = MAX_IN_MEMORY, expectedBytes = 0) {
    this.#openSpill = openSpill;
    this.#maxInMemory = maxInMemory;
    this.#memory =
      expectedBytes > 0 && expectedBytes <= maxInMemory ? new GrowingBytes(expectedBytes) : new GrowingBytes();
  }

  get position(): number {
    return this.#length;
  }

  /** Valid until the next piece is written. */
  get at(): Uint8Array | { readonly fd: number } {
    return this.#spill ? { fd: this.#spill.handle.fd } : this.#memory.bytes();
  }

  get hash(): string {
    return this.#spill ? this.#hash.copy().digest('hex') : hashOf('sha256', this.#memory.bytes(), 'hex');
  }

  async write(piece: Uint8Array): Promise<void> {
    if (this.#isDiscarded) throw new Error(DISCARDED_MESSAGE);
    if (!this.#spill && this.#length + piece.byteLength <= this.#maxInMemory) this.#memory.add(piece);
    else await this.#writeToDisk(piece);
    this.#length += piece.byteLength;
  }

  /** Discards all bytes, because the file will be sent again from the start. */
  async restart(): Promise<void> {
    this.#hash = createHash('sha256');
    this.#length = 0;
    this.#memory.clear();
    await this.#spill?.handle.truncate(0).catch((error: unknown) => this.#fail(error));
  }

  /** Returns a copy of up to `count` bytes: fewer at the end, none after `discard`. */
  async read(offset: number, count: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(Math.max(0, Math.min(count, this.#length - offset)));
    if (this.#spill) await readInto(bytes, this.#spill.handle, offset);
    else bytes.set(this.#memory.bytes().subarray(offset, offset + bytes.byteLength));
    return bytes;
  }

  /**
   * Flushes the file on disk and passes its path to `take`, which can move the file. Throws if all bytes are in memory.
   */
  async settle(take: (path: string) => Promise<void>): Promise<void> {
    const spill = this.#spill;
    if (!spill) throw new Error('There is no file on disk: all bytes are in memory.');
    await spill.handle.sync();
    // Windows can't move open files.
    await spill.handle.close();
    await take(spill.path);
    this.#spill = null;
  }

  async discard(): Promise<void> {
    const spill = this.#spill;
    this.#spill = null;
    this.#isDiscarded = true;
    this.#length = 0;
    this.#memory.clear();
    await spill?.handle.close();
    // If the file can't be removed now, it is removed with other temporary files when the project is next opened.
    await spill?.remove().catch(() => {});
  }

  async #writeToDisk(piece: Uint8Array): Promise<void> {
    const isNew = this.#spill === null;
    this.#spill ??= await this.#openForWriting();
    const { handle } = this.#spill;
    let offset = isNew ? 0 : this.#length;
    for (const bytes of isNew ? [this.#memory.bytes(), piece] : [piece]) {
      this.#hash.update(bytes);
      await writeAll(handle, bytes, offset).catch((error: unknown) => this.#fail(error));
      offset += bytes.byteLength;
    }
    this.#memory.clear();
  }

  async #openForWriting(): Promise<SpillFile> {
    const spill = await this.#openSpill();
    if (!this.#isDiscarded) return spill;
    await spill.handle.close();
    await spill.remove().catch(() => {});
    throw new Error(DISCARDED_MESSAGE);
  }

  #fail(error: unknown): never {
    throw this.#spill?.asError?.(error) ?? error;
  }
}

async function readInto(bytes: Uint8Array, file: FileHandle, offset: number): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.byteLength - at, offset + at);
    if (bytesRead === 0) throw new Error('The file became shorter while it was read.');
    at += bytesRead;
  }
}

/** Creates a file that moves from memory to disk when it exceeds a few megabytes. Other users can't open it. */
export const createScratchFile = (maxInMemory?: number): IncomingFile => new IncomingFile(openScratch, maxInMemory);

async function openScratch(): Promise<SpillFile> {
  const path = join(tmpdir(), `lectern-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  // An unlinked file disappears when its process ends. On systems that can't unlink open files, `remove` deletes it.
  await unlink(path).catch(() => {});
  return { handle, path, remove: () => rm(path, { force: true }) };
}

const INITIAL_CAPACITY = 16 * 1024;

/** A growing byte buffer. Unlike a list of chunks, it has no overhead for many small pieces. */
export class GrowingBytes {
  readonly #initialCapacity: number;
  #buffer = new Uint8Array(0);
  #length = 0;

  constructor(capacity = INITIAL_CAPACITY) {
    this.#initialCapacity = capacity;
  }

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const needed = this.#length + piece.byteLength;
    if (needed > this.#buffer.byteLength) {
      const larger = new Uint8Array(Math.max(needed, this.#initialCapacity, this.#buffer.byteLength * 2));
      larger.set(this.bytes());
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#length);
    this.#length = needed;
  }

  /** Returns all bytes without copying; valid until the next piece. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#buffer = new Uint8Array(0);
    this.#length = 0;
  }
}
