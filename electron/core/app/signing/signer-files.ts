import { basename } from 'node:path';
import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { readRegularFile } from '../../../../node/files/regular-file.ts';
import { requireFound } from '../../bridge/request-error.ts';
import type { Random } from '../../ports.ts';
import { SignerError } from './signing.ts';

const MAX_PEM_BYTES = 1024 ** 2;

/** PEM files chosen by the producer. The window only receives IDs, never paths. */
export class SignerFiles {
  readonly #random: Random;
  readonly #paths = new Map<string, string>();

  constructor(random: Random) {
    this.#random = random;
  }

  register(path: string): { readonly fileId: string; readonly name: string } {
    const fileId = this.#random.id();
    this.#paths.set(fileId, path);
    return { fileId, name: basename(path) };
  }

  /** @throws SignerError if the file can't be read; RequestError `not-found` */
  async read(fileId: string): Promise<string> {
    const path = requireFound(this.#paths.get(fileId), 'file');
    try {
      return (await readRegularFile(path, MAX_PEM_BYTES, 'follow')).toString('latin1');
    } catch (error) {
      if (!(error instanceof UnsafeEntryError) && errorCode(error) === null) throw error;
      throw new SignerError([{ kind: 'unreadable-file' }]);
    }
  }
}
