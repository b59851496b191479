import type { ParagraphRow } from './paragraph-row.ts';

/** A chapter as it is stored. */
export interface StoredChapter {
  /** In order. */
  readonly rows: readonly ParagraphRow[];
  /** How many living lines it has. */
  readonly lines: number;
}

/** So many chapters are remembered: people work on one or two at a time. */
const MOST_CHAPTERS = 8;

/** The chapters saved last, for the one process that may write: who types in a chapter saves it over and over. */
export class ChapterCache {
  readonly #chapters = new Map<number | null, StoredChapter>();

  get(chapterId: number | null): StoredChapter | undefined {
    return this.#chapters.get(chapterId);
  }

  /** Remembers a chapter as the latest. */
  set(chapterId: number | null, chapter: StoredChapter): void {
    this.#chapters.delete(chapterId);
    this.#chapters.set(chapterId, chapter);
    const [oldest] = this.#chapters.keys();
    if (this.#chapters.size > MOST_CHAPTERS && oldest !== undefined) this.#chapters.delete(oldest);
  }

  /** Everything is to be read anew. */
  forget(): void {
    this.#chapters.clear();
  }
}
