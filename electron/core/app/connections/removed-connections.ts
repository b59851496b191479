// Connections that were removed a moment ago, so that the removal can be taken back. On the disk and in the keychain
// nothing of their keys is left: for a while they are here, in memory, and then nowhere.

import type { Clock } from '../../ports.ts';
import type { SavedConnection } from './connection-book.ts';
import type { StoredKey } from './key-store.ts';

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
