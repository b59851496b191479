// A chapter that goes elsewhere in the script: its paragraphs in another order, with all that belongs to them.
import { blockEnd } from '../../../../shared/rules/chapters.ts';
import type { Database } from '../folder/database.ts';
import { chapterTitles } from './chapters.ts';
import type { ParagraphRow } from './paragraph-row.ts';

const STANDS_ABOVE: ReadonlySet<ParagraphRow['kind']> = new Set(['title', 'blank']);

export interface MovedChapter {
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
export function moveChapter(
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
  const moved = rest.toSpliced(place > from ? place - block.length : place, 0, ...block);
  // The script ends as it did, and what was its end is followed as what is its end now was: the way back is exact.
  const [formerLast, last] = [rows.at(-1), moved.at(-1)];
  if (!formerLast || !last || formerLast.id === last.id) return { rows: moved, before: stoodBefore };
  const gapOf = ({ id, gap }: ParagraphRow): string => {
    if (id === last.id) return formerLast.gap;
    return id === formerLast.id ? last.gap : gap;
  };
  return { rows: moved.map((row) => ({ ...row, gap: gapOf(row) })), before: stoodBefore };
}
