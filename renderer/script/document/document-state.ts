import { Annotation, type EditorState, StateEffect, StateField, type Transaction } from '@codemirror/state';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import { acknowledge, type EditQueue, record, unsaved } from './edit-queue.ts';
import type { ParagraphIndex, PlacedParagraph } from './paragraph-index.ts';

interface DocumentState {
  readonly queue: EditQueue;
  readonly index: ParagraphIndex;
}

export const queueMoved = StateEffect.define<EditQueue>();
export const editSaved = StateEffect.define<ReplyOf<'script.edit'>>();
/** The document has been reloaded; the same transaction updates the text. */
export const documentReloaded = StateEffect.define<DocumentState>();
/** Line states, the cast or settings have changed, so decorations must be redrawn. */
export const redraw = StateEffect.define<null>();

/** Marks transactions that don't come from the editor itself, so that their changes aren't sent to the studio again. */
export const externalEdit = Annotation.define<true>();

export const documentField = StateField.define<DocumentState>({
  create: () => {
    throw new Error('A document needs its state from the start.');
  },
  update: (value, transaction) => afterEffects(afterChange(value, transaction), transaction),
});

function afterChange(value: DocumentState, transaction: Transaction): DocumentState {
  if (!transaction.docChanged || transaction.annotation(externalEdit)) return value;
  return { ...value, queue: record(value.queue, transaction.changes) };
}

function afterEffects(before: DocumentState, transaction: Transaction): DocumentState {
  let value = before;
  for (const effect of transaction.effects) {
    if (effect.is(queueMoved)) value = { ...value, queue: effect.value };
    else if (effect.is(documentReloaded)) value = effect.value;
    else if (effect.is(editSaved)) {
      const { revision, at, count, paragraphs } = effect.value;
      value = { queue: acknowledge(value.queue, revision), index: value.index.splice(at, count, paragraphs) };
    }
  }
  return value;
}

export function savedOffset(state: EditorState, offset: number): number {
  return unsaved(state.field(documentField).queue)?.invertedDesc.mapPos(offset, -1) ?? offset;
}

/** Positions are relative to the editor's text. */
export interface ShownParagraph extends PlacedParagraph {
  readonly shownFrom: number;
  readonly shownTo: number;
}

export function paragraphsBetween(state: EditorState, from: number, to: number): ShownParagraph[] {
  const { queue, index } = state.field(documentField);
  const changes = unsaved(queue);
  if (changes === null)
    return index.between(from, to).map((placed) => toShownParagraph(placed, placed.from, placed.to));
  const back = changes.invertedDesc;
  return index
    .between(back.mapPos(from, -1), back.mapPos(to, 1))
    .map((placed) => toShownParagraph(placed, changes.mapPos(placed.from, -1), changes.mapPos(placed.to, 1)));
}

export function paragraphAt(state: EditorState, offset: number): ShownParagraph | null {
  const found = paragraphsBetween(state, offset, offset);
  return found.find((paragraph) => paragraph.shownFrom <= offset && offset < paragraph.shownTo) ?? found.at(-1) ?? null;
}

export function findParagraph(
  state: EditorState,
  wanted: { readonly lineId: number } | { readonly paragraphId: number },
): ShownParagraph | null {
  const { queue, index } = state.field(documentField);
  const placed = 'lineId' in wanted ? index.findByLine(wanted.lineId) : index.findById(wanted.paragraphId);
  if (placed === null) return null;
  const changes = unsaved(queue);
  if (changes === null) return toShownParagraph(placed, placed.from, placed.to);
  return toShownParagraph(placed, changes.mapPos(placed.from, -1), changes.mapPos(placed.to, 1));
}

export function chapterAt(
  state: EditorState,
  chapterIds: readonly (number | null)[],
  offset: number,
): number | null | undefined {
  const heading = chapterIds.length < 2 ? null : (paragraphAt(state, offset)?.headingId ?? null);
  return heading !== null && chapterIds.includes(heading) ? heading : chapterIds[0];
}

/** Returns the start of a chapter in the editor's text. A title before the chapter's heading belongs to the chapter. */
export function chapterStart(state: EditorState, chapterId: number | null): number {
  const heading = chapterId === null ? null : findParagraph(state, { paragraphId: chapterId });
  if (heading === null || heading.shownFrom === 0) return 0;
  const before = paragraphsBetween(state, heading.shownFrom - 1, heading.shownFrom - 1)[0];
  return before?.info.kind === 'title' ? before.shownFrom : heading.shownFrom;
}

const toShownParagraph = (placed: PlacedParagraph, shownFrom: number, shownTo: number): ShownParagraph => ({
  ...placed,
  shownFrom,
  shownTo,
});
