// A document gets more of the script at one of its ends, or gives some away, while it is shown and written in.
import {
  Annotation,
  type ChangeSet,
  type ChangeSpec,
  type EditorState,
  StateEffect,
  StateField,
  type Text,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { StretchedDocument } from '../../../shared/ipc/script-requests.ts';
import { documentField, documentRead, fromElsewhere } from './document-state.ts';
import { difference } from './edit-queue.ts';
import { movedChanges } from './join-histories.ts';
import type { ParagraphIndex } from './paragraph-index.ts';

/** Offsets of the editor's text. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** The text changed, and what is in view stayed where it was. */
export const inPlace = Annotation.define<true>();

/** More was changed by hand. */
export const touchedToo = StateEffect.define<TextSpan>();

/** Between which places everything lies that was changed by hand; null: nothing was. */
export const touchedField = StateField.define<TextSpan | null>({
  create: () => null,
  update(before, transaction) {
    const { changes, docChanged, effects } = transaction;
    let touched = before && { from: changes.mapPos(before.from, -1), to: changes.mapPos(before.to, 1) };
    if (docChanged && !transaction.annotation(fromElsewhere))
      changes.iterChangedRanges((_from, _to, from, to) => {
        touched = around(touched, { from, to });
      });
    for (const effect of effects) if (effect.is(touchedToo)) touched = around(touched, effect.value);
    return touched;
  },
});

export const around = (one: TextSpan | null, other: TextSpan): TextSpan =>
  one === null ? other : { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };

interface Stretching {
  /** Of the text as it was saved. */
  readonly remote: ChangeSet;
  /** Of the text that is shown. */
  readonly changes: ChangeSet;
  readonly spec: TransactionSpec;
}

/** What brings a document in line with what it is now. @param text of the stretch; nothing may be on its way to the disk */
export function stretching(state: EditorState, stretched: StretchedDocument, text: Text): Stretching {
  const { queue, index } = state.field(documentField);
  const { at, count, paragraphs, revision, from, to } = stretched;
  const remote = movedChanges(difference(queue.saved.slice(from, to), text), from, queue.saved.length);
  const { waiting } = queue;
  const changes = waiting === null ? remote : remote.map(waiting);
  const read = {
    queue: { revision, saved: remote.apply(queue.saved), sent: null, waiting: waiting?.map(remote, true) ?? null },
    index: index.splice(at, count, paragraphs),
  };
  const spec = {
    changes,
    // A cursor at the very start stays before the words that it stands before.
    selection: state.selection.map(changes, 1),
    effects: documentRead.of(read),
    annotations: [fromElsewhere.of(true), Transaction.addToHistory.of(false), inPlace.of(true)],
  };
  return { remote, changes, spec };
}

/** A text that stood in a document before it got more text at one of its ends, or gave some away. */
export function stretchedText(text: Text, remote: ChangeSet): Text {
  let changed = text;
  remote.iterChanges((from, to, _newFrom, _newTo, inserted) => {
    const isAtEnd = to === remote.length && from > 0;
    const start = isAtEnd ? changed.length - (to - from) : from;
    if (start >= 0) changed = changed.replace(start, Math.min(changed.length, start + to - from), inserted);
  });
  return changed;
}

/** So often a place is measured again after it was scrolled to. */
const MOST_MEASURED = 6;

/** So far from its end a view no longer counts as being there. Pixels. */
const OFF_THE_END = 8;

/** Applies changes at an end of the text; the row at the top of the view stays where it is. */
export function dispatchInPlace(view: EditorView, spec: TransactionSpec, changes: ChangeSet): void {
  const { scrollDOM } = view;
  // Where it was just told to go, it goes first.
  view.lineBlockAtHeight(0);
  const { from } = view.lineBlockAtHeight(scrollDOM.getBoundingClientRect().top - view.documentTop);
  const top = topOfRow(view, from);
  // At its very end the view would follow that, past all that comes.
  scrollDOM.scrollTop = Math.min(scrollDOM.scrollTop, scrollDOM.scrollHeight - scrollDOM.clientHeight - OFF_THE_END);
  measure(view);
  view.dispatch(spec);
  const place = changes.mapPos(from, 1);
  // At its very start it would stay there. Heights are guesses until they are near the view.
  for (let tries = 0; tries < MOST_MEASURED; tries++) {
    measure(view);
    const by = topOfRow(view, place) - top;
    if (Math.abs(by) < 1) break;
    scrollDOM.scrollTop += by;
  }
}

/** Has a view measure what it shows now: what it takes for the heights of rows counts for where it scrolls to later. */
function measure(view: EditorView): void {
  view.requestMeasure();
  // What asks for a height is answered by what was measured.
  view.lineBlockAtHeight(0);
}

/** Where a row begins in the window, in pixels. It is measured where it is drawn. */
function topOfRow(view: EditorView, place: number): number {
  const guess = view.documentTop + view.lineBlockAt(place).top;
  const { node } = view.domAtPos(place);
  const row = (node instanceof Element ? node : node.parentElement)?.closest('.cm-line');
  return row?.getBoundingClientRect().top ?? guess;
}

/** What makes the text of a document that of a larger one: what stands around it, where it stands in that as it is. */
export function growth(state: EditorState, text: Text, next: ParagraphIndex): ChangeSpec {
  const { queue, index } = state.field(documentField);
  const own = index.between(0, index.at(0)?.to ?? 0).find(({ info }) => info.id > 0);
  const start = own === undefined ? 0 : (next.ofId(own.info.id)?.from ?? 0) - own.from;
  const end = start + queue.saved.length;
  const isWithin = start >= 0 && end <= text.length && text.slice(start, end).eq(queue.saved);
  if (!isWithin) return { from: 0, to: queue.saved.length, insert: text };
  return [
    { from: 0, insert: text.slice(0, start) },
    { from: queue.saved.length, insert: text.slice(end) },
  ];
}
