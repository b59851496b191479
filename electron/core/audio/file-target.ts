import { ftruncateSync } from 'node:fs';
import type { AudioTarget } from '@lectern/audio';
import { writeAllSync } from '../../../node/files/durable-write.ts';
import { errorCode, FileWriteError } from '../../../node/files/file-errors.ts';

/** Writes converted audio synchronously to an open file, which the caller keeps open. */
export class FileTarget implements AudioTarget {
  readonly #file: number;
  readonly #prefix: Uint8Array;
  #length = 0;

  /** @param prefix bytes at the beginning of the file, before the audio */
  constructor(file: number, prefix: Uint8Array = new Uint8Array(0)) {
    this.#file = file;
    this.#prefix = prefix;
  }

  /** @throws FileWriteError */
  write(bytes: Uint8Array): void {
    if (this.#length === 0) this.#writeAt(this.#prefix, 0);
    this.#writeAt(bytes, this.#prefix.length + this.#length);
    this.#length += bytes.length;
  }

  /** @throws FileWriteError */
  writeStart(bytes: Uint8Array): void {
    this.#writeAt(bytes, this.#prefix.length);
  }

  /**
   * Truncates the file so that it can be written again.
   *
   * @throws FileWriteError
   */
  restart(): void {
    this.#failing(() => ftruncateSync(this.#file, 0));
    this.#length = 0;
  }

  #writeAt(bytes: Uint8Array, offset: number): void {
    this.#failing(() => writeAllSync(this.#file, bytes, offset));
  }

  #failing(work: () => void): void {
    try {
      work();
    } catch (error) {
      const code = errorCode(error) ?? 'EIO';
      throw new FileWriteError(code, error instanceof Error ? error.message : String(error));
    }
  }
}
