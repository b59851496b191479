import { hash } from 'node:crypto';

/** Deletes entries in groups, because finding a map's first key requires skipping all deleted keys. */
const SLACK = 1 / 8;

/** Adds an entry as the latest one. Deletes the oldest entries once `limit` is exceeded by an eighth. */
export function setLatest<K, V>(entries: Map<K, V>, key: K, value: V, limit: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= limit * (1 + SLACK)) return;
  for (const oldest of entries.keys()) {
    if (entries.size <= limit) return;
    entries.delete(oldest);
  }
}

const MAX_REMEMBERED = 20_000;

export class LineMemory {
  readonly #lines = new Map<string, readonly number[]>();

  remember(paragraphId: number, text: string, lineIds: readonly number[]): void {
    setLatest(this.#lines, memoryKey(paragraphId, text), lineIds, MAX_REMEMBERED);
  }

  recall(paragraphId: number, text: string): readonly number[] {
    return this.#lines.get(memoryKey(paragraphId, text)) ?? [];
  }

  /** Clears the memory after a rollback, because the rollback might have undone remembered states. */
  forget(): void {
    this.#lines.clear();
  }
}

const memoryKey = (paragraphId: number, text: string): string =>
  `${paragraphId} ${hash('sha256', text, 'hex').slice(0, 24)}`;
