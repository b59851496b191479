import { hash } from 'node:crypto';

/** Finding a map's first key steps over all that were deleted before it, so the oldest are deleted in groups. */
const GROUP = 1 / 8;

/**
 * Sets an entry of a map as its latest. Deletes the oldest entries once the map has an eighth more of them than it
 * should keep.
 *
 * @param most entries that are kept
 */
export function setLatest<K, V>(entries: Map<K, V>, key: K, value: V, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= most * (1 + GROUP)) return;
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(oldest);
  }
}

/** Wordings that are remembered, about. */
const MOST_REMEMBERED = 20_000;

/** Which lines a paragraph had when it was worded as it is again: as long as the project is open. */
export class LineMemory {
  readonly #lines = new Map<string, readonly number[]>();

  /** Remembers the lines of a paragraph, in order, before it says something else. */
  remember(paragraphId: number, text: string, lineIds: readonly number[]): void {
    setLatest(this.#lines, keyOf(paragraphId, text), lineIds, MOST_REMEMBERED);
  }

  /** The lines that the paragraph had when it last said this; none where that is not known. */
  recall(paragraphId: number, text: string): readonly number[] {
    return this.#lines.get(keyOf(paragraphId, text)) ?? [];
  }

  /** What was remembered may never have been. */
  forget(): void {
    this.#lines.clear();
  }
}

const keyOf = (paragraphId: number, text: string): string =>
  `${paragraphId} ${hash('sha256', text, 'hex').slice(0, 24)}`;
