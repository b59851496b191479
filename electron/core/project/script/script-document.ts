import type { TextChange } from '../../../../shared/ipc/script-requests.ts';
import type { LineProblem, ParagraphKind } from '../../../../shared/model/script.ts';
import type { ParagraphRow } from './stored-paragraphs.ts';

export interface ParagraphFacts {
  /** Paragraph id; 0 for white space at the start of the document, which isn't a paragraph of its own. */
  readonly id: number;
  /** Length of the text and the white space after it, in UTF-16 code units. */
  readonly length: number;
  readonly kind: ParagraphKind;
  readonly lineIds: readonly number[];
  readonly problem: LineProblem | null;
  /** In seconds. */
  readonly pauseSeconds?: number;
}

export interface OpenDocument {
  readonly id: number;
  readonly revision: number;
  readonly rows: readonly ParagraphRow[];
  /** Id of the preceding paragraph in the script, even in another document; null at the start. */
  readonly beforeId: number | null;
  /** White space stored after the preceding paragraph. If the document has no paragraphs, this is all of its text. */
  readonly lead: string;
  /** Number of separator characters at the end that aren't shown in the editor. */
  readonly trailing: number;
  readonly length: number;
  /** The difference between the hash of the current text and the hash of the text at opening. */
  readonly wording: number;
}

export type ScriptDocumentProblem =
  /** The document was closed because the script was changed elsewhere. Open it again. */
  | { readonly kind: 'document-closed'; readonly documentId: number }
  /** The edit is based on a revision that isn't the stored one. Load the document again. */
  | { readonly kind: 'wrong-revision'; readonly documentId: number; readonly revision: number };

export class ScriptDocumentError extends Error {
  readonly problem: ScriptDocumentProblem;

  constructor(problem: ScriptDocumentProblem) {
    super(`document ${problem.documentId}: ${problem.kind}`);
    this.name = 'ScriptDocumentError';
    this.problem = problem;
  }
}

export const rowLength = ({ source, gap }: ParagraphRow): number => source.length + gap.length;

export const rowText = ({ source, gap }: ParagraphRow): string => source + gap;

export function documentsAttachedTo(documents: readonly OpenDocument[], rowId: number | null): OpenDocument[] {
  return documents.filter(({ beforeId }) => beforeId === rowId);
}

/** Returns the length of the white space after a document that belongs to following documents. */
export function followingLeadLength(documents: readonly OpenDocument[], document: OpenDocument): number {
  const last = document.rows.at(-1);
  const behind = last
    ? documentsAttachedTo(documents, last.id)
    : documentsAttachedTo(documents, document.beforeId).slice(
        documentsAttachedTo(documents, document.beforeId).findIndex(({ id }) => id === document.id) + 1,
      );
  return behind.reduce((sum, { lead }) => sum + lead.length, 0);
}

export function textOfDocument(document: OpenDocument): string {
  const whole = document.lead + document.rows.map(rowText).join('');
  return whole.slice(0, document.length);
}

export const SEPARATOR = '\n\n';

/** Returns the paragraphs as the editor shows them, with white space at the start as a paragraph with id 0. */
export function shownParagraphs(document: OpenDocument, trailingLength: number): ParagraphRow[] {
  const rows = [...document.rows];
  const last = rows.at(-1);
  const lead = last ? document.lead : textOfDocument(document);
  const hidden = document.trailing + trailingLength;
  if (last && hidden > 0) rows[rows.length - 1] = { ...last, gap: last.gap.slice(0, last.gap.length - hidden) };
  if (lead !== '') rows.unshift({ id: 0, ord: 0, chapter_id: null, kind: 'blank', source: '', gap: lead });
  return rows;
}

export const looksTheSame = (a: ParagraphRow | undefined, b: ParagraphRow | undefined): boolean =>
  a === b || (a?.id === b?.id && a?.source === b?.source && a?.gap === b?.gap && a?.kind === b?.kind);

export const trailingSeparators = ({ trailing }: OpenDocument): string => SEPARATOR.repeat(trailing / SEPARATOR.length);

export function chapterIdsOf({ rows }: OpenDocument): (number | null)[] {
  const ids: (number | null)[] = [];
  for (const { chapter_id } of rows) if (ids.length === 0 || ids.at(-1) !== chapter_id) ids.push(chapter_id);
  return ids;
}

export function checkChanges(changes: readonly TextChange[], length: number): void {
  let position = 0;
  for (const { from, to } of changes) {
    if (!(from >= position && to >= from && to <= length)) {
      throw new RangeError(
        `a change from ${from} to ${to} is out of order after ${position} or beyond the text length ${length}`,
      );
    }
    position = to;
  }
}

export function applyTextChanges(text: string, changes: readonly TextChange[]): string {
  let changed = '';
  let position = 0;
  for (const { from, to, insert } of changes) {
    changed += text.slice(position, from) + insert;
    position = to;
  }
  return changed + text.slice(position);
}

/** Removes everything before or after a chapter. @throws RangeError if the document has no paragraph of the chapter */
export function narrowDocument(
  document: OpenDocument,
  behind: number,
  side: 'before' | 'after',
  chapterId: number | null,
): OpenDocument {
  const isOwn = ({ chapter_id }: ParagraphRow) => chapter_id === chapterId;
  const first = document.rows.findIndex(isOwn);
  const last = document.rows.findLastIndex(isOwn);
  if (first < 0) throw new RangeError(`document ${document.id} has no chapter ${chapterId}`);
  const { rows } = document;
  const revision = document.revision + 1;
  if (side === 'before') {
    if (first === 0) return document;
    const kept = rows.slice(first);
    const length = lengthOf(kept) - document.trailing - behind;
    return { ...document, revision, rows: kept, beforeId: rows[first - 1]?.id ?? null, lead: '', length };
  }
  if (last === rows.length - 1) return document;
  const kept = rows.slice(0, last + 1);
  return { ...document, revision, rows: kept, trailing: 0, length: document.lead.length + lengthOf(kept) };
}

const lengthOf = (rows: readonly ParagraphRow[]): number => rows.reduce((sum, row) => sum + rowLength(row), 0);
