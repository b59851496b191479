// An open file that converted audio is written to.
import { writeSync } from 'node:fs';
import { errorCode } from '../../../node/files/error-code.ts';
import { FileWriteError } from '../../../node/files/file-write-error.ts';
import type { AudioTarget } from './convert-audio.ts';

/** Writing holds up the thread. The caller keeps the file open. */
export class FileTarget implements AudioTarget {
  readonly #file: number;
  #length = 0;

  constructor(file: number) {
    this.#file = file;
  }

  /** @throws FileWriteError */
  write(bytes: Uint8Array): void {
    this.#writeAt(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** @throws FileWriteError */
  writeStart(bytes: Uint8Array): void {
    this.#writeAt(bytes, 0);
  }

  #writeAt(bytes: Uint8Array, offset: number): void {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at, bytes.length - at, offset + at);
    } catch (error) {
      const code = errorCode(error) ?? 'EIO';
      throw new FileWriteError(code, error instanceof Error ? error.message : String(error));
    }
  }
}
