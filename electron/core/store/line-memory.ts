import { hash } from 'node:crypto';

/** So many wordings are remembered. */
const MOST_REMEMBERED = 20_000;

/** Which lines a paragraph had when it was worded as it is again: as long as the project is open. */
export class LineMemory {
  readonly #lines = new Map<string, readonly number[]>();

  /** Remembers the lines of a paragraph, in order, before it says something else. */
  remember(paragraphId: number, text: string, lineIds: readonly number[]): void {
    const key = keyOf(paragraphId, text);
    this.#lines.delete(key);
    this.#lines.set(key, lineIds);
    const [oldest] = this.#lines.keys();
    if (this.#lines.size > MOST_REMEMBERED && oldest !== undefined) this.#lines.delete(oldest);
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
