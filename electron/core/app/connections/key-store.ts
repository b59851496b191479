// Where the key of an account is kept: three ways behind one port. A key is never in a document, a log or an error.

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Awaitable } from '../../ports.ts';
import { makePrivateFolder, writePrivateFile } from '../private-file.ts';

/** A key together with the server that it was entered for, so that no other server is ever sent it. */
export interface StoredKey {
  readonly key: string;
  /** Scheme, host and port of that server; null: an earlier version kept the key, without its server. */
  readonly origin: string | null;
}

/** Keys by the id of their connection. */
export interface KeyStore {
  /** Null where there is none, or none that can be read: then the producer is asked again. */
  get(connectionId: string): Promise<StoredKey | null>;
  /** @throws KeychainUnavailableError, KeyFileError */
  set(connectionId: string, stored: StoredKey): Promise<void>;
  /** Does nothing where there is none. @throws KeyFileError where it is still there */
  delete(connectionId: string): Promise<void>;
}

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

/** A file with a key can't be written or removed. The message is one sentence. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';

  constructor(path: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    super(`The key file ${path} can't be changed (${code}).`, { cause });
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
        return fromText(await box.decrypt(sealed));
      } catch {
        return null;
      }
    },
    async set(id, stored) {
      if (!(await box.isAvailable())) throw new KeychainUnavailableError();
      await files.write(id, await box.encrypt(toText(stored)));
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
      return bytes === null ? null : fromText(new TextDecoder().decode(bytes));
    },
    set: (id, stored) => files.write(id, toText(stored)),
    delete: (id) => files.delete(id),
  };
}

/** Nowhere but in this process, for as long as it lives. */
export function createMemoryKeyStore(): KeyStore {
  const keys = new Map<string, StoredKey>();
  return {
    get: async (id) => keys.get(id) ?? null,
    set: async (id, stored) => void keys.set(id, stored),
    delete: async (id) => void keys.delete(id),
  };
}

const textSchema = z.object({ version: z.literal(2), origin: z.string().min(1).nullable(), key: z.string().min(1) });

const toText = ({ origin, key }: StoredKey): string => JSON.stringify({ version: 2, origin, key });

/** Version 1 was the key alone. @returns null for what no version writes */
function fromText(text: string): StoredKey | null {
  const content = text.trim();
  if (content === '') return null;
  let read: unknown;
  try {
    read = JSON.parse(content);
  } catch {
    return { key: content, origin: null };
  }
  if (typeof read !== 'object' || read === null) return { key: content, origin: null };
  return textSchema.safeParse(read).data ?? null;
}
