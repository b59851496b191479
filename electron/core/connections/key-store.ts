// Where the key of an account is kept: three ways behind one port. A key is never in a document, a log or an error.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder, writePrivateFile } from '../library/private-file.ts';

/** Keys by the id of their connection. */
export interface KeyStore {
  /** Null where there is none, or none that can be read: then the producer is asked again. */
  get(connectionId: string): Promise<string | null>;
  /** @throws KeychainUnavailableError; what the system says of the file */
  set(connectionId: string, key: string): Promise<void>;
  /** Does nothing where there is none. */
  delete(connectionId: string): Promise<void>;
}

type Awaitable<T> = T | Promise<T>;

/** Encryption with a secret of the operating system's keychain. The desktop application fills it in; it may be a process away. */
export interface SecretBox {
  /** Whether there is a real keychain: one that would keep the secret in the open is none. */
  isAvailable(): Awaitable<boolean>;
  encrypt(text: string): Awaitable<Uint8Array>;
  /** @throws where the bytes are damaged, or of another user or machine */
  decrypt(bytes: Uint8Array): Awaitable<string>;
}

/** There is no keychain that would keep a secret. */
export class KeychainUnavailableError extends Error {
  override readonly name = 'KeychainUnavailableError';

  constructor() {
    super('The operating system offers no keychain: the key can be kept in a file, or asked for each time.');
  }
}

const ID = /^[\w-]{1,64}$/;

/** Files of keys in a folder that only their owner may enter. */
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
    await makePrivateFolder(this.#folder);
    await writePrivateFile(this.#path(id), content);
  }

  delete(id: string): Promise<void> {
    return rm(this.#path(id), { force: true });
  }

  #path(id: string): string {
    if (!ID.test(id))
      throw new RangeError('The id of a connection holds letters, digits, dashes and underscores alone.');
    return join(this.#folder, `${id}${this.#extension}`);
  }
}

/** Encrypted files, each of which only the keychain's owner can read. */
export function createKeychainKeyStore(folder: string, box: SecretBox): KeyStore {
  const files = new KeyFiles(folder, '.sealed');
  return {
    async get(id) {
      const sealed = await files.read(id);
      if (sealed === null || !(await box.isAvailable())) return null;
      try {
        return (await box.decrypt(sealed)) || null;
      } catch {
        return null;
      }
    },
    async set(id, key) {
      if (!(await box.isAvailable())) throw new KeychainUnavailableError();
      await files.write(id, await box.encrypt(key));
    },
    delete: (id) => files.delete(id),
  };
}

/** Plain files (mode 0600 in a folder of mode 0700), only for producers who chose that. */
export function createFileKeyStore(folder: string): KeyStore {
  const files = new KeyFiles(folder, '.key');
  return {
    async get(id) {
      const bytes = await files.read(id);
      return bytes === null ? null : new TextDecoder().decode(bytes).trim() || null;
    },
    set: (id, key) => files.write(id, key),
    delete: (id) => files.delete(id),
  };
}

/** Nowhere but in this process, for as long as it lives. */
export function createMemoryKeyStore(): KeyStore {
  const keys = new Map<string, string>();
  return {
    get: async (id) => keys.get(id) ?? null,
    set: async (id, key) => void keys.set(id, key),
    delete: async (id) => void keys.delete(id),
  };
}
