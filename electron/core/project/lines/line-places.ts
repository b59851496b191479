// What lines are called, and where they stand. Counted once for each state of the script.
import { type LineNumbered, lineNumber } from '../../../../shared/rules/line-number.ts';
import type { Database } from '../folder/database.ts';
import type { Project } from '../project.ts';
import { countLines } from '../takes/review-numbers.ts';

/** Where a line stands; `number` is 1-based in the whole script. */
export interface LinePlace extends LineNumbered {
  readonly number: number;
  readonly chapterId: number | null;
  readonly chapterTitle: string;
}

export class LinePlaces {
  readonly #db: Database;
  readonly #project: Project;
  #places: Map<number, LinePlace> | null = null;

  constructor(project: Project) {
    this.#db = project.db;
    this.#project = project;
    project.db.onRollback(() => this.forget());
  }

  /** The script changed: places are counted again when they are next asked for. */
  forget(): void {
    this.#places = null;
  }

  /** Null: the line is not in the script any more. */
  of(lineId: number): LinePlace | null {
    return this.#all().get(lineId) ?? null;
  }

  /** In script order. */
  chapters(): readonly { readonly id: number | null; readonly title: string }[] {
    return this.#project.script.chapters();
  }

  /** The lines of chapters; null: before the first heading. */
  linesOf(chapterIds: ReadonlySet<number | null>): Set<number> {
    const lines = new Set<number>();
    for (const [lineId, { chapterId }] of this.#all()) if (chapterIds.has(chapterId)) lines.add(lineId);
    return lines;
  }

  /** “Act II · line 2.12”, or “Line 12” where its chapter has no title; empty where it is not in the script any more. */
  label(lineId: number): string {
    const place = this.of(lineId);
    if (!place) return '';
    const { chapterTitle } = place;
    return chapterTitle === '' ? `Line ${lineNumber(place)}` : `${chapterTitle} · line ${lineNumber(place)}`;
  }

  /** Such as “Lines 2.51–2.100”, of the first and last line of a batch. */
  stretch(firstId: number, lastId: number): string {
    const first = this.of(firstId);
    const last = this.of(lastId);
    if (!first || !last) return (first ?? last) ? this.stretch(first ? firstId : lastId, first ? firstId : lastId) : '';
    const [from, to] = [lineNumber(first), lineNumber(last)];
    return from === to ? `Line ${from}` : `Lines ${from}–${to}`;
  }

  #all(): Map<number, LinePlace> {
    this.#places ??= this.#count();
    return this.#places;
  }

  #count(): Map<number, LinePlace> {
    const titles = new Map(this.#project.script.chapters().map(({ id, title }) => [id, title]));
    const places = new Map<number, LinePlace>();
    for (const { id, ...line } of countLines(this.#db)) {
      places.set(id, { ...line, chapterTitle: titles.get(line.chapterId) ?? '' });
    }
    return places;
  }
}
