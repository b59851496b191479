import type { FileHandle } from 'node:fs/promises';
import { ProvenanceError } from '../provenance-error.ts';

/** Reads ranges of an open file. */
export class SourceFile {
  readonly #file: FileHandle;
  readonly #signal: AbortSignal | undefined;
  readonly size: number;

  private constructor(file: FileHandle, size: number, signal: AbortSignal | undefined) {
    this.#file = file;
    this.size = size;
    this.#signal = signal;
  }

  /**
   * @param file an open file, which the caller closes
   * @param signal aborts reading; its reason is thrown
   */
  static async of(file: FileHandle, signal?: AbortSignal): Promise<SourceFile> {
    return new SourceFile(file, (await file.stat()).size, signal);
  }

  get all(): FileRange {
    return { start: 0, end: this.size };
  }

  /** Returns up to `count` bytes, fewer at the end of the file. */
  async read(start: number, count: number): Promise<Buffer> {
    const bytes = Buffer.alloc(Math.max(0, Math.min(count, this.size - start)));
    for (let at = 0; at < bytes.length; ) {
      this.#signal?.throwIfAborted();
      const { bytesRead } = await this.#file.read(bytes, at, bytes.length - at, start + at);
      if (bytesRead === 0) return bytes.subarray(0, at);
      at += bytesRead;
    }
    return bytes;
  }

  /** @throws ProvenanceError `damaged` if the file ends early */
  async readExactly(start: number, count: number): Promise<Buffer> {
    const bytes = await this.read(start, count);
    if (bytes.length < count) throw new ProvenanceError({ kind: 'damaged' });
    return bytes;
  }

  /** Yields a range in chunks, each valid until the next. @throws ProvenanceError `damaged` if the file ends early */
  async *chunks({ start, end }: FileRange): AsyncGenerator<Buffer> {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, end - start));
    for (let at = start; at < end; ) {
      this.#signal?.throwIfAborted();
      const { bytesRead } = await this.#file.read(chunk, 0, Math.min(chunk.length, end - at), at);
      if (bytesRead === 0) throw new ProvenanceError({ kind: 'damaged' });
      yield chunk.subarray(0, bytesRead);
      at += bytesRead;
    }
  }
}

const CHUNK_BYTES = 1024 ** 2;

/** Byte range; `end` is exclusive. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}
