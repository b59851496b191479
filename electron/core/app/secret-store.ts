// Stores the producer's secrets, which never appear in documents, logs or errors.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataProblem } from '../../../shared/model/problems/machine-problem.ts';
import type { Awaitable } from '../ports.ts';
import { makePrivateFolder, writePrivateFile } from './private-file.ts';

export interface SecretStore {
  /** Returns null if there is no readable secret. */
  get(id: string): Promise<string | null>;
  /** @throws KeychainUnavailableError, KeyFileError */
  set(id: string, secret: string): Promise<void>;
  /** @throws KeyFileError if the secret still exists */
  delete(id: string): Promise<void>;
}

/** Encrypts with a secret from the system's keychain, possibly in another process. */
export interface SecretBox {
  /**
   * Returns whether there is a real keychain, as opposed to a store that leaves the secret unprotected. Doesn't access
   * the keychain, because that could show a prompt.
   */
  isAvailable(): Awaitable<boolean>;
  /** @throws an error if the keychain can't be accessed, for example because it stays locked */
  encrypt(text: string): Awaitable<Uint8Array>;
  /** @throws an error if the data is damaged or belongs to another user or machine */
  decrypt(bytes: Uint8Array): Awaitable<string>;
}

export class KeychainUnavailableError extends Error {
  override readonly name = 'KeychainUnavailableError';

  constructor(cause?: unknown) {
    super('The operating system has no keychain, or it stays locked', { cause });
  }
}

export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
  readonly problem: DataProblem;

  constructor(path: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN';
    super(`${path}: ${code}`, { cause });
    this.problem = { kind: 'key-file', path, code };
  }
}

const ID = /^[\w-]{1,64}$/;

class KeyFiles {
  readonly #folder: string;
  readonly #extension: string;

  constructor(folder: string, extension: string) {
    this.#folder = folder;
    this.#extension = extension;
  }

  async read(id: string): Promise<Uint8Array | null> {
    return readFile(this.#path(id)).catch(() => null);
  }

  async write(id: string, content: string | Uint8Array): Promise<void> {
    const path = this.#path(id);
    try {
      await makePrivateFolder(this.#folder);
      await writePrivateFile(path, content);
    } catch (error) {
      throw new KeyFileError(path, error);
    }
  }

  async delete(id: string): Promise<void> {
    const path = this.#path(id);
    await rm(path, { force: true }).catch((error: unknown) => {
      throw new KeyFileError(path, error);
    });
  }

  #path(id: string): string {
    if (!ID.test(id))
      throw new RangeError('The id of a secret may only contain letters, digits, hyphens and underscores');
    return join(this.#folder, `${id}${this.#extension}`);
  }
}

export function createKeychainStore(folder: string, box: SecretBox): SecretStore {
  const files = new KeyFiles(folder, '.sealed');
  return {
    async get(id) {
      const sealed = await files.read(id);
      if (sealed === null || !(await box.isAvailable())) return null;
      try {
        return await box.decrypt(sealed);
      } catch {
        return null;
      }
    },
    async set(id, secret) {
      if (!(await box.isAvailable())) throw new KeychainUnavailableError();
      await files.write(id, await sealed(box, secret));
    },
    delete: (id) => files.delete(id),
  };
}

async function sealed(box: SecretBox, text: string): Promise<Uint8Array> {
  try {
    return await box.encrypt(text);
  } catch (error) {
    throw new KeychainUnavailableError(error);
  }
}

/** Stores secrets in plain-text files (mode 0600, folder mode 0700). */
export function createFileStore(folder: string): SecretStore {
  const files = new KeyFiles(folder, '.key');
  return {
    async get(id) {
      const bytes = await files.read(id);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    set: (id, secret) => files.write(id, secret),
    delete: (id) => files.delete(id),
  };
}
