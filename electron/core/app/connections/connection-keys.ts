// Each account's key is stored only where the producer chose, and used only with the server it was entered for.
import { join } from 'node:path';
import type { KeyStorage } from '../../../../shared/ipc/settings-requests.ts';
import type { SecretBox } from '../secret-store.ts';
import {
  createFileKeyStore,
  createKeychainKeyStore,
  createMemoryKeyStore,
  type KeyStore,
  type StoredKey,
} from './key-store.ts';

export interface KeyLocation {
  readonly id: string;
  readonly keyStorage: KeyStorage;
  readonly baseUrl: string;
}

export class ConnectionKeys {
  readonly #stores: Readonly<Record<KeyStorage, KeyStore>>;

  constructor(stores: Readonly<Record<KeyStorage, KeyStore>>) {
    this.#stores = stores;
  }

  /**
   * Returns null if the producer has to enter the key, including when the stored key was entered for another server.
   */
  async get({ id, keyStorage, baseUrl }: KeyLocation): Promise<string | null> {
    const stored = await this.#stores[keyStorage].get(id);
    return stored?.origin === originOf(baseUrl) ? stored.key : null;
  }

  /** Deletes the key from all other key stores. @throws KeychainUnavailableError, KeyFileError */
  async set({ id, keyStorage, baseUrl }: KeyLocation, key: string): Promise<void> {
    await this.#keepOnly(id, keyStorage, { key, origin: originOf(baseUrl) });
  }

  /** Records the server that the key was entered for. Returns false if there is no key. */
  async move(from: KeyLocation, keyStorage: KeyStorage): Promise<boolean> {
    const stored = await this.#stores[from.keyStorage].get(from.id);
    if (stored !== null) await this.#keepOnly(from.id, keyStorage, stored);
    return stored !== null;
  }

  /** @throws KeyFileError if a copy remains */
  async forget(id: string): Promise<void> {
    const deleted = await Promise.allSettled(Object.values(this.#stores).map((store) => store.delete(id)));
    for (const outcome of deleted) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /**
   * Returns the key, regardless of its server. Only use the key to restore it later or to redact it from text; never
   * send it.
   */
  stored({ id, keyStorage }: Omit<KeyLocation, 'baseUrl'>): Promise<StoredKey | null> {
    return this.#stores[keyStorage].get(id);
  }

  restore({ id, keyStorage }: Omit<KeyLocation, 'baseUrl'>, stored: StoredKey): Promise<void> {
    return this.#keepOnly(id, keyStorage, stored);
  }

  async #keepOnly(id: string, keyStorage: KeyStorage, stored: StoredKey): Promise<void> {
    await this.#stores[keyStorage].set(id, stored);
    for (const [storage, store] of Object.entries(this.#stores)) {
      if (storage !== keyStorage) await store.delete(id);
    }
  }
}

export const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

export function openConnectionKeys(dataFolder: string, box: SecretBox): ConnectionKeys {
  const folder = join(dataFolder, 'keys');
  return new ConnectionKeys({
    keychain: createKeychainKeyStore(folder, box),
    file: createFileKeyStore(folder),
    ask: createMemoryKeyStore(),
  });
}
