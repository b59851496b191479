import type { Paragraph } from '../../../../shared/model/script.ts';
import type { ScriptOptions } from '../../../../shared/model/settings.ts';
import { at } from '../../../../shared/rules/at.ts';
import { blockEnd } from '../../../../shared/rules/chapters.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { SearchQuery } from '../../../../shared/rules/search-pattern.ts';
import type { Database } from '../folder/database.ts';
import { type ChapterSummary, chapterSummaries, chapterTitles, firstChapterId } from '../lines/chapters.ts';
import { type ChapterProgress, chapterProgress } from '../lines/line-progress.ts';
import { NOT_DELETED } from '../lines/line-states.ts';
import type { SaveCounts, SaveReport } from '../lines/line-writer.ts';
import { type FindResult, findInScript } from './find-in-script.ts';
import { type Placing, placeInChapter, type RearrangedParagraphs, restorePlacing } from './move-paragraphs.ts';
import { ScriptDocuments } from './script-documents.ts';
import { ScriptWriter, type ScriptWriterParts } from './script-writer.ts';
import { allParagraphs, type ParagraphRow, paragraphsOfChapter } from './stored-paragraphs.ts';

const PRECEDES_HEADING: ReadonlySet<ParagraphRow['kind']> = new Set(['title', 'blank']);

interface MovedChapter {
  readonly rows: readonly ParagraphRow[] | null;
  readonly before: number | null;
}

/** Moves a chapter, or a part with its chapters, before another heading; null means the end of the script. */
function moveChapter(
  db: Database,
  rows: readonly ParagraphRow[],
  chapterId: number,
  before: number | null,
): MovedChapter {
  const chapters = [...chapterTitles(db)].map(([id, { level }]) => ({ id, level }));
  const at = chapters.findIndex(({ id }) => id === chapterId);
  const to = before === null ? chapters.length : chapters.findIndex(({ id }) => id === before);
  if (at < 0 || to < 0) throw new RangeError(`there is no chapter ${at < 0 ? chapterId : before}`);
  const end = blockEnd(chapters, at);
  const previousNeighbour = chapters[end]?.id ?? null;
  if (to >= at && to <= end) return { rows: null, before: previousNeighbour };
  const rowOf = (index: number): number => {
    const heading = chapters[index];
    return heading ? rows.findIndex(({ id }) => id === heading.id) : rows.length;
  };
  const [from, place] = [rowOf(at), rowOf(to)];
  let until = rowOf(end);
  // Keep titles with the heading that follows.
  while (until > from + 1 && PRECEDES_HEADING.has(rows[until - 1]?.kind ?? 'speech')) until -= 1;
  const block = rows.slice(from, until);
  const rest = rows.toSpliced(from, until - from);
  const target = place > from ? place - block.length : place;
  const moved = [...rest.slice(0, target), ...block, ...rest.slice(target)];
  // Swap the white space, so that the script still ends the same way and the move can be undone exactly.
  const [formerLast, last] = [rows.at(-1), moved.at(-1)];
  if (!formerLast || !last || formerLast.id === last.id) return { rows: moved, before: previousNeighbour };
  const gapOf = ({ id, gap }: ParagraphRow): string => {
    if (id === last.id) return formerLast.gap;
    return id === formerLast.id ? last.gap : gap;
  };
  return { rows: moved.map((row) => ({ ...row, gap: gapOf(row) })), before: previousNeighbour };
}

export class ScriptStore {
  readonly documents: ScriptDocuments;
  readonly #db: Database;
  readonly #options: () => ScriptOptions;
  readonly #writer: ScriptWriter;

  constructor(parts: ScriptWriterParts) {
    this.#db = parts.db;
    this.#options = parts.options;
    this.#writer = new ScriptWriter(parts);
    this.documents = new ScriptDocuments({
      db: parts.db,
      parse: (text) => this.#parse(text),
      replace: (range) => this.#writer.replace(range),
      renumberParagraphs: () => this.#renumberParagraphs(),
      countRoles: () => parts.cast.snapshot().roles.size,
    });
  }

  text(): string {
    return textOf(allParagraphs(this.#db));
  }

  chapterText(chapterId: number | null): string {
    return textOf(paragraphsOfChapter(this.#db, chapterId));
  }

  chapters(): ChapterSummary[] {
    return chapterSummaries(this.#db);
  }

  firstChapterId(): number | null {
    return firstChapterId(this.#db);
  }

  chapterProgress(): ChapterProgress[] {
    return chapterProgress(this.#db);
  }

  /** Counts matches beyond the limit without listing them. Stops patterns that don't terminate. */
  find(query: SearchQuery, limit: number): FindResult {
    return findInScript(this.#db, query, limit);
  }

  /** Saves and flushes the whole script. Lines keep their takes. @param known stored ids; null to match by text */
  saveScript(paragraphs: readonly Paragraph[], known?: readonly (number | null)[]): SaveReport {
    return this.#save(() => this.#saveWhole(paragraphs, false, known));
  }

  /**
   * Returns the stored paragraph that `saveScript` would match with each of the given ones.
   * @param sources texts to match by
   */
  identities(paragraphs: readonly Paragraph[], sources?: readonly string[]): (number | null)[] {
    const sought = sources ? paragraphs.map((one, index) => ({ ...one, source: at(sources, index) })) : paragraphs;
    return this.#writer.identities(allParagraphs(this.#db), sought);
  }

  /** Parses the script again. Text with takes remains split into the same lines. */
  reparse(): SaveReport {
    return this.#save(() => this.#saveWhole(this.#parse(this.text()), true));
  }

  /**
   * Moves a chapter; null means the end of the script.
   * @returns the chapter that it preceded
   * @throws RangeError; ProjectError
   */
  moveChapter(chapterId: number, before: number | null): number | null {
    const old = allParagraphs(this.#db);
    const moved = moveChapter(this.#db, old, chapterId, before);
    if (moved.rows !== null) this.#saveOrder(old, moved.rows);
    return moved.before;
  }

  /**
   * Moves paragraphs to a chapter. Headings stay in place, and lines keep their takes.
   * @returns the former positions; null if they are already there
   */
  moveParagraphs(ids: ReadonlySet<number>, chapterId: number | null, side: 'start' | 'end'): Placing | null {
    const old = allParagraphs(this.#db);
    return this.#saveRearranged(old, placeInChapter(old, ids, chapterId, side));
  }

  restorePlacing(former: Placing): Placing | null {
    const old = allParagraphs(this.#db);
    return this.#saveRearranged(old, restorePlacing(old, former));
  }

  #saveRearranged(old: readonly ParagraphRow[], placed: RearrangedParagraphs | null): Placing | null {
    if (placed !== null) this.#saveOrder(old, placed.rows);
    return placed?.former ?? null;
  }

  #saveOrder(old: readonly ParagraphRow[], rows: readonly ParagraphRow[]): void {
    const next = this.#parse(textOf(rows));
    const isAsItWas = next.length === rows.length && next.every(({ source }, at) => source === rows[at]?.source);
    const known = isAsItWas ? { known: rows.map(({ id }) => id) } : {};
    this.#db.durably(() =>
      this.#writer.replace({ before: [], after: [], old, next, ...known, chapterId: null, low: null, high: null }),
    );
    this.documents.scriptChanged();
  }

  #saveWhole(next: readonly Paragraph[], recut: boolean, known?: readonly (number | null)[]): SaveReport {
    const lines = this.#countLines();
    const old = allParagraphs(this.#db);
    const whole = { before: [], after: [], old, next, chapterId: null, low: null, high: null };
    const range = known ? { ...whole, known } : whole;
    return reportOf(this.#writer.replace(range, recut).counts, lines);
  }

  #countLines(): number {
    const row = this.#db
      .prepare<{ readonly n: number }>(
        `SELECT count(*) AS n FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id WHERE ${NOT_DELETED}`,
      )
      .get();
    return row?.n ?? 0;
  }

  #parse(text: string): Paragraph[] {
    return parseScript(text, this.#options());
  }

  /** Flush to disk before reporting the text as saved. */
  #save(work: () => SaveReport): SaveReport {
    const report = this.#db.inTransaction ? this.#db.transaction(work) : this.#db.durably(work);
    this.documents.scriptChanged();
    return report;
  }

  #renumberParagraphs(): void {
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
