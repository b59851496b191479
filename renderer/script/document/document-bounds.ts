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

/** The text changed while the visible rows stayed in place. */
export const inPlace = Annotation.define<true>();

export const alsoTouched = StateEffect.define<TextSpan>();

/** Range that contains all edits by the producer, or null if there are none. */
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

/** Returns the changes that extend or shorten a document. Nothing may be in flight. */
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
    // A cursor at the very start stays before its original text.
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

/** Distance in pixels at which a view no longer counts as scrolled to the end. */
const END_TOLERANCE = 8;

/** Applies changes at one end of the text while keeping the top visible row in place. */
export function dispatchInPlace(view: EditorView, spec: TransactionSpec, changes: ChangeSet): void {
  const { scrollDOM } = view;
  // Applies a pending scroll first.
  view.lineBlockAtHeight(0);
  const { from } = view.lineBlockAtHeight(scrollDOM.getBoundingClientRect().top - view.documentTop);
  const top = topOfRow(view, from);
  // At its very end, CodeMirror would stay at the end, past all new text.
  scrollDOM.scrollTop = Math.min(scrollDOM.scrollTop, scrollDOM.scrollHeight - scrollDOM.clientHeight - END_TOLERANCE);
  measure(view);
  view.dispatch(spec);
  const place = changes.mapPos(from, 1);
  // At its very start, it would stay at the start. Heights are estimates until they are near the viewport, so correct
  // repeatedly.
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
  // Reading any height flushes the measurement.
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
