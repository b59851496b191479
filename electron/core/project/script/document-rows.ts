// Documents are joined when the heading between two chapters is removed, because the merged chapter can span both.

import type { LineProblem } from '../../../../shared/model/script.ts';
import type { Database } from '../folder/database.ts';
import { HASH_RANGE } from './document-identities.ts';
import type { Strip } from './document-window.ts';
import {
  documentsAttachedTo,
  followingLeadLength,
  type OpenDocument,
  type ParagraphFacts,
  rowLength,
  rowText,
} from './script-document.ts';
import { neighbourOf, type ParagraphRow, paragraphsOfChapter } from './stored-paragraphs.ts';

const CONTEXT_ROWS = 5;

const COLUMNS = 'id, ord, chapter_id, kind, source, gap';

function neighboursOf(db: Database, side: 'before' | 'after', ord: number, count: number): ParagraphRow[] {
  const [sign, order] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
  return db
    .prepare<ParagraphRow>(
      `SELECT ${COLUMNS} FROM paragraphs WHERE ord ${sign} ? AND deleted_at IS NULL ORDER BY ord ${order} LIMIT ?`,
    )
    .all(ord, count);
}

export function paragraphById(db: Database, id: number): ParagraphRow | undefined {
  return db.prepare<ParagraphRow>(`SELECT ${COLUMNS} FROM paragraphs WHERE id = ? AND deleted_at IS NULL`).get(id);
}

export function isDeleted(db: Database, id: number): boolean {
  return db.prepare('SELECT 1 FROM paragraphs WHERE id = ? AND deleted_at IS NOT NULL').get(id) !== undefined;
}

function paragraphsBetween(db: Database, first: number, last: number): ParagraphRow[] {
  return db
    .prepare<ParagraphRow>(
      `SELECT ${COLUMNS} FROM paragraphs WHERE ord BETWEEN ? AND ? AND deleted_at IS NULL ORDER BY ord`,
    )
    .all(first, last);
}

export function stripOf(db: Database, document: OpenDocument): Strip {
  const anchor = document.beforeId === null ? undefined : paragraphById(db, document.beforeId);
  const nowhere = Number.MIN_SAFE_INTEGER;
  const start = document.rows[0]?.ord ?? (anchor ? anchor.ord + 1 : nowhere);
  const end = document.rows.at(-1)?.ord ?? anchor?.ord ?? nowhere;
  const before = neighboursOf(db, 'before', start, CONTEXT_ROWS + 1);
  const after = neighboursOf(db, 'after', end, CONTEXT_ROWS + 2);
  // Include the heading after a title, because a title is only recognised before a heading.
  const behind = after[CONTEXT_ROWS - 1]?.kind === 'title' ? CONTEXT_ROWS + 1 : CONTEXT_ROWS;
  const low = before[CONTEXT_ROWS];
  const high = after[behind];
  const first = Math.min(before.length, CONTEXT_ROWS);
  const rows = [...before.slice(0, CONTEXT_ROWS).reverse(), ...document.rows, ...after.slice(0, behind)];
  return { document, rows, first, low, high };
}

export function reloadDocument(
  db: Database,
  documents: readonly OpenDocument[],
  document: OpenDocument,
): OpenDocument | null {
  const first = document.rows[0];
  const last = document.rows.at(-1);
  const leads = documentsAttachedTo(documents, document.beforeId)
    .map(({ lead }) => lead)
    .join('');
  const anchor = document.beforeId === null ? undefined : paragraphById(db, document.beforeId);
  if (!first || !last)
    return (anchor?.gap ?? '').endsWith(leads) && (anchor?.id ?? null) === document.beforeId ? document : null;
  const start = paragraphById(db, first.id);
  const end = paragraphById(db, last.id);
  if (!start || !end) return null;
  const rows = paragraphsBetween(db, start.ord, end.ord);
  const before = neighbourOf(db, 'before', start.ord);
  // The previous paragraph matters only if it stores white space at the start of the document.
  const follows = leads === '' || ((before?.id ?? null) === document.beforeId && before?.gap.endsWith(leads));
  const same = rows.map(rowText).join('') === document.rows.map(rowText).join('');
  return follows && same ? { ...document, rows, beforeId: before?.id ?? null } : null;
}

export function paragraphsUpToHeading(db: Database, ord: number): ParagraphRow[] {
  const heading = db
    .prepare<{ readonly ord: number }>(
      `SELECT ord FROM paragraphs WHERE kind = 'heading' AND deleted_at IS NULL AND ord > ? ORDER BY ord LIMIT 1`,
    )
    .get(ord);
  return paragraphsBetween(db, ord + 1, heading?.ord ?? Number.MAX_SAFE_INTEGER);
}

/** Extends a range of paragraphs to the end of a chapter, or to the start of another open document. */
export function extendToBoundary(
  db: Database,
  documents: readonly OpenDocument[],
  rows: readonly ParagraphRow[],
  chapterId: number | null,
): readonly ParagraphRow[] {
  const [start, end] = [rows[0], paragraphsOfChapter(db, chapterId).at(-1)];
  if (!start || !end || end.ord <= (rows.at(-1)?.ord ?? end.ord)) return rows;
  const taken = new Set(documents.flatMap((each) => each.rows.map(({ id }) => id)));
  const all = paragraphsBetween(db, start.ord, end.ord);
  const other = all.findIndex(({ id }) => taken.has(id));
  return other < 0 ? all : all.slice(0, other);
}

interface InfoRow {
  readonly id: number;
  readonly problem: string | null;
  readonly pause_seconds: number | null;
  readonly line_id: number | null;
}

const SELECT_INFO = `SELECT paragraphs.id AS id, paragraphs.problem AS problem, pause_seconds, lines.id AS line_id
  FROM paragraphs LEFT JOIN lines ON lines.paragraph_id = paragraphs.id AND lines.deleted_at IS NULL`;

/** Up to this many paragraphs are looked up by id. If there are more, they are read as a range. */
const MAX_LOOKUPS_BY_ID = 50;

/** Id 0 stands for white space without a row in the database. */
export function paragraphInfos(db: Database, rows: readonly ParagraphRow[]): ParagraphFacts[] {
  const first = rows.find(({ id }) => id > 0);
  const last = rows.at(-1);
  if (!first || !last) return rows.map(infoWithoutLines);
  const found =
    rows.length > MAX_LOOKUPS_BY_ID
      ? db
          .prepare<InfoRow>(
            `${SELECT_INFO} WHERE ord BETWEEN ? AND ? AND paragraphs.deleted_at IS NULL ORDER BY ord, part`,
          )
          .all(first.ord, last.ord)
      : rows.flatMap(({ id }) => db.prepare<InfoRow>(`${SELECT_INFO} WHERE paragraphs.id = ? ORDER BY part`).all(id));
  const facts = new Map<number, { readonly row: InfoRow; readonly lineIds: number[] }>();
  for (const row of found) {
    const known = facts.get(row.id) ?? { row, lineIds: [] };
    facts.set(row.id, known);
    if (row.line_id !== null) known.lineIds.push(row.line_id);
  }
  return rows.map((row) => {
    const fact = facts.get(row.id);
    const seconds = fact?.row.pause_seconds ?? null;
    return {
      ...infoWithoutLines(row),
      lineIds: fact?.lineIds ?? [],
      problem: readParagraphProblem(db, fact?.row.problem ?? null),
      ...(seconds === null ? {} : { pauseSeconds: seconds }),
    };
  });
}

const infoWithoutLines = (row: ParagraphRow): ParagraphFacts => ({
  id: row.id,
  length: rowLength(row),
  kind: row.kind,
  lineIds: [],
  problem: null,
});

function readParagraphProblem(db: Database, text: string | null): LineProblem | null {
  return text === null ? null : db.readDocument(text, (value) => value as LineProblem, 'paragraphs.problem');
}

export interface JoinedDocument {
  readonly document: OpenDocument;
  readonly taken: ReadonlySet<OpenDocument>;
}

export function joinDocuments(
  db: Database,
  documents: readonly OpenDocument[],
  holders: readonly OpenDocument[],
  chapter: readonly ParagraphRow[],
  id: number,
): JoinedDocument {
  const all = [...chapter, ...holders.flatMap(({ rows }) => rows)];
  const start = all.reduce((least, { ord }) => Math.min(least, ord), Number.POSITIVE_INFINITY);
  const end = all.reduce((most, { ord }) => Math.max(most, ord), Number.NEGATIVE_INFINITY);
  const rows = holders.length === 0 ? [...chapter] : paragraphsBetween(db, start, end);
  const before = rows[0] && neighbourOf(db, 'before', rows[0].ord);
  const beforeId = before?.id ?? null;
  // Also merge any empty documents in between.
  const within = new Set(rows.slice(0, -1).map((row) => row.id));
  const isBetween = (each: OpenDocument): boolean => {
    if (each.rows.length > 0) return false;
    if (each.beforeId !== null && within.has(each.beforeId)) return true;
    // A document at the start of the script contains the text before the first heading.
    return each.beforeId === null && rows[0]?.chapter_id === null && beforeId === null;
  };
  const taken = new Set(documents.filter((each) => holders.includes(each) || isBetween(each)));
  // The new document takes over the white space that is stored after the preceding paragraph.
  const lead = documents.filter((each) => taken.has(each) && each.beforeId === beforeId).map((each) => each.lead);
  const last = holders.find((each) => each.rows.at(-1)?.id === rows.at(-1)?.id);
  const bare = {
    id,
    revision: 1,
    rows,
    beforeId,
    lead: lead.join(''),
    trailing: last?.trailing ?? 0,
    wording: [...taken].reduce((sum, { wording }) => sum + wording, 0) % HASH_RANGE,
  };
  const whole = rows.reduce((sum, row) => sum + rowLength(row), bare.lead.length);
  const others = documents.filter((each) => !taken.has(each));
  const rest = followingLeadLength(others, { ...bare, length: whole });
  return { document: { ...bare, length: whole - bare.trailing - rest }, taken };
}

export function positionsOf(
  documents: readonly OpenDocument[],
  taken: ReadonlySet<OpenDocument>,
  now: OpenDocument,
  wanted: readonly OpenDocument[],
): { readonly documentId: number; readonly from: number }[] {
  let end = 0;
  const ends = new Map<number, number>();
  for (const row of now.rows) {
    end += rowLength(row);
    ends.set(row.id, now.lead.length + end);
  }
  return wanted.map((each) => {
    const attached = documentsAttachedTo(documents, each.beforeId).filter((one) => taken.has(one));
    const at = attached.indexOf(each);
    const lengthOf = (some: readonly OpenDocument[]) => some.reduce((sum, { lead }) => sum + lead.length, 0);
    const before = each.beforeId === now.beforeId ? undefined : ends.get(each.beforeId ?? 0);
    const from = before === undefined ? lengthOf(attached.slice(0, at)) : before - lengthOf(attached.slice(at));
    return { documentId: each.id, from };
  });
}
