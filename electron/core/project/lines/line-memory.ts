import { hash } from 'node:crypto';
import { setLatest } from '../lines/latest-entries.ts';

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
