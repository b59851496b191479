import type { LineNumbered } from '../../../../shared/rules/line-number.ts';
import type { Database } from '../folder/database.ts';
import { LIVING } from '../lines/line-states.ts';
import { chapterNumbers } from '../script/chapters.ts';

/** Where a line stands; `number` is 1-based in the whole script. */
export interface LineNumber extends LineNumbered {
  readonly number: number;
}

const ORDER = `SELECT lines.id, chapter_id FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
  WHERE ${LIVING} ORDER BY paragraphs.ord, lines.part`;

/** A line with its place and its chapter. */
export interface CountedLine extends LineNumber {
  readonly id: number;
  readonly chapterId: number | null;
}

/** All living lines in script order, numbered. */
export function countLines(db: Database): CountedLine[] {
  const chapters = chapterNumbers(db);
  let numberInChapter = 0;
  let chapter: number | null | undefined;
  return db
    .prepareArrays<readonly [id: number, chapterId: number | null]>(ORDER)
    .all()
    .map(([id, chapterId], at) => {
      if (chapterId !== chapter) numberInChapter = 0;
      chapter = chapterId;
      numberInChapter += 1;
      return { id, chapterId, number: at + 1, numberInChapter, chapterNumber: chapters.get(chapterId) ?? 0 };
    });
}

/** The numbers of all lines, counted again only when something in the file has changed. */
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
    if (stamp !== this.#stamp)
      this.#places = new Map(countLines(this.#db).map(({ id, chapterId: _, ...place }) => [id, place]));
    this.#stamp = stamp;
    return this.#places;
  }

  /** What changes with every change of the file, by this connection or by another. */
  #readStamp(): string {
    const own = this.#db.prepare<{ readonly n: number }>('SELECT total_changes() AS n').get()?.n ?? 0;
    const others = this.#db.prepare<{ readonly data_version: number }>('PRAGMA data_version').get()?.data_version ?? 0;
    return `${own}.${others}`;
  }
}
