import { ftruncateSync } from 'node:fs';
import type { AudioTarget } from '@lectern/audio';
import { writeAllSync } from '../../../node/files/durable-write.ts';
import { errorCode, FileWriteError } from '../../../node/files/file-errors.ts';

export class FileTarget implements AudioTarget {
  readonly #file: number;
  readonly #prefix: Uint8Array;
  #length = 0;

  constructor(file: number, prefix: Uint8Array = new Uint8Array(0)) {
    this.#file = file;
    this.#prefix = prefix;
  }

  write(bytes: Uint8Array): void {
    if (this.#length === 0) this.#writeAt(this.#prefix, 0);
    this.#writeAt(bytes, this.#prefix.length + this.#length);
    this.#length += bytes.length;
  }

  writeStart(bytes: Uint8Array): void {
    this.#writeAt(bytes, this.#prefix.length);
  }

  restart(): void {
    this.#convertErrors(() => ftruncateSync(this.#file, 0));
    this.#length = 0;
  }

  #writeAt(bytes: Uint8Array, offset: number): void {
    this.#convertErrors(() => writeAllSync(this.#file, bytes, offset));
  }

  #convertErrors(work: () => void): void {
    try {
      work();
    } catch (error) {
      const code = errorCode(error) ?? 'EIO';
      throw new FileWriteError(code, error instanceof Error ? error.message : String(error));
    }
  }
}
