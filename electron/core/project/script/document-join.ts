// One document in place of several: a chapter whose heading was taken away stands in the document of the chapter before
// and in its own.
import type { Database } from '../folder/database.ts';
import { paragraphsBetween } from './document-rows.ts';
import { neighbourOf, type ParagraphRow } from './paragraph-row.ts';
import { leadsBehind, type OpenDocument, rowLength } from './script-document.ts';

export interface Joined {
  readonly document: OpenDocument;
  /** The documents whose place it takes. */
  readonly taken: ReadonlySet<OpenDocument>;
}

/**
 * A document of everything from the first to the last paragraph of a chapter and of the documents that hold some of it.
 *
 * @param documents all that are open, in script order
 * @param holders those of them that hold paragraphs of the chapter
 * @param chapter its paragraphs, in order
 * @param id the new document's
 */
export function joinDocuments(
  db: Database,
  documents: readonly OpenDocument[],
  holders: readonly OpenDocument[],
  chapter: readonly ParagraphRow[],
  id: number,
): Joined {
  const all = [...chapter, ...holders.flatMap(({ rows }) => rows)];
  const start = all.reduce((least, { ord }) => Math.min(least, ord), Number.POSITIVE_INFINITY);
  const end = all.reduce((most, { ord }) => Math.max(most, ord), Number.NEGATIVE_INFINITY);
  const rows = holders.length === 0 ? [...chapter] : paragraphsBetween(db, start, end);
  const before = rows[0] && neighbourOf(db, 'before', rows[0].ord);
  const beforeId = before?.id ?? null;
  // An empty document between them has its place in the new one too.
  const within = new Set(rows.slice(0, -1).map((row) => row.id));
  const isBetween = (each: OpenDocument): boolean => {
    if (each.rows.length > 0) return false;
    if (each.beforeId !== null && within.has(each.beforeId)) return true;
    // One at the start of the script is for the words before the first heading.
    return each.beforeId === null && rows[0]?.chapter_id === null && beforeId === null;
  };
  const taken = new Set(documents.filter((each) => holders.includes(each) || isBetween(each)));
  // White space that is stored behind the paragraph before passes from the documents replaced to the new one.
  const lead = documents.filter((each) => taken.has(each) && each.beforeId === beforeId).map((each) => each.lead);
  const last = holders.find((each) => each.rows.at(-1)?.id === rows.at(-1)?.id);
  const bare = {
    id,
    revision: 1,
    rows,
    beforeId,
    lead: lead.join(''),
    trailing: last?.trailing ?? 0,
    wording: 0,
  };
  const whole = rows.reduce((sum, row) => sum + rowLength(row), bare.lead.length);
  const others = documents.filter((each) => !taken.has(each));
  const rest = leadsBehind(others, { ...bare, length: whole });
  return { document: { ...bare, length: whole - bare.trailing - rest }, taken };
}
