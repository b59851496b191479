// What documents are after an edit of one of them.
import type { ReadWindow, Strip, Window } from './document-window.ts';
import type { ParagraphRow } from './paragraph-row.ts';
import type { OpenDocument } from './script-document.ts';
import type { Place } from './script-layout.ts';

/** An edit that was saved. */
export interface SavedEdit {
  readonly strip: Strip;
  readonly window: Window;
  readonly read: ReadWindow;
  /** The paragraphs of the window as they are stored now. */
  readonly next: readonly ParagraphRow[];
  /** Others that stand elsewhere now, or belong to another chapter. */
  readonly moved: readonly Place[];
  /** Of the edited document. */
  readonly wording: number;
}

/** A document as it is after an edit of one of them: the same object where nothing of it changed. */
export function afterEdit(each: OpenDocument, edit: SavedEdit): OpenDocument {
  const { strip, window, read } = edit;
  const index = read.regions.findIndex(({ owner }) => owner === each);
  const region = read.regions[index];
  const moved = applyMoves(each, edit.moved);
  if (!region) return moved;
  const { rows, lead, beforeId } = placeIn(moved, edit, index);
  const isEdited = each === strip.document;
  const growth = window.changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);
  const dropped = isEdited && window.changes.some(({ to }) => to > each.length) ? each.trailing : 0;
  const after = {
    ...moved,
    revision: each.revision + (isEdited ? 1 : 0),
    rows,
    lead,
    beforeId,
    trailing: each.trailing - dropped + region.added,
    length: isEdited ? each.length + growth + dropped : each.length,
    wording: isEdited ? edit.wording : each.wording,
  };
  return isEdited || !isSame(after, each) ? after : each;
}

function isSame(a: OpenDocument, b: OpenDocument): boolean {
  const rowsAreSame = a.rows.length === b.rows.length && a.rows.every((row, at) => row === b.rows[at]);
  return rowsAreSame && a.lead === b.lead && a.beforeId === b.beforeId && a.trailing === b.trailing;
}

/** Which paragraphs a document has after an edit, and how it begins. */
function placeIn(
  document: OpenDocument,
  { strip, window, read, next }: SavedEdit,
  index: number,
): Pick<OpenDocument, 'rows' | 'lead' | 'beforeId'> {
  const { regions, paragraphs, text } = read;
  const inWindow = new Set(strip.rows.slice(window.start, window.end).map(({ id }) => id));
  const first = document.rows.findIndex(({ id }) => inWindow.has(id));
  const last = document.rows.findLastIndex(({ id }) => inWindow.has(id));
  // A document that only begins in the window has all its own paragraphs behind it.
  const kept = first < 0 ? { before: [], after: document.rows } : sidesOf(document.rows, first, last);
  const own: ParagraphRow[] = [];
  let ownStart = -1;
  let previous = strip.rows[window.start - 1]?.id ?? (window.start === 0 ? strip.low?.id : undefined) ?? null;
  let start = 0;
  paragraphs.forEach(({ source, gap }, at) => {
    const owner = read.owners[at] ?? -1;
    const row = next[at];
    if (row && owner < index) previous = row.id;
    if (row && owner === index) {
      if (ownStart < 0) ownStart = start;
      own.push(row);
    }
    start += source.length + gap.length;
  });
  const rows = [...kept.before, ...own, ...kept.after];
  const region = regions[index];
  if (!region?.begins) return { rows, lead: document.lead, beforeId: document.beforeId };
  const contentEnd = kept.after.length > 0 ? text.length : (regions[index + 1]?.at ?? text.length);
  const lead = text.slice(region.at, ownStart < 0 ? contentEnd : ownStart);
  return { rows, lead, beforeId: previous };
}

function sidesOf(rows: readonly ParagraphRow[], first: number, last: number) {
  return { before: rows.slice(0, first), after: rows.slice(last + 1) };
}

function applyMoves(document: OpenDocument, moved: readonly Place[]): OpenDocument {
  if (moved.length === 0) return document;
  const places = new Map(moved.map((place) => [place.id, place]));
  if (!document.rows.some(({ id }) => places.has(id))) return document;
  const rows = document.rows.map((row) => {
    const place = places.get(row.id);
    return place ? { ...row, ord: place.ord, chapter_id: place.chapterId } : row;
  });
  return { ...document, rows };
}
