import type { Paragraph } from '../../../../shared/model/script.ts';
import type { Database } from '../folder/database.ts';

export interface ParagraphRow {
  readonly id: number;
  readonly ord: number;
  readonly chapter_id: number | null;
  readonly kind: Paragraph['kind'];
  readonly source: string;
  readonly gap: string;
}

// Omits columns that can be derived from the text, because every save reads whole chapters.
const COLUMNS = 'id, ord, chapter_id, kind, source, gap';

type ParagraphColumns = readonly [number, number, number | null, Paragraph['kind'], string, string];

const rowOf = ([id, ord, chapter_id, kind, source, gap]: ParagraphColumns): ParagraphRow => ({
  id,
  ord,
  chapter_id,
  kind,
  source,
  gap,
});

export function allParagraphs(db: Database): ParagraphRow[] {
  return db
    .prepareArrays<ParagraphColumns>(`SELECT ${COLUMNS} FROM paragraphs WHERE deleted_at IS NULL ORDER BY ord`)
    .all()
    .map(rowOf);
}

export function paragraphsOfChapter(db: Database, chapterId: number | null): ParagraphRow[] {
  return db
    .prepareArrays<ParagraphColumns>(
      `SELECT ${COLUMNS} FROM paragraphs WHERE chapter_id IS ? AND deleted_at IS NULL ORDER BY ord`,
    )
    .all(chapterId)
    .map(rowOf);
}

export function neighbourOf(db: Database, side: 'before' | 'after', ord: number): ParagraphRow | undefined {
  const [sign, order] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
  return db
    .prepare<ParagraphRow>(
      `SELECT ${COLUMNS} FROM paragraphs WHERE ord ${sign} ? AND deleted_at IS NULL ORDER BY ord ${order} LIMIT 1`,
    )
    .get(ord);
}

/** Compares text and kind, but not the white space after the paragraph. */
export function isUnchangedParagraph(row: ParagraphRow, paragraph: Paragraph): boolean {
  return row.source === paragraph.source && row.kind === paragraph.kind;
}
