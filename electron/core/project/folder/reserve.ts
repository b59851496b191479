// Room on the disk that is held for one thing: to write down what became of a batch that was sent. A disk may become full
// while the service answers, and a batch whose acceptance can't be written would have to be called in doubt.

import { randomBytes } from 'node:crypto';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';

/** Enough for some batches of fifty long lines: a commit writes the pages that hold them, and their indexes. Bytes. */
export const RESERVE_BYTES = 1024 * 1024;

export class Reserve {
  readonly #files: UntrustedFolder;
  readonly #path: string;

  /** @param path the file that holds the room */
  constructor(files: UntrustedFolder, path: string) {
    this.#files = files;
    this.#path = path;
  }

  /** Sees to it that there is room. @throws what the file system throws where there is none; UnsafeEntryError */
  keep(): void {
    if (this.#files.fileSync(this.#path)?.size === RESERVE_BYTES) return;
    this.#files.removeSync(this.#path);
    try {
      // Zeros would take no room on some drives; flushed, because room may be given only then.
      this.#files.writeNewSync(this.#path, randomBytes(RESERVE_BYTES));
    } catch (error) {
      this.#files.removeSync(this.#path);
      throw error;
    }
  }

  /** Gives the room back to the disk. @returns false where there was none */
  spend(): boolean {
    if (!this.#files.lookSync(this.#path)) return false;
    this.#files.removeSync(this.#path);
    return true;
  }
}
