// Changes are made one at a time, in an order that ensures that a key is never used with a server it wasn't entered
// for.

import type { Plan } from '@lectern/tts-protocol';
import type { ConnectionEntry } from '../../../../shared/ipc/settings-requests.ts';
import { requireFound } from '../../bridge/request-error.ts';
import type { Clock } from '../../ports.ts';
import { SerialQueue } from '../../timing.ts';
import type { ConnectionBook, ConnectionChange, SavedAccount, SavedConnection } from './connection-book.ts';
import type { ConnectionKeys } from './connection-keys.ts';
import { entryOf, pointsToOtherServer, UNLIMITED } from './connection-opener.ts';
import type { StoredKey } from './key-store.ts';

// Keys of removed connections are deleted from disk and keychain immediately and stay in memory for a limited time.

export interface RemovedConnection {
  readonly saved: SavedConnection;
  readonly at: number;
  readonly inUse: boolean;
  readonly key: StoredKey | null;
}

export const KEY_RETENTION_MS = 10 * 60_000;

export class RemovedConnections {
  readonly #clock: Clock;
  readonly #removed = new Map<string, RemovedConnection>();
  #end = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  keep(removed: RemovedConnection): void {
    const { id } = removed.saved;
    this.#removed.set(id, removed);
    this.#clock.sleep(KEY_RETENTION_MS, this.#end.signal).then(
      () => {
        // If the connection was restored and removed again, the second removal has its own timer.
        if (this.#removed.get(id) === removed) this.#removed.set(id, { ...removed, key: null });
      },
      () => {},
    );
  }

  take(id: string): RemovedConnection | null {
    const removed = this.#removed.get(id) ?? null;
    this.#removed.delete(id);
    return removed;
  }

  clear(): void {
    this.#end.abort(new Error('nothing is brought back any more'));
    this.#end = new AbortController();
    this.#removed.clear();
  }
}

export interface SavedConnectionsParts {
  readonly book: ConnectionBook;
  readonly keys: ConnectionKeys;
  readonly clock: Clock;
}

const LOCAL_DEFAULTS = { pricePerThousand: null, currency: 'USD', webhookUrl: null, inDoubtPolicy: 'ask' } as const;

/** Throws DocumentError if a change can't be saved to disk, and the errors of the key stores. */
export class SavedConnections {
  readonly #parts: SavedConnectionsParts;
  readonly #queue = new SerialQueue();
  readonly #removed: RemovedConnections;

  constructor(parts: SavedConnectionsParts) {
    this.#parts = parts;
    this.#removed = new RemovedConnections(parts.clock);
  }

  list(): readonly SavedConnection[] {
    return this.#parts.book.list();
  }

  find(id: string): SavedConnection | null {
    return this.#parts.book.find(id);
  }

  get(id: string): SavedConnection {
    return requireFound(this.find(id), 'connection');
  }

  lastUsed(): SavedConnection | null {
    return this.#parts.book.lastUsed();
  }

  /** @param plan null for no limits */
  useLocal(plan: Plan | null): Promise<SavedConnection> {
    const { book } = this.#parts;
    const budget = plan === null ? UNLIMITED : { plan, limits: {}, sharePercent: 100 };
    return this.#queue.run(async () => {
      const there = book.list().find(({ kind }) => kind === 'local');
      const kept = there
        ? requireFound(await book.update(there.id, { budget }), 'connection')
        : await book.add({ ...LOCAL_DEFAULTS, kind: 'local', name: 'Local service', budget });
      await book.use(kept.id);
      return kept;
    });
  }

  /** Saves both the account and its key, or neither. */
  addAccount(account: Omit<SavedAccount, 'id' | 'kind'>, key: string): Promise<SavedConnection> {
    const { book, keys } = this.#parts;
    return this.#queue.run(async () => {
      const added = await book.add({ ...account, kind: 'account' });
      try {
        await keys.set({ ...account, id: added.id }, key);
      } catch (error) {
        await book.remove(added.id);
        throw error;
      }
      await book.use(added.id);
      return added;
    });
  }

  /** Updates a connection. The key is deleted before the address changes to another server. */
  change(id: string, change: ConnectionChange): Promise<void> {
    const { book, keys } = this.#parts;
    return this.#queue.run(async () => {
      const saved = this.get(id);
      if (saved.kind === 'account') {
        if (pointsToOtherServer(saved, change)) await keys.forget(id);
        else if (change.keyStorage && change.keyStorage !== saved.keyStorage) await keys.move(saved, change.keyStorage);
      }
      await book.update(id, change);
    });
  }

  use(id: string): Promise<SavedConnection> {
    return this.#changeKey(id, true, async () => {});
  }

  enterKey(id: string, key: string, use: boolean): Promise<SavedConnection> {
    return this.#changeKey(id, use, async (saved) => {
      if (saved.kind === 'account') await this.#parts.keys.set(saved, key);
    });
  }

  #changeKey(id: string, use: boolean, changeKey: (saved: SavedConnection) => Promise<void>): Promise<SavedConnection> {
    return this.#queue.run(async () => {
      const saved = this.get(id);
      await changeKey(saved);
      if (use) await this.#parts.book.use(id);
      return saved;
    });
  }

  /** @param isInUse called when the removal starts */
  remove(id: string, isInUse: () => boolean): Promise<void> {
    const { book, keys } = this.#parts;
    return this.#queue.run(async () => {
      const saved = this.get(id);
      const removed = {
        saved,
        at: book.list().indexOf(saved),
        inUse: isInUse(),
        key: saved.kind === 'account' ? await keys.stored(saved) : null,
      };
      await keys.forget(id);
      this.#removed.keep(removed);
      await book.remove(id);
    });
  }

  /**
   * Restores the key if it is still in memory. Returns the connection if it should become the current one again,
   * otherwise null.
   */
  restore(id: string, isFree: () => boolean): Promise<SavedConnection | null> {
    const { book, keys } = this.#parts;
    return this.#queue.run(async () => {
      const { saved, at, inUse, key } = requireFound(this.#removed.take(id), 'connection');
      await book.restore(saved, at);
      if (saved.kind === 'account' && key !== null) await keys.restore(saved, key);
      if (!inUse || !isFree()) return null;
      await book.use(id);
      return saved;
    });
  }

  /** Returns all stored keys, including unusable ones, so that they can be redacted from text. */
  async secrets(): Promise<string[]> {
    const accounts = this.list().filter((saved) => saved.kind === 'account');
    const stored = await Promise.all(accounts.map((saved) => this.#parts.keys.stored(saved)));
    return stored.flatMap((found) => found?.key ?? []);
  }

  async entry(saved: SavedConnection, localUser: string): Promise<ConnectionEntry> {
    return entryOf(saved, localUser, saved.kind === 'local' || (await this.#parts.keys.get(saved)) !== null);
  }

  forgetRemoved(): void {
    this.#removed.clear();
  }
}
