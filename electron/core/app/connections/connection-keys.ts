// Stores each account's key only in the storage chosen by the producer, and uses it only with the server it was entered
// for.
import { join } from 'node:path';
import type { KeyStorage } from '../../../../shared/ipc/settings-requests.ts';
import {
  createFileKeyStore,
  createKeychainKeyStore,
  createMemoryKeyStore,
  type KeyStore,
  type SecretBox,
  type StoredKey,
} from './key-store.ts';

export interface KeyPlace {
  readonly id: string;
  readonly keyStorage: KeyStorage;
  /** Current base URL of the connection. */
  readonly baseUrl: string;
}

export class ConnectionKeys {
  readonly #stores: Readonly<Record<KeyStorage, KeyStore>>;

  constructor(stores: Readonly<Record<KeyStorage, KeyStore>>) {
    this.#stores = stores;
  }

  /**
   * Returns the key; null if the producer has to enter it, including when the stored key was entered for another
   * server.
   */
  async get({ id, keyStorage, baseUrl }: KeyPlace): Promise<string | null> {
    const stored = await this.#stores[keyStorage].get(id);
    return stored?.origin === originOf(baseUrl) ? stored.key : null;
  }

  /**
   * Returns the state of the key. An `unconfirmed` key was stored by an earlier version without its server. The address
   * may have changed since, so the producer must `confirm` the key before it is used.
   */
  async stateOf({ id, keyStorage, baseUrl }: KeyPlace): Promise<'usable' | 'unconfirmed' | 'missing'> {
    const stored = await this.#stores[keyStorage].get(id);
    if (stored?.origin === null) return 'unconfirmed';
    return stored?.origin === originOf(baseUrl) ? 'usable' : 'missing';
  }

  /**
   * Assigns an unconfirmed key to the current server. Returns false if there is no unconfirmed key.
   *
   * @throws the errors of `set`
   */
  async confirm(place: KeyPlace): Promise<boolean> {
    const stored = await this.#stores[place.keyStorage].get(place.id);
    if (stored?.origin !== null) return false;
    await this.set(place, stored.key);
    return true;
  }

  /**
   * Stores a key for the current server and deletes it from all other storages.
   *
   * @throws KeychainUnavailableError, KeyFileError; then nothing has changed, except that the new key may be stored
   * while an older copy couldn't be deleted
   */
  async set({ id, keyStorage, baseUrl }: KeyPlace, key: string): Promise<void> {
    await this.#keepOnly(id, keyStorage, { key, origin: originOf(baseUrl) });
  }

  /**
   * Moves the key to another storage, still for the server it was entered for. Returns false if there is no key and the
   * producer has to enter it.
   *
   * @throws the errors of `set`
   */
  async move(from: KeyPlace, keyStorage: KeyStorage): Promise<boolean> {
    const stored = await this.#stores[from.keyStorage].get(from.id);
    if (stored !== null) await this.#keepOnly(from.id, keyStorage, stored);
    return stored !== null;
  }

  /**
   * Deletes an account's key from all storages.
   *
   * @throws KeyFileError if a copy remains
   */
  async forget(id: string): Promise<void> {
    const deleted = await Promise.allSettled(Object.values(this.#stores).map((store) => store.delete(id)));
    for (const outcome of deleted) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /**
   * Returns the stored key for any server. Use it only to restore it later or to redact it from text; never send it.
   */
  stored({ id, keyStorage }: Omit<KeyPlace, 'baseUrl'>): Promise<StoredKey | null> {
    return this.#stores[keyStorage].get(id);
  }

  /**
   * Restores a key returned by `stored`.
   *
   * @throws the errors of `set`
   */
  restore({ id, keyStorage }: Omit<KeyPlace, 'baseUrl'>, stored: StoredKey): Promise<void> {
    return this.#keepOnly(id, keyStorage, stored);
  }

  async #keepOnly(id: string, keyStorage: KeyStorage, stored: StoredKey): Promise<void> {
    await this.#stores[keyStorage].set(id, stored);
    for (const [storage, store] of Object.entries(this.#stores)) {
      if (storage !== keyStorage) await store.delete(id);
    }
  }
}

/** @throws TypeError if the URL is invalid */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

/**
 * Opens the three key storages: the keychain and files in `keys/` of the data folder, and the memory of this process.
 */
export function openConnectionKeys(dataFolder: string, box: SecretBox): ConnectionKeys {
  const folder = join(dataFolder, 'keys');
  return new ConnectionKeys({
    keychain: createKeychainKeyStore(folder, box),
    file: createFileKeyStore(folder),
    ask: createMemoryKeyStore(),
  });
}
