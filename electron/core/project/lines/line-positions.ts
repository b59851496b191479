import { type LineNumbered, lineNumber } from '../../../../shared/rules/line-number.ts';
import type { Database } from '../folder/database.ts';
import type { Project } from '../project.ts';
import { chapterNumbers, chapterTitles } from './chapters.ts';
import { NOT_DELETED } from './line-states.ts';

interface LineNumber extends LineNumbered {
  readonly number: number;
}

const LINES_IN_ORDER = `SELECT lines.id, chapter_id FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
  WHERE ${NOT_DELETED} ORDER BY paragraphs.ord, lines.part`;

interface CountedLine extends LineNumber {
  readonly id: number;
  readonly chapterId: number | null;
}

function countLines(db: Database): CountedLine[] {
  const chapters = chapterNumbers(db);
  let numberInChapter = 0;
  let chapter: number | null | undefined;
  return db
    .prepareArrays<readonly [id: number, chapterId: number | null]>(LINES_IN_ORDER)
    .all()
    .map(([id, chapterId], at) => {
      if (chapterId !== chapter) numberInChapter = 0;
      chapter = chapterId;
      numberInChapter += 1;
      return { id, chapterId, number: at + 1, numberInChapter, chapterNumber: chapters.get(chapterId) ?? 0 };
    });
}

export class LineNumbers {
  readonly #db: Database;
  #places = new Map<number, LineNumber>();
  #stamp = '';

  constructor(db: Database) {
    this.#db = db;
    // A rollback might undo changes that have already been counted.
    db.onRollback(() => {
      this.#stamp = '';
    });
  }

  positions(): ReadonlyMap<number, LineNumber> {
    const stamp = this.#readStamp();
    if (stamp !== this.#stamp)
      this.#places = new Map(countLines(this.#db).map(({ id, chapterId: _, ...place }) => [id, place]));
    this.#stamp = stamp;
    return this.#places;
  }

  /** Returns a value that changes with every write to the database by this or another connection. */
  #readStamp(): string {
    const own = this.#db.prepare<{ readonly n: number }>('SELECT total_changes() AS n').get()?.n ?? 0;
    const others = this.#db.prepare<{ readonly data_version: number }>('PRAGMA data_version').get()?.data_version ?? 0;
    return `${own}.${others}`;
  }
}

/** `number` is 1-based in the whole script. */
export interface LinePosition extends LineNumbered {
  readonly number: number;
  readonly chapterId: number | null;
  readonly chapterTitle: string;
}

export class LinePositions {
  readonly #db: Database;
  readonly #project: Project;
  #places: Map<number, LinePosition> | null = null;

  constructor(project: Project) {
    this.#db = project.db;
    this.#project = project;
    project.db.onRollback(() => this.forget());
  }

  forget(): void {
    this.#places = null;
  }

  of(lineId: number): LinePosition | null {
    return this.#all().get(lineId) ?? null;
  }

  chapters(): readonly { readonly id: number | null; readonly title: string }[] {
    return this.#project.script.chapters();
  }

  linesOf(chapterIds: ReadonlySet<number | null>): Set<number> {
    const lines = new Set<number>();
    for (const [lineId, { chapterId }] of this.#all()) if (chapterIds.has(chapterId)) lines.add(lineId);
    return lines;
  }

  /** Returns “Act II · line 2.12”, or “Line 12” in an untitled chapter; empty if the line is gone. */
  label(lineId: number): string {
    const place = this.of(lineId);
    if (!place) return '';
    const { chapterTitle } = place;
    return chapterTitle === '' ? `Line ${lineNumber(place)}` : `${chapterTitle} · line ${lineNumber(place)}`;
  }

  /** Returns a label such as “Lines 2.51–2.100” for a range of lines. */
  rangeLabel(firstId: number, lastId: number): string {
    const first = this.of(firstId);
    const last = this.of(lastId);
    if (!first || !last)
      return (first ?? last) ? this.rangeLabel(first ? firstId : lastId, first ? firstId : lastId) : '';
    const [from, to] = [lineNumber(first), lineNumber(last)];
    return from === to ? `Line ${from}` : `Lines ${from}–${to}`;
  }

  #all(): Map<number, LinePosition> {
    this.#places ??= this.#count();
    return this.#places;
  }

  #count(): Map<number, LinePosition> {
    const titles = chapterTitles(this.#db);
    const places = new Map<number, LinePosition>();
    for (const { id, ...line } of countLines(this.#db)) {
      places.set(id, { ...line, chapterTitle: (line.chapterId !== null && titles.get(line.chapterId)?.title) || '' });
    }
    return places;
  }
}

export interface NumberedProject {
  readonly project: Project;
  readonly places: LinePositions;
}
