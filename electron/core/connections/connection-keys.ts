// The keys of all accounts, each kept in the way that its producer chose and in no other.
import { join } from 'node:path';
import type { KeyStorage } from '../../../shared/ipc/settings-requests.ts';
import {
  createFileKeyStore,
  createKeychainKeyStore,
  createMemoryKeyStore,
  type KeyStore,
  type SecretBox,
} from './key-store.ts';

/** What says where an account's key is. */
export interface KeyPlace {
  readonly id: string;
  readonly keyStorage: KeyStorage;
}

export class ConnectionKeys {
  readonly #stores: Readonly<Record<KeyStorage, KeyStore>>;

  constructor(stores: Readonly<Record<KeyStorage, KeyStore>>) {
    this.#stores = stores;
  }

  /** Null: the producer has to enter it. */
  get({ id, keyStorage }: KeyPlace): Promise<string | null> {
    return this.#stores[keyStorage].get(id);
  }

  /**
   * Keeps a key; wherever else the account's key was, it is no more.
   *
   * @throws KeychainUnavailableError; what the system says of the file. Nothing was changed then.
   */
  async set({ id, keyStorage }: KeyPlace, key: string): Promise<void> {
    await this.#stores[keyStorage].set(id, key);
    for (const [storage, store] of Object.entries(this.#stores)) {
      if (storage !== keyStorage) await store.delete(id);
    }
  }

  /**
   * Keeps the key that is there in another way.
   *
   * @returns false: there is none, so that the producer has to enter it
   * @throws as `set`
   */
  async move(from: KeyPlace, keyStorage: KeyStorage): Promise<boolean> {
    const key = await this.get(from);
    if (key !== null) await this.set({ id: from.id, keyStorage }, key);
    return key !== null;
  }

  /** Forgets an account's key, wherever it is. */
  async forget(id: string): Promise<void> {
    for (const store of Object.values(this.#stores)) await store.delete(id);
  }
}

/** The keys in `keys/` of the application's data folder, in the keychain's hands, or in this process. */
export function openConnectionKeys(dataFolder: string, box: SecretBox): ConnectionKeys {
  const folder = join(dataFolder, 'keys');
  return new ConnectionKeys({
    keychain: createKeychainKeyStore(folder, box),
    file: createFileKeyStore(folder),
    ask: createMemoryKeyStore(),
  });
}
