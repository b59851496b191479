// The stored script, paragraph by paragraph.

import type { Paragraph } from '../../../../shared/model/script.ts';
import type { Database } from '../folder/database.ts';

/** A living paragraph as it is stored. */
export interface ParagraphRow {
  readonly id: number;
  readonly ord: number;
  readonly chapter_id: number | null;
  readonly kind: Paragraph['kind'];
  readonly source: string;
  readonly gap: string;
}

// What follows from the text alone is not read: a chapter is read whole at every save.
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

/** All living paragraphs, in order. */
export function allParagraphs(db: Database): ParagraphRow[] {
  return db
    .prepareArrays<ParagraphColumns>(`SELECT ${COLUMNS} FROM paragraphs WHERE deleted_at IS NULL ORDER BY ord`)
    .all()
    .map(rowOf);
}

/** The living paragraphs of a chapter, or of the text before the first one (null), in order. */
export function paragraphsOfChapter(db: Database, chapterId: number | null): ParagraphRow[] {
  return db
    .prepareArrays<ParagraphColumns>(
      `SELECT ${COLUMNS} FROM paragraphs WHERE chapter_id IS ? AND deleted_at IS NULL ORDER BY ord`,
    )
    .all(chapterId)
    .map(rowOf);
}

/** The living paragraph directly before or after a place in the script. */
export function neighbourOf(db: Database, side: 'before' | 'after', ord: number): ParagraphRow | undefined {
  const [sign, order] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
  return db
    .prepare<ParagraphRow>(
      `SELECT ${COLUMNS} FROM paragraphs WHERE ord ${sign} ? AND deleted_at IS NULL ORDER BY ord ${order} LIMIT 1`,
    )
    .get(ord);
}

/** Whether a stored paragraph reads just like one of a text; the white space after it aside. */
export function readsTheSame(row: ParagraphRow, paragraph: Paragraph): boolean {
  return row.source === paragraph.source && row.kind === paragraph.kind;
}
