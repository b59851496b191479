import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE_MODE, replaceFileSync } from '../../../node/files/durable-write.ts';
import type { CloneSampleStore } from '../ports/clones.ts';
import { cloneIdentifier, cloneKey } from './voice-directory.ts';

const SUFFIX = '.wav';

/** A folder on this machine, or one that several machines share. */
export class CloneSamples implements CloneSampleStore {
  readonly #folder: string;

  /** @param folder a dedicated folder, which is created if missing */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  has(id: string): boolean {
    return existsSync(this.#path(id));
  }

  /**
   * Stores a sample. Write it before its clone; a sample without a clone is removed the next time the service starts.
   */
  write(id: string, wav: Uint8Array): void {
    replaceFileSync(this.#path(id), wav, PRIVATE_FILE_MODE);
  }

  read(id: string): Promise<Uint8Array> {
    return readFile(this.#path(id));
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  /** Removes all files that don't belong to an existing clone. Call this at startup. */
  sweep(exists: (id: string) => boolean): void {
    for (const name of readdirSync(this.#folder)) {
      const isKept = name.endsWith(SUFFIX) && exists(cloneIdentifier(name.slice(0, -SUFFIX.length)));
      if (!isKept) rmSync(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  #path(id: string): string {
    return join(this.#folder, sampleName(id));
  }
}

/** @throws Error if the identifier isn't one of a clone */
export function sampleName(id: string): string {
  const key = cloneKey(id);
  if (!/^[0-9A-Za-z]+$/.test(key)) throw new Error('This is not a clone identifier.');
  return `${key}${SUFFIX}`;
}
