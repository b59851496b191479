import { hash } from 'node:crypto';

/** Deletes entries in groups, because finding a map's first key has to skip all deleted ones. */
const GROUP = 1 / 8;

/** Adds an entry as the latest. Deletes the oldest entries once there are an eighth more than `most`. */
export function setLatest<K, V>(entries: Map<K, V>, key: K, value: V, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= most * (1 + GROUP)) return;
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(oldest);
  }
}

const MAX_REMEMBERED = 20_000;

export class LineMemory {
  readonly #lines = new Map<string, readonly number[]>();

  remember(paragraphId: number, text: string, lineIds: readonly number[]): void {
    setLatest(this.#lines, keyOf(paragraphId, text), lineIds, MAX_REMEMBERED);
  }

  recall(paragraphId: number, text: string): readonly number[] {
    return this.#lines.get(keyOf(paragraphId, text)) ?? [];
  }

  /** Clears the memory after a rollback, which may have undone remembered states. */
  forget(): void {
    this.#lines.clear();
  }
}

const keyOf = (paragraphId: number, text: string): string =>
  `${paragraphId} ${hash('sha256', text, 'hex').slice(0, 24)}`;
