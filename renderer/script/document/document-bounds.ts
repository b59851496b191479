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
import type { ExtendedDocument } from '../../../shared/ipc/script-requests.ts';
import { documentField, documentReloaded, externalEdit } from './document-state.ts';
import { difference } from './edit-queue.ts';
import { moveChanges } from './join-histories.ts';
import type { ParagraphIndex } from './paragraph-index.ts';

export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** Marks transactions that changed the text but kept the visible rows in place. */
export const inPlace = Annotation.define<true>();

export const alsoTouched = StateEffect.define<TextSpan>();

/** The range that contains all of the producer's edits, or null if there are none. */
export const touchedField = StateField.define<TextSpan | null>({
  create: () => null,
  update(before, transaction) {
    const { changes, docChanged, effects } = transaction;
    let touched = before && { from: changes.mapPos(before.from, -1), to: changes.mapPos(before.to, 1) };
    if (docChanged && !transaction.annotation(externalEdit))
      changes.iterChangedRanges((_from, _to, from, to) => {
        touched = enclosingSpan(touched, { from, to });
      });
    for (const effect of effects) if (effect.is(alsoTouched)) touched = enclosingSpan(touched, effect.value);
    return touched;
  },
});

export const enclosingSpan = (one: TextSpan | null, other: TextSpan): TextSpan =>
  one === null ? other : { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };

interface BoundsChange {
  readonly remote: ChangeSet;
  readonly changes: ChangeSet;
  readonly spec: TransactionSpec;
}

/** Returns the changes that extend or shorten a document. Must not be called while a request is in flight. */
export function boundsChange(state: EditorState, stretched: ExtendedDocument, text: Text): BoundsChange {
  const { queue, index } = state.field(documentField);
  const { at, count, paragraphs, revision, from, to } = stretched;
  const remote = moveChanges(difference(queue.saved.slice(from, to), text), from, queue.saved.length);
  const { waiting } = queue;
  const changes = waiting === null ? remote : remote.map(waiting);
  const read = {
    queue: { revision, saved: remote.apply(queue.saved), sent: null, waiting: waiting?.map(remote, true) ?? null },
    index: index.splice(at, count, paragraphs),
  };
  const spec = {
    changes,
    // If text is added before a cursor at the very start, the cursor moves with the text that follows it.
    selection: state.selection.map(changes, 1),
    effects: documentReloaded.of(read),
    annotations: [externalEdit.of(true), Transaction.addToHistory.of(false), inPlace.of(true)],
  };
  return { remote, changes, spec };
}

export function extendedText(text: Text, remote: ChangeSet): Text {
  let changed = text;
  remote.iterChanges((from, to, _newFrom, _newTo, inserted) => {
    const isAtEnd = to === remote.length && from > 0;
    const start = isAtEnd ? changed.length - (to - from) : from;
    if (start >= 0) changed = changed.replace(start, Math.min(changed.length, start + to - from), inserted);
  });
  return changed;
}

const MAX_MEASUREMENTS = 6;

/** A view that is further than this from the end no longer counts as scrolled to the end, in pixels. */
const END_TOLERANCE = 8;

/** Applies changes at one end of the text while keeping the top visible row in place. */
export function dispatchInPlace(view: EditorView, spec: TransactionSpec, changes: ChangeSet): void {
  const { scrollDOM } = view;
  // Makes CodeMirror apply a pending scroll first.
  view.lineBlockAtHeight(0);
  const { from } = view.lineBlockAtHeight(scrollDOM.getBoundingClientRect().top - view.documentTop);
  const top = topOfRow(view, from);
  // If the view is scrolled to the very end, CodeMirror would keep it there and skip all new text.
  scrollDOM.scrollTop = Math.min(scrollDOM.scrollTop, scrollDOM.scrollHeight - scrollDOM.clientHeight - END_TOLERANCE);
  measure(view);
  view.dispatch(spec);
  const place = changes.mapPos(from, 1);
  // If the view is scrolled to the very start, CodeMirror would keep it there. Heights are only estimates outside the
  // viewport, so correct the position repeatedly.
  for (let tries = 0; tries < MAX_MEASUREMENTS; tries++) {
    measure(view);
    const by = topOfRow(view, place) - top;
    if (Math.abs(by) < 1) break;
    scrollDOM.scrollTop += by;
  }
}

/** Makes CodeMirror measure row heights now, because later scrolling depends on them. */
function measure(view: EditorView): void {
  view.requestMeasure();
  // Reading any height makes CodeMirror measure.
  view.lineBlockAtHeight(0);
}

function topOfRow(view: EditorView, offset: number): number {
  const guess = view.documentTop + view.lineBlockAt(offset).top;
  const { node } = view.domAtPos(offset);
  const row = (node instanceof Element ? node : node.parentElement)?.closest('.cm-line');
  return row?.getBoundingClientRect().top ?? guess;
}

export function growth(state: EditorState, text: Text, next: ParagraphIndex): ChangeSpec {
  const { queue, index } = state.field(documentField);
  const own = index.between(0, index.at(0)?.to ?? 0).find(({ info }) => info.id > 0);
  const start = own === undefined ? 0 : (next.findById(own.info.id)?.from ?? 0) - own.from;
  const end = start + queue.saved.length;
  const isWithin = start >= 0 && end <= text.length && text.slice(start, end).eq(queue.saved);
  if (!isWithin) return { from: 0, to: queue.saved.length, insert: text };
  return [
    { from: 0, insert: text.slice(0, start) },
    { from: queue.saved.length, insert: text.slice(end) },
  ];
}
