// A key never appears in a document, log or error.
import { z } from 'zod';
import { createFileStore, createKeychainStore, type SecretBox, type SecretStore } from '../secret-store.ts';

/** A key and the server it was entered for. The key is never sent to any other server. */
export interface StoredKey {
  readonly key: string;
  /** Scheme, host and port of the server. */
  readonly origin: string;
}

export interface KeyStore {
  /** Returns null if there is no readable key; the producer then has to enter it again. */
  get(connectionId: string): Promise<StoredKey | null>;
  /** @throws KeychainUnavailableError, KeyFileError */
  set(connectionId: string, stored: StoredKey): Promise<void>;
  /** @throws KeyFileError if the key still exists */
  delete(connectionId: string): Promise<void>;
}

export const createKeychainKeyStore = (folder: string, box: SecretBox): KeyStore =>
  keyStoreIn(createKeychainStore(folder, box));

/** Stores keys in plain-text files. Used only if the producer chose it. */
export const createFileKeyStore = (folder: string): KeyStore => keyStoreIn(createFileStore(folder));

const keyStoreIn = (secrets: SecretStore): KeyStore => ({
  async get(id) {
    const text = await secrets.get(id);
    return text === null ? null : fromText(text);
  },
  set: (id, stored) => secrets.set(id, toText(stored)),
  delete: (id) => secrets.delete(id),
});

export function createMemoryKeyStore(): KeyStore {
  const keys = new Map<string, StoredKey>();
  return {
    get: async (id) => keys.get(id) ?? null,
    set: async (id, stored) => void keys.set(id, stored),
    delete: async (id) => void keys.delete(id),
  };
}

const textSchema = z.object({ version: z.literal(2), origin: z.string().min(1), key: z.string().min(1) });

const toText = ({ origin, key }: StoredKey): string => JSON.stringify({ version: 2, origin, key });

/** Returns null for anything but a key in the current format. */
function fromText(text: string): StoredKey | null {
  try {
    return textSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
