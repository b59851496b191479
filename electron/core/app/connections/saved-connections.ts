// The list of connections together with their keys: one change at a time, each in an order in which no key can be read for
// a server that it was not entered for.

import type { Plan } from '@lectern/tts-protocol';
import type { ConnectionEntry } from '../../../../shared/ipc/settings-requests.ts';
import { found, refuse } from '../../bridge/request-error.ts';
import type { Clock } from '../../ports.ts';
import { SerialQueue } from '../../timing.ts';
import type { ConnectionBook, ConnectionChange, SavedAccount, SavedConnection } from './connection-book.ts';
import { type ConnectionKeys, originOf } from './connection-keys.ts';
import { entryOf, leadsElsewhere, UNLIMITED } from './connection-opener.ts';
import type { StoredKey } from './key-store.ts';

// Connections that were removed a moment ago, so that the removal can be taken back. On the disk and in the keychain
// nothing of their keys is left: for a while they are here, in memory, and then nowhere.

export interface RemovedConnection {
  readonly saved: SavedConnection;
  /** Its place in the list, 0-based. */
  readonly at: number;
  readonly inUse: boolean;
  /** Null where it was not at hand. */
  readonly key: StoredKey | null;
}

/** A key is kept this long so that its removal can be undone; later it must be entered again. Milliseconds. */
export const KEY_KEPT_MS = 10 * 60_000;

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
    this.#clock.sleep(KEY_KEPT_MS, this.#end.signal).then(
      () => {
        // If it was removed again since, that removal has its own time.
        if (this.#removed.get(id) === removed) this.#removed.set(id, { ...removed, key: null });
      },
      () => {},
    );
  }

  /** @returns null for one that was not removed here; it is forgotten with this */
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

/** What there is to say of a service that costs nothing and calls no webhook. */
const FREE = { pricePerThousand: null, currency: 'USD', webhookUrl: null, inDoubtPolicy: 'ask' } as const;

/** All that change it throw DocumentError where a change holds for this process only, and errors of the keys. */
export class SavedConnections {
  readonly #parts: SavedConnectionsParts;
  readonly #queue = new SerialQueue();
  readonly #removed: RemovedConnections;

  constructor(parts: SavedConnectionsParts) {
    this.#parts = parts;
    this.#removed = new RemovedConnections(parts.clock);
  }

  /** In the order in which they were set up. */
  list(): readonly SavedConnection[] {
    return this.#parts.book.list();
  }

  find(id: string): SavedConnection | null {
    return this.#parts.book.find(id);
  }

  /** @throws RequestError `not-found` */
  need(id: string): SavedConnection {
    return found(this.find(id), 'connection');
  }

  lastUsed(): SavedConnection | null {
    return this.#parts.book.lastUsed();
  }

  /** Notes that the local service is used, and that it is there. @param plan null: without limits */
  useLocal(plan: Plan | null): Promise<SavedConnection> {
    const { book } = this.#parts;
    const budget = plan === null ? UNLIMITED : { plan, limits: {}, sharePercent: 100 };
    return this.#queue.run(async () => {
      const there = book.list().find(({ kind }) => kind === 'local');
      const kept = there
        ? found(await book.update(there.id, { budget }), 'connection')
        : await book.add({ ...FREE, kind: 'local', name: 'Local service', budget });
      await book.use(kept.id);
      return kept;
    });
  }

  /** Keeps an account and its key, or neither, and notes that it is used. */
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

  /** Changes what is named. A key is forgotten before the address leads to another server. */
  change(id: string, change: ConnectionChange): Promise<void> {
    const { book, keys } = this.#parts;
    return this.#queue.run(async () => {
      const saved = this.need(id);
      if (saved.kind === 'account') {
        if (leadsElsewhere(saved, change)) await keys.forget(id);
        else if (change.keyStorage && change.keyStorage !== saved.keyStorage) await keys.move(saved, change.keyStorage);
      }
      await book.update(id, change);
    });
  }

  use(id: string): Promise<SavedConnection> {
    return this.#giveKey(id, true, async () => {});
  }

  enterKey(id: string, key: string, use: boolean): Promise<SavedConnection> {
    return this.#giveKey(id, use, async (saved) => {
      if (saved.kind === 'account') await this.#parts.keys.set(saved, key);
    });
  }

  /**
   * Takes the key that an earlier version kept for one of the server at this origin.
   *
   * @throws RequestError `not-found` where there is no such key, or the connection leads to another server by now
   */
  confirmKey(id: string, origin: string): Promise<SavedConnection> {
    return this.#giveKey(id, true, async (saved) => {
      const isThere = saved.kind === 'account' && originOf(saved.baseUrl) === origin;
      if (!(isThere && (await this.#parts.keys.confirm(saved)))) refuse({ kind: 'not-found', what: 'key' });
    });
  }

  #giveKey(id: string, use: boolean, give: (saved: SavedConnection) => Promise<void>): Promise<SavedConnection> {
    return this.#queue.run(async () => {
      const saved = this.need(id);
      await give(saved);
      if (use) await this.#parts.book.use(id);
      return saved;
    });
  }

  /** @param isInUse asked when it is removed */
  remove(id: string, isInUse: () => boolean): Promise<void> {
    const { book, keys } = this.#parts;
    return this.#queue.run(async () => {
      const saved = this.need(id);
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
   * Brings one back that was removed, with its key where that is still at hand.
   *
   * @param isFree asked whether none is in use
   * @returns the one that is to be used again; null where another one is, or it was not used
   */
  restore(id: string, isFree: () => boolean): Promise<SavedConnection | null> {
    const { book, keys } = this.#parts;
    return this.#queue.run(async () => {
      const { saved, at, inUse, key } = found(this.#removed.take(id), 'connection');
      await book.restore(saved, at);
      if (saved.kind === 'account' && key !== null) await keys.restore(saved, key);
      if (!inUse || !isFree()) return null;
      await book.use(id);
      return saved;
    });
  }

  /** All keys that are kept, whether or not they can be used: to take them out of a text. */
  async secrets(): Promise<string[]> {
    const accounts = this.list().filter((saved) => saved.kind === 'account');
    const stored = await Promise.all(accounts.map((saved) => this.#parts.keys.stored(saved)));
    return stored.flatMap((found) => found?.key ?? []);
  }

  /** As the window sees it. @param localUser of the local service, where it is in use */
  async entry(saved: SavedConnection, localUser: string): Promise<ConnectionEntry> {
    return entryOf(saved, localUser, saved.kind === 'local' ? 'usable' : await this.#parts.keys.stateOf(saved));
  }

  /** What was removed can't be brought back any more. */
  forgetRemoved(): void {
    this.#removed.clear();
  }
}
