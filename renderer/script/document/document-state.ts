// What the editor's state knows of its document besides the text: what is saved, and where the paragraphs lie.
import { Annotation, type EditorState, StateEffect, StateField, type Transaction } from '@codemirror/state';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import { acknowledge, type EditQueue, record, unsaved } from './edit-queue.ts';
import type { ParagraphIndex, PlacedParagraph } from './paragraph-index.ts';

interface DocumentState {
  readonly queue: EditQueue;
  /** Of the text as it was last saved. */
  readonly index: ParagraphIndex;
}

/** The queue was taken from, or something came back to it. */
export const queueMoved = StateEffect.define<EditQueue>();
/** An edit was saved. */
export const editSaved = StateEffect.define<ReplyOf<'script.edit'>>();
/** The document was read again; the transaction brings the text in line with it. */
export const documentRead = StateEffect.define<DocumentState>();
/** States of lines, the cast or the settings changed: what is drawn from them is redrawn. */
export const redraw = StateEffect.define<null>();

/** Marks what was not typed here, so that it is not sent back. */
export const fromElsewhere = Annotation.define<true>();

/** Holds the document's state; `init` gives the first one. */
export const documentField = StateField.define<DocumentState>({
  create: () => {
    throw new Error('A document needs its state from the start.');
  },
  update: (value, transaction) => afterEffects(afterChange(value, transaction), transaction),
});

function afterChange(value: DocumentState, transaction: Transaction): DocumentState {
  if (!transaction.docChanged || transaction.annotation(fromElsewhere)) return value;
  return { ...value, queue: record(value.queue, transaction.changes) };
}

function afterEffects(before: DocumentState, transaction: Transaction): DocumentState {
  let value = before;
  for (const effect of transaction.effects) {
    if (effect.is(queueMoved)) value = { ...value, queue: effect.value };
    else if (effect.is(documentRead)) value = effect.value;
    else if (effect.is(editSaved)) {
      const { revision, at, count, paragraphs } = effect.value;
      value = { queue: acknowledge(value.queue, revision), index: value.index.splice(at, count, paragraphs) };
    }
  }
  return value;
}

/** Where an offset of the editor's text lies in the text that is saved. */
export function savedOffset(state: EditorState, offset: number): number {
  return unsaved(state.field(documentField).queue)?.invertedDesc.mapPos(offset, -1) ?? offset;
}

/** A paragraph with its place in the text of the editor. */
export interface ShownParagraph extends PlacedParagraph {
  readonly shownFrom: number;
  readonly shownTo: number;
}

/** The paragraphs between two offsets of the editor's text, as they were last reported. */
export function paragraphsBetween(state: EditorState, from: number, to: number): ShownParagraph[] {
  const { queue, index } = state.field(documentField);
  const changes = unsaved(queue);
  if (changes === null) return index.between(from, to).map((placed) => shown(placed, placed.from, placed.to));
  const back = changes.invertedDesc;
  return index
    .between(back.mapPos(from, -1), back.mapPos(to, 1))
    .map((placed) => shown(placed, changes.mapPos(placed.from, -1), changes.mapPos(placed.to, 1)));
}

/** The paragraph at an offset of the editor's text; null where there is none. */
export function paragraphAt(state: EditorState, offset: number): ShownParagraph | null {
  const found = paragraphsBetween(state, offset, offset);
  return found.find((paragraph) => paragraph.shownFrom <= offset && offset < paragraph.shownTo) ?? found.at(-1) ?? null;
}

/** The paragraph that holds a line, or is of an id; null where it is not in this document. */
export function findParagraph(
  state: EditorState,
  wanted: { readonly lineId: number } | { readonly paragraphId: number },
): ShownParagraph | null {
  const { queue, index } = state.field(documentField);
  const placed = 'lineId' in wanted ? index.ofLine(wanted.lineId) : index.ofId(wanted.paragraphId);
  if (placed === null) return null;
  const changes = unsaved(queue);
  if (changes === null) return shown(placed, placed.from, placed.to);
  return shown(placed, changes.mapPos(placed.from, -1), changes.mapPos(placed.to, 1));
}

/** The chapter in which an offset of the editor's text lies. @param chapterIds of the document */
export function chapterAt(
  state: EditorState,
  chapterIds: readonly (number | null)[],
  offset: number,
): number | null | undefined {
  const heading = chapterIds.length < 2 ? null : (paragraphAt(state, offset)?.headingId ?? null);
  return heading !== null && chapterIds.includes(heading) ? heading : chapterIds[0];
}

/** Where a chapter begins in the editor's text: the title before its heading is part of it. */
export function chapterStart(state: EditorState, chapterId: number | null): number {
  const heading = chapterId === null ? null : findParagraph(state, { paragraphId: chapterId });
  if (heading === null || heading.shownFrom === 0) return 0;
  const before = paragraphsBetween(state, heading.shownFrom - 1, heading.shownFrom - 1)[0];
  return before?.info.kind === 'title' ? before.shownFrom : heading.shownFrom;
}

const shown = (placed: PlacedParagraph, shownFrom: number, shownTo: number): ShownParagraph => ({
  ...placed,
  shownFrom,
  shownTo,
});
