// The keys of all accounts, each kept in the way that its producer chose and in no other, and used with no other server
// than the one it was entered for.
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

/** What says where an account's key is, and which server it would be sent to. */
export interface KeyPlace {
  readonly id: string;
  readonly keyStorage: KeyStorage;
  /** The server's address, as the connection has it now. */
  readonly baseUrl: string;
}

export class ConnectionKeys {
  readonly #stores: Readonly<Record<KeyStorage, KeyStore>>;

  constructor(stores: Readonly<Record<KeyStorage, KeyStore>>) {
    this.#stores = stores;
  }

  /** Null: the producer has to enter it. So is a key that was entered for another server than this address has. */
  async get({ id, keyStorage, baseUrl }: KeyPlace): Promise<string | null> {
    const stored = await this.#stores[keyStorage].get(id);
    return stored?.origin === originOf(baseUrl) ? stored.key : null;
  }

  /**
   * How it is with the key. `unconfirmed`: an earlier version kept it without its server. It may be one for another
   * server, since the address can have changed, so the producer has to `confirm` it before it is used.
   */
  async stateOf({ id, keyStorage, baseUrl }: KeyPlace): Promise<'usable' | 'unconfirmed' | 'missing'> {
    const stored = await this.#stores[keyStorage].get(id);
    if (stored?.origin === null) return 'unconfirmed';
    return stored?.origin === originOf(baseUrl) ? 'usable' : 'missing';
  }

  /**
   * Takes an unconfirmed key for one of the server at this address from now on.
   *
   * @returns false: there is no such key
   * @throws as `set`
   */
  async confirm(place: KeyPlace): Promise<boolean> {
    const stored = await this.#stores[place.keyStorage].get(place.id);
    if (stored?.origin !== null) return false;
    await this.set(place, stored.key);
    return true;
  }

  /**
   * Keeps a key for the server at this address; wherever else the account's key was, it is no more.
   *
   * @throws KeychainUnavailableError, KeyFileError. Nothing was changed then, unless what could not be changed is an
   *   earlier copy.
   */
  async set({ id, keyStorage, baseUrl }: KeyPlace, key: string): Promise<void> {
    await this.#keepOnly(id, keyStorage, { key, origin: originOf(baseUrl) });
  }

  /**
   * Keeps the key that is there in another way, for the server that it was entered for.
   *
   * @returns false: there is none, so that the producer has to enter it
   * @throws as `set`
   */
  async move(from: KeyPlace, keyStorage: KeyStorage): Promise<boolean> {
    const stored = await this.#stores[from.keyStorage].get(from.id);
    if (stored !== null) await this.#keepOnly(from.id, keyStorage, stored);
    return stored !== null;
  }

  /** Forgets an account's key, wherever it is. @throws KeyFileError where some copy is still there */
  async forget(id: string): Promise<void> {
    const deleted = await Promise.allSettled(Object.values(this.#stores).map((store) => store.delete(id)));
    for (const outcome of deleted) if (outcome.status === 'rejected') throw outcome.reason;
  }

  /** What is kept, whichever server it is for: to put it back later or to take it out of a text, never to send it. */
  stored({ id, keyStorage }: Omit<KeyPlace, 'baseUrl'>): Promise<StoredKey | null> {
    return this.#stores[keyStorage].get(id);
  }

  /** Puts back what `stored` gave. @throws as `set` */
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

/** Scheme, host and port of an address. @throws TypeError where it is none */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

/** The keys in `keys/` of the application's data folder, in the keychain's hands, or in this process. */
export function openConnectionKeys(dataFolder: string, box: SecretBox): ConnectionKeys {
  const folder = join(dataFolder, 'keys');
  return new ConnectionKeys({
    keychain: createKeychainKeyStore(folder, box),
    file: createFileKeyStore(folder),
    ask: createMemoryKeyStore(),
  });
}
