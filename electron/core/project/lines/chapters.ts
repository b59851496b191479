import { parseParagraph } from '../../../../shared/rules/parse-paragraph.ts';
import type { Database } from '../folder/database.ts';

export interface ChapterSummary {
  /** Null for the text before the first heading. */
  readonly id: number | null;
  readonly title: string;
  readonly level: 1 | 2 | null;
  /** Characters are as sent. */
  readonly lines: number;
  readonly characters: number;
  readonly fresh: number;
}

interface Totals {
  readonly chapter_id: number | null;
  readonly lines: number;
  readonly characters: number;
  readonly fresh: number;
}

export function chapterTitles(db: Database): Map<number, { readonly title: string; readonly level: 1 | 2 | null }> {
  const rows = db
    .prepare<{ readonly id: number; readonly source: string; readonly level: 1 | 2 | null }>(
      `SELECT id, source, level FROM paragraphs WHERE kind = 'heading' AND deleted_at IS NULL ORDER BY ord`,
    )
    .all();
  return new Map(rows.map(({ id, source, level }) => [id, { level, title: headingText(source) }]));
}

/** Maps chapters (level 2) to parts (level 1). A single level-1 heading before all chapters is the book's title. */
export function chapterParts(db: Database): Map<number, string> {
  const headings = db
    .prepare<{ readonly id: number; readonly source: string; readonly level: 1 | 2 | null }>(
      `SELECT id, source, level FROM paragraphs WHERE kind IN ('title', 'heading') AND deleted_at IS NULL ORDER BY ord`,
    )
    .all();
  const first = headings.filter(({ level }) => level === 1);
  const parts = new Map<number, string>();
  if (first.length < 2 && db.prepare(TITLES).get() !== undefined) return parts;
  let part: string | null = null;
  for (const { id, source, level } of headings) {
    if (level === 1) part = headingText(source);
    else if (part !== null) parts.set(id, part);
  }
  return parts;
}

const TITLES = `SELECT 1 FROM paragraphs WHERE kind = 'title' AND deleted_at IS NULL`;

/** 1-based; the text before the first heading has none. */
export function chapterNumbers(db: Database): Map<number | null, number> {
  const ids = db
    .prepareArrays<readonly [id: number]>(
      `SELECT id FROM paragraphs WHERE kind = 'heading' AND deleted_at IS NULL ORDER BY ord`,
    )
    .all();
  return new Map(ids.map(([id], at) => [id, at + 1]));
}

export function chapterSummaries(db: Database): ChapterSummary[] {
  const totals = new Map(readTotals(db).map((row) => [row.chapter_id, row]));
  const summary = (id: number | null, title: string, level: 1 | 2 | null): ChapterSummary => {
    const { lines, characters, fresh } = totals.get(id) ?? { lines: 0, characters: 0, fresh: 0 };
    return { id, title, level, lines, characters, fresh };
  };
  const chapters = [...chapterTitles(db)].map(([id, { title, level }]) => summary(id, title, level));
  return hasFront(db) ? [summary(null, '', null), ...chapters] : chapters;
}

export function firstChapterId(db: Database): number | null {
  if (hasFront(db)) return null;
  const first = db
    .prepare<{ readonly id: number }>(
      `SELECT id FROM paragraphs WHERE kind = 'heading' AND deleted_at IS NULL ORDER BY ord LIMIT 1`,
    )
    .get();
  return first?.id ?? null;
}

export const hasFront = (db: Database): boolean =>
  db.prepare('SELECT 1 FROM paragraphs WHERE chapter_id IS NULL AND deleted_at IS NULL LIMIT 1').get() !== undefined;

function readTotals(db: Database): Totals[] {
  return db
    .prepare<Totals>(
      `SELECT chapter_id, count(*) AS lines, sum(characters) AS characters, count(takes.id) AS fresh
       FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
       LEFT JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key
       LEFT JOIN takes ON takes.id = picks.take_id AND verdict IS NOT 'rejected' AND audio_problem IS NULL
       WHERE paragraphs.deleted_at IS NULL AND lines.deleted_at IS NULL GROUP BY chapter_id`,
    )
    .all();
}

function headingText(source: string): string {
  const content = parseParagraph(source, { roleMarks: 'confirmed', confirmedRoles: [] });
  if (content.kind !== 'heading') return '';
  return content.parts.flatMap((part) => ('text' in part ? [part.text] : [])).join(' ');
}
