import type { Paragraph } from '../../../shared/model/script.ts';
import type { ScriptOptions } from '../../../shared/rules/script-options.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { ChapterCache, type StoredChapter } from './chapter-cache.ts';
import { type ChapterEdit, narrowEdit } from './chapter-edit.ts';
import { type ChapterSummary, chapterSummaries } from './chapters.ts';
import type { Database } from './database.ts';
import type { SaveCounts, SaveReport } from './line-writer.ts';
import { allParagraphs, neighbourOf, type ParagraphRow, paragraphsOfChapter } from './paragraph-row.ts';
import { NoRoomError, type Stretch } from './script-layout.ts';
import { ScriptWriter, type ScriptWriterParts } from './script-writer.ts';

/** The script's text, and what it becomes: paragraphs and lines that keep their identity over edits. */
export class ScriptStore {
  readonly #db: Database;
  readonly #options: () => ScriptOptions;
  readonly #writer: ScriptWriter;
  readonly #cache = new ChapterCache();

  constructor(parts: ScriptWriterParts) {
    this.#db = parts.db;
    this.#options = parts.options;
    this.#writer = new ScriptWriter(parts);
    parts.db.onRollback(() => this.#cache.forget());
  }

  /** The whole script, exactly as it was saved. */
  text(): string {
    return textOf(allParagraphs(this.#db));
  }

  /** The text of a chapter, or, for null, what stands before the first one; empty where there is none. */
  chapterText(chapterId: number | null): string {
    return textOf(paragraphsOfChapter(this.#db, chapterId));
  }

  /** The chapters, in order, text before the first one included. */
  chapters(): ChapterSummary[] {
    return chapterSummaries(this.#db);
  }

  /**
   * Saves the whole script. Lines keep their identity and their takes wherever their text went; what was saved is on
   * the disk when this returns.
   *
   * @throws ProjectError `disk-full` and others; nothing changed then
   */
  saveScript(paragraphs: readonly Paragraph[]): SaveReport {
    return this.#save(() => this.#saveWhole(paragraphs, false));
  }

  /**
   * Saves the text of one chapter, which may become several, or lose its heading and join the chapter before. Only
   * that chapter is read, and of its text only what changed. Where another chapter follows, the text gets the line
   * break at its end that keeps the two apart.
   *
   * @param chapterId the chapter, or null for the text before the first one
   * @throws ProjectError; RangeError where there is no such chapter
   */
  saveChapter(chapterId: number | null, text: string): SaveReport {
    return this.#save(() => {
      const chapter = this.#cache.get(chapterId) ?? this.#readChapter(chapterId);
      const old = chapter.rows;
      if (old.length === 0 && chapterId !== null) throw new RangeError(`there is no chapter ${chapterId}`);
      const low = old[0] ? neighbourOf(this.#db, 'before', old[0].ord) : undefined;
      const high = old.length > 0 ? neighbourOf(this.#db, 'after', old.at(-1)?.ord ?? 0) : this.#first();
      const whole = high && text !== '' && !/[\r\n]$/.test(text) ? `${text}\n\n` : text;
      const parse = (part: string) => this.#parse(part);
      const edit = narrowEdit({ old, text: whole, previous: low, following: high, parse });
      if (edit === null) return this.#saveWithNeighbours(old, whole, low, high);
      const { counts, rows } = this.#writer.replace(stretchOf(old, edit, low, high));
      // Words before a chapter's heading belong to the chapter before.
      if (rows?.every((row) => row.chapter_id === chapterId)) {
        this.#cache.set(chapterId, { rows, lines: chapter.lines + counts.added + counts.revived - counts.removed });
      } else this.#cache.forget();
      return reportOf(counts, chapter.lines);
    });
  }

  /** Reads the stored script anew, because how it is read has changed. No line that has takes is cut differently. */
  readAnew(): SaveReport {
    return this.#save(() => this.#saveWhole(this.#parse(this.text()), true));
  }

  #saveWhole(next: readonly Paragraph[], recut: boolean): SaveReport {
    this.#cache.forget();
    const lines = this.#countLines(null);
    const old = allParagraphs(this.#db);
    const stretch = { before: [], after: [], old, next, chapterId: null, low: null, high: null };
    return reportOf(this.#writer.replace(stretch, recut).counts, lines);
  }

  /** The edit reaches into what stands around the chapter: its neighbours are read with it. */
  #saveWithNeighbours(
    old: readonly ParagraphRow[],
    text: string,
    low: ParagraphRow | undefined,
    high: ParagraphRow | undefined,
  ): SaveReport {
    const before = low ? paragraphsOfChapter(this.#db, low.chapter_id) : [];
    const after = high ? paragraphsOfChapter(this.#db, high.chapter_id) : [];
    const first = before[0];
    const last = after.at(-1);
    const outerLow = first ? neighbourOf(this.#db, 'before', first.ord) : undefined;
    const outerHigh = last ? neighbourOf(this.#db, 'after', last.ord) : undefined;
    const rows = [...before, ...old, ...after];
    const next = this.#parse(textOf(before) + text + textOf(after));
    this.#cache.forget();
    const lines = this.#countLines(rows);
    const { counts } = this.#writer.replace(stretchOf(rows, { start: 0, end: rows.length, next }, outerLow, outerHigh));
    return reportOf(counts, lines);
  }

  #readChapter(chapterId: number | null): StoredChapter {
    const rows = paragraphsOfChapter(this.#db, chapterId);
    return { rows, lines: this.#countLines(rows) };
  }

  /** How many living lines paragraphs that follow each other have; for null, all. */
  #countLines(rows: readonly ParagraphRow[] | null): number {
    const count = this.#db.prepare<{ readonly n: number }>(
      `SELECT count(*) AS n FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
       WHERE ord BETWEEN ? AND ? AND paragraphs.deleted_at IS NULL AND lines.deleted_at IS NULL`,
    );
    const first = rows ? (rows[0]?.ord ?? 0) : Number.MIN_SAFE_INTEGER;
    const last = rows ? (rows.at(-1)?.ord ?? -1) : Number.MAX_SAFE_INTEGER;
    return count.get(first, last)?.n ?? 0;
  }

  #first(): ParagraphRow | undefined {
    return neighbourOf(this.#db, 'after', Number.MIN_SAFE_INTEGER);
  }

  #parse(text: string): Paragraph[] {
    return parseScript(text, this.#options());
  }

  /** What people write is flushed to the disk before they are told that it is saved. */
  #save(work: () => SaveReport): SaveReport {
    const attempt = (): SaveReport => (this.#db.inTransaction ? this.#db.transaction(work) : this.#db.durably(work));
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof NoRoomError)) throw error;
      this.#numberAnew();
      return attempt();
    }
  }

  #numberAnew(): void {
    this.#cache.forget();
    this.#db.transaction(() => {
      this.#db.exec(
        `UPDATE paragraphs SET ord = numbered.n * 1073741824
         FROM (SELECT id, row_number() OVER (ORDER BY ord) AS n FROM paragraphs WHERE deleted_at IS NULL) AS numbered
         WHERE numbered.id = paragraphs.id`,
      );
    });
  }
}

function reportOf(counts: SaveCounts, linesBefore: number): SaveReport {
  return { ...counts, unchanged: linesBefore - counts.changed - counts.removed };
}

const textOf = (rows: readonly ParagraphRow[]): string => rows.map(({ source, gap }) => source + gap).join('');

function stretchOf(
  rows: readonly ParagraphRow[],
  { start, end, next }: ChapterEdit,
  low: ParagraphRow | undefined,
  high: ParagraphRow | undefined,
): Stretch {
  return {
    before: rows.slice(0, start),
    old: rows.slice(start, end),
    after: rows.slice(end),
    next,
    chapterId: low?.chapter_id ?? null,
    low: low?.ord ?? null,
    high: high?.ord ?? null,
  };
}
