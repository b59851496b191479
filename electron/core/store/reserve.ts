// Room on the disk that is held for one thing: to write down what became of a batch that was sent. A disk may become full
// while the service answers, and a batch whose acceptance can't be written would have to be called in doubt.

import { randomBytes } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';

/** Enough for some batches of fifty long lines: a commit writes the pages that hold them, and their indexes. Bytes. */
export const RESERVE_BYTES = 1024 * 1024;

export class Reserve {
  readonly #path: string;

  /** @param path the file that holds the room */
  constructor(path: string) {
    this.#path = path;
  }

  /** Sees to it that there is room. @throws what the file system throws where there is none */
  keep(): void {
    if (statSync(this.#path, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return;
    try {
      // Zeros would take no room on some drives; flushed, because room may be given only then.
      writeFileSync(this.#path, randomBytes(RESERVE_BYTES), { flush: true });
    } catch (error) {
      rmSync(this.#path, { force: true });
      throw error;
    }
  }

  /** Gives the room back to the disk. @returns false where there was none */
  spend(): boolean {
    if (!statSync(this.#path, { throwIfNoEntry: false })) return false;
    rmSync(this.#path, { force: true });
    return true;
  }
}
