import type { Paragraph } from '../../../../shared/model/script.ts';
import type { ScriptOptions } from '../../../../shared/model/settings.ts';
import { at } from '../../../../shared/rules/at.ts';
import { blockEnd } from '../../../../shared/rules/chapters.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { SearchQuery } from '../../../../shared/rules/search-pattern.ts';
import type { Database } from '../folder/database.ts';
import { type ChapterSummary, chapterSummaries, chapterTitles, firstChapterId } from '../lines/chapters.ts';
import { type ChapterProgress, chapterProgress } from '../lines/line-progress.ts';
import { LIVING } from '../lines/line-states.ts';
import type { SaveCounts, SaveReport } from '../lines/line-writer.ts';
import { type FindResult, findInScript } from './find-in-script.ts';
import { type Placing, placeBack, placeInChapter, type Rearranged } from './move-paragraphs.ts';
import { ScriptDocuments } from './script-documents.ts';
import { ScriptWriter, type ScriptWriterParts } from './script-writer.ts';
import { allParagraphs, type ParagraphRow, paragraphsOfChapter } from './stored-paragraphs.ts';

// A chapter that goes elsewhere in the script: its paragraphs in another order, with all that belongs to them.

const STANDS_ABOVE: ReadonlySet<ParagraphRow['kind']> = new Set(['title', 'blank']);

interface MovedChapter {
  /** All paragraphs in their new order, with the white space that now follows them; null: nothing changes. */
  readonly rows: readonly ParagraphRow[] | null;
  /** The chapter before which it stood; null: it was the last. */
  readonly before: number | null;
}

/**
 * The script with a chapter, and what it takes along, before another one. The book's title stays where it is.
 *
 * @param rows all paragraphs, in order
 * @param before a chapter; null: the end of the script
 * @throws RangeError where there is no such chapter
 */
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
  const stoodBefore = chapters[end]?.id ?? null;
  if (to >= at && to <= end) return { rows: null, before: stoodBefore };
  const rowOf = (index: number): number => {
    const heading = chapters[index];
    return heading ? rows.findIndex(({ id }) => id === heading.id) : rows.length;
  };
  const [from, place] = [rowOf(at), rowOf(to)];
  let until = rowOf(end);
  // A title stands above the heading that follows it, and stays there.
  while (until > from + 1 && STANDS_ABOVE.has(rows[until - 1]?.kind ?? 'speech')) until -= 1;
  const block = rows.slice(from, until);
  const rest = rows.toSpliced(from, until - from);
  const target = place > from ? place - block.length : place;
  const moved = [...rest.slice(0, target), ...block, ...rest.slice(target)];
  // The script ends as it did, and what was its end is followed as what is its end now was: the way back is exact.
  const [formerLast, last] = [rows.at(-1), moved.at(-1)];
  if (!formerLast || !last || formerLast.id === last.id) return { rows: moved, before: stoodBefore };
  const gapOf = ({ id, gap }: ParagraphRow): string => {
    if (id === last.id) return formerLast.gap;
    return id === formerLast.id ? last.gap : gap;
  };
  return { rows: moved.map((row) => ({ ...row, gap: gapOf(row) })), before: stoodBefore };
}

/** The script's text, and what it becomes: paragraphs and lines that keep their identity over edits. */
export class ScriptStore {
  /** The script as texts that are edited one by one. */
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
      numberAnew: () => this.#numberAnew(),
      countRoles: () => parts.cast.snapshot().roles.size,
    });
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

  /** The chapter that the script begins with; null: text before the first heading, or no chapter at all. */
  firstChapterId(): number | null {
    return firstChapterId(this.#db);
  }

  /** The chapters with how far they are, in order. */
  chapterProgress(): ChapterProgress[] {
    return chapterProgress(this.#db);
  }

  /**
   * Finds all places of words or of a regular expression in the script. A pattern that never ends is stopped.
   *
   * @param limit at most this many places are listed; the others are only counted
   */
  find(query: SearchQuery, limit: number): FindResult {
    return findInScript(this.#db, query, limit);
  }

  /**
   * Saves the whole script. Lines keep their identity and their takes wherever their text went; what was saved is on
   * the disk when this returns.
   *
   * @param known for each paragraph the stored one that it is, where that is known; null: its words tell
   * @throws ProjectError `disk-full` and others; nothing changed then
   */
  saveScript(paragraphs: readonly Paragraph[], known?: readonly (number | null)[]): SaveReport {
    return this.#save(() => this.#saveWhole(paragraphs, false, known));
  }

  /**
   * Which stored paragraph each of a whole script would be if it were saved: as `saveScript` decides; null: a new one.
   *
   * @param sources what they are found by; absent: what they say
   */
  identities(paragraphs: readonly Paragraph[], sources?: readonly string[]): (number | null)[] {
    const sought = sources ? paragraphs.map((one, index) => ({ ...one, source: at(sources, index) })) : paragraphs;
    return this.#writer.identities(allParagraphs(this.#db), sought);
  }

  /** Reads the stored script again, because how it is read has changed. No line that has takes is cut differently. */
  readAnew(): SaveReport {
    return this.#save(() => this.#saveWhole(this.#parse(this.text()), true));
  }

  /**
   * Puts a chapter before another one, with the chapters of its part where it begins one. All lines keep their takes.
   *
   * @param before a chapter; null: the end of the script
   * @returns the chapter before which it stood; null: it was the last
   * @throws RangeError where there is no such chapter; ProjectError
   */
  moveChapter(chapterId: number, before: number | null): number | null {
    const old = allParagraphs(this.#db);
    const moved = moveChapter(this.#db, old, chapterId, before);
    if (moved.rows !== null) this.#saveOrder(old, moved.rows);
    return moved.before;
  }

  /**
   * Puts paragraphs at the start or the end of a chapter, in the order in which they stand. Their lines keep their takes;
   * headings among them stay where they are.
   *
   * @param chapterId null: the text before the first heading
   * @returns how they stood, for `placeBack`; null: they stand there already
   * @throws RangeError where there is no such paragraph or chapter; ProjectError
   */
  moveParagraphs(ids: ReadonlySet<number>, chapterId: number | null, side: 'start' | 'end'): Placing | null {
    const old = allParagraphs(this.#db);
    return this.#saved(old, placeInChapter(old, ids, chapterId, side));
  }

  /** Brings paragraphs to where they stood. @returns how they stood here; null where that place is gone. @throws ProjectError */
  placeBack(former: Placing): Placing | null {
    const old = allParagraphs(this.#db);
    return this.#saved(old, placeBack(old, former));
  }

  #saved(old: readonly ParagraphRow[], placed: Rearranged | null): Placing | null {
    if (placed !== null) this.#saveOrder(old, placed.rows);
    return placed?.former ?? null;
  }

  /** Saves the paragraphs in another order. */
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

  /** How many living lines there are. */
  #countLines(): number {
    const row = this.#db
      .prepare<{ readonly n: number }>(
        `SELECT count(*) AS n FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id WHERE ${LIVING}`,
      )
      .get();
    return row?.n ?? 0;
  }

  #parse(text: string): Paragraph[] {
    return parseScript(text, this.#options());
  }

  /** What people write is flushed to the disk before they are told that it is saved. */
  #save(work: () => SaveReport): SaveReport {
    const report = this.#db.inTransaction ? this.#db.transaction(work) : this.#db.durably(work);
    this.documents.scriptChanged();
    return report;
  }

  #numberAnew(): void {
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
