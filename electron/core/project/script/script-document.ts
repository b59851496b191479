// A stretch of the script that is edited as one text, and how it lies among the paragraphs.
import type { TextChange } from '../../../../shared/ipc/script-requests.ts';
// A range of the script that is edited as one text, and how it lies among the paragraphs.
import type { LineProblem, ParagraphKind } from '../../../../shared/model/script.ts';
import type { ParagraphRow } from './stored-paragraphs.ts';

/** A paragraph of a document, as an editor needs it. */
export interface ParagraphFacts {
  /** 0: white space at the document's start, which is no paragraph of its own. */
  readonly id: number;
  /** Of its rows and the white space behind them, in UTF-16 code units. */
  readonly length: number;
  readonly kind: ParagraphKind;
  /** The lines that it becomes, in order. */
  readonly lineIds: readonly number[];
  /** Why it can't be rendered as it is written; null where nothing is wrong. */
  readonly problem: LineProblem | null;
  /** Seconds of silence that no line carries. */
  readonly pauseSeconds?: number;
}

/** An open document, as it is stored at this moment. */
export interface OpenDocument {
  readonly id: number;
  /** Goes up by one at every edit. */
  readonly revision: number;
  /** Its paragraphs, in order; they follow each other in the script. */
  readonly rows: readonly ParagraphRow[];
  /** The paragraph directly before it in the script, whichever document has it; null at the start of the script. */
  readonly beforeId: number | null;
  /** White space at its start: it is stored behind the paragraph before. All there is where it has no paragraph. */
  readonly lead: string;
  /** Characters that were added at its end to keep it apart from what follows, and that its editor does not have. */
  readonly trailing: number;
  /** Characters (UTF-16 code units) of its editor's text. */
  readonly length: number;
  /** A number for what it says, counted from when it was opened. */
  readonly wording: number;
}

/** Why an edit can't be taken as it is. */
export type ScriptDocumentProblem =
  /** It is not open (any more): the script was changed in another way. It must be opened again. */
  | { readonly kind: 'document-closed'; readonly documentId: number }
  /** It was made to a revision other than the stored one. The document must be loaded again. */
  | { readonly kind: 'wrong-revision'; readonly documentId: number; readonly revision: number };

/** An edit was not taken; nothing was changed. */
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

/** The open documents behind a paragraph (null: at the start of the script), in order. */
export function attachedTo(documents: readonly OpenDocument[], rowId: number | null): OpenDocument[] {
  return documents.filter(({ beforeId }) => beforeId === rowId);
}

/** How much of the white space behind a document belongs to those that follow it. */
export function leadsBehind(documents: readonly OpenDocument[], document: OpenDocument): number {
  const last = document.rows.at(-1);
  const behind = last
    ? attachedTo(documents, last.id)
    : attachedTo(documents, document.beforeId).slice(
        attachedTo(documents, document.beforeId).findIndex(({ id }) => id === document.id) + 1,
      );
  return behind.reduce((sum, { lead }) => sum + lead.length, 0);
}

/** The text of a document as its editor has it. */
export function textOfDocument(document: OpenDocument): string {
  const whole = document.lead + document.rows.map(rowText).join('');
  return whole.slice(0, document.length);
}

/** Put between two documents, it keeps them apart whatever they end and begin with. */
export const SEPARATOR = '\n\n';

/**
 * The paragraphs as the document's editor has them. White space at its start that is stored behind the paragraph before
 * is one of its own, without an identity; what is stored behind its last one and not shown does not count.
 *
 * @param behind characters behind the document that belong to those that follow it
 */
export function shownParagraphs(document: OpenDocument, behind: number): ParagraphRow[] {
  const rows = [...document.rows];
  const last = rows.at(-1);
  const lead = last ? document.lead : textOfDocument(document);
  const hidden = document.trailing + behind;
  if (last && hidden > 0) rows[rows.length - 1] = { ...last, gap: last.gap.slice(0, last.gap.length - hidden) };
  if (lead !== '') rows.unshift({ id: 0, ord: 0, chapter_id: null, kind: 'blank', source: '', gap: lead });
  return rows;
}

/** Whether an editor sees no difference between two paragraphs. */
export const isShownAlike = (a: ParagraphRow | undefined, b: ParagraphRow | undefined): boolean =>
  a === b || (a?.id === b?.id && a?.source === b?.source && a?.gap === b?.gap && a?.kind === b?.kind);

/** What was added at a document's end. */
export const trailingOf = ({ trailing }: OpenDocument): string => SEPARATOR.repeat(trailing / SEPARATOR.length);

/** The chapters of which a document has paragraphs, in order; null: before the first heading. */
export function chapterIdsOf({ rows }: OpenDocument): (number | null)[] {
  const ids: (number | null)[] = [];
  for (const { chapter_id } of rows) if (ids.length === 0 || ids.at(-1) !== chapter_id) ids.push(chapter_id);
  return ids;
}

/** @throws RangeError where changes are not in order, overlap, or reach out of a text of this length */
export function refuseWrongChanges(changes: readonly TextChange[], length: number): void {
  let position = 0;
  for (const { from, to } of changes) {
    if (!(from >= position && to >= from && to <= length)) {
      throw new RangeError(`a change from ${from} to ${to} does not fit behind ${position} in a text of ${length}`);
    }
    position = to;
  }
}

/** A text after changes. */
export function withChanges(text: string, changes: readonly TextChange[]): string {
  let changed = '';
  let position = 0;
  for (const { from, to, insert } of changes) {
    changed += text.slice(position, from) + insert;
    position = to;
  }
  return changed + text.slice(position);
}

/**
 * A document without what stands before or behind a chapter.
 *
 * @param behind characters behind it that belong to other documents
 * @throws RangeError where it has no words of the chapter
 */
export function narrowed(
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
