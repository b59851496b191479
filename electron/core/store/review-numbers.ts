import type { LineNumbered } from '../../../shared/rules/line-number.ts';
import { chapterNumbers } from './chapters.ts';
import type { Database } from './database.ts';
import { LIVING } from './line-states.ts';

/** Where a line stands; `number` is 1-based in the whole script. */
export interface LineNumber extends LineNumbered {
  readonly number: number;
}

const ORDER = `SELECT lines.id, chapter_id FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
  WHERE ${LIVING} ORDER BY paragraphs.ord, lines.part`;

/** The numbers of all lines, counted anew only when something in the file has changed. */
export class LineNumbers {
  readonly #db: Database;
  #places = new Map<number, LineNumber>();
  #stamp = '';

  constructor(db: Database) {
    this.#db = db;
    // What was counted within a transaction that was taken back never was.
    db.onRollback(() => {
      this.#stamp = '';
    });
  }

  /** The places of all living lines, by their ids. */
  places(): ReadonlyMap<number, LineNumber> {
    const stamp = this.#readStamp();
    if (stamp !== this.#stamp) this.#count();
    this.#stamp = stamp;
    return this.#places;
  }

  /** What changes with every change of the file, by this connection or by another. */
  #readStamp(): string {
    const own = this.#db.prepare<{ readonly n: number }>('SELECT total_changes() AS n').get()?.n ?? 0;
    const others = this.#db.prepare<{ readonly data_version: number }>('PRAGMA data_version').get()?.data_version ?? 0;
    return `${own}.${others}`;
  }

  #count(): void {
    this.#places = new Map();
    const chapters = chapterNumbers(this.#db);
    let number = 0;
    let numberInChapter = 0;
    let chapter: number | null | undefined;
    for (const [id, chapterId] of this.#db
      .prepareArrays<readonly [id: number, chapterId: number | null]>(ORDER)
      .all()) {
      if (chapterId !== chapter) numberInChapter = 0;
      chapter = chapterId;
      number += 1;
      numberInChapter += 1;
      this.#places.set(id, { number, numberInChapter, chapterNumber: chapters.get(chapterId) ?? 0 });
    }
  }
}
