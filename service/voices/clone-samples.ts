// What is kept of the samples that clones were made of: a file for each clone, for as long as the clone is there.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE_MODE, replaceFileSync } from '../../node/files/durable-write.ts';
import { cloneIdentifier, cloneKey } from './voice-directory.ts';

const SUFFIX = '.wav';

/** Samples by the identifiers of their clones. Only their owner may read the files. */
export class CloneSamples {
  readonly #folder: string;

  /** @param folder for nothing else; it is made where there is none */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  has(id: string): boolean {
    return existsSync(this.#path(id));
  }

  /**
   * Writes a sample, whole or not at all. It comes before its clone: what a kill leaves of it alone goes at the next start.
   *
   * @param wav a WAV file
   * @throws what the operating system says
   */
  keep(id: string, wav: Uint8Array): void {
    replaceFileSync(this.#path(id), wav, PRIVATE_FILE_MODE);
  }

  /** @throws what the operating system says, as where there is none */
  read(id: string): Promise<Uint8Array> {
    return readFile(this.#path(id));
  }

  /** Removes a sample; there may be none. */
  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  /** Removes whatever belongs to no clone that there is: for the start. */
  sweep(isThere: (id: string) => boolean): void {
    for (const name of readdirSync(this.#folder)) {
      const isKept = name.endsWith(SUFFIX) && isThere(cloneIdentifier(name.slice(0, -SUFFIX.length)));
      if (!isKept) rmSync(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  #path(id: string): string {
    const key = cloneKey(id);
    if (!/^[0-9A-Za-z]+$/.test(key)) throw new Error('This is no identifier of a clone.');
    return join(this.#folder, `${key}${SUFFIX}`);
  }
}
