// Unsaved edits. At most one request is in flight; further edits are merged into the next one.
import { ChangeSet, Text } from '@codemirror/state';
import type { TextChange } from '../../../shared/ipc/script-requests.ts';

export const MAX_CHANGES = 100_000;

/** The editor's text equals `saved` after applying `sent` and then `waiting`. */
export interface EditQueue {
  readonly revision: number;
  readonly saved: Text;
  readonly sent: ChangeSet | null;
  readonly waiting: ChangeSet | null;
}

export const emptyQueue = (saved: Text, revision: number): EditQueue => ({
  revision,
  saved,
  sent: null,
  waiting: null,
});

export function record(queue: EditQueue, changes: ChangeSet): EditQueue {
  return changes.empty ? queue : { ...queue, waiting: compose(queue.waiting, changes) };
}

/** Returns null if nothing is waiting or a request is already in flight. */
export function takeNext(queue: EditQueue): { readonly queue: EditQueue; readonly changes: TextChange[] } | null {
  const { sent, waiting, saved } = queue;
  if (sent !== null || waiting === null) return null;
  return { queue: { ...queue, sent: waiting, waiting: null }, changes: textChangesOf(waiting, saved) };
}

export function acknowledge(queue: EditQueue, revision: number): EditQueue {
  return { ...queue, revision, saved: queue.sent?.apply(queue.saved) ?? queue.saved, sent: null };
}

/** The changes in flight haven't been saved, so they are sent again with the next request. */
export function requeueSent(queue: EditQueue): EditQueue {
  return { ...queue, sent: null, waiting: unsaved(queue) };
}

export function unsaved(queue: EditQueue): ChangeSet | null {
  if (queue.sent === null || queue.waiting === null) return queue.sent ?? queue.waiting;
  return compose(queue.sent, queue.waiting);
}

function compose(first: ChangeSet | null, second: ChangeSet): ChangeSet | null {
  const both = first?.compose(second) ?? second;
  return both.empty ? null : both;
}

/** If there are more changes than the limit, merges neighbouring ones, including the text between them. */
export function textChangesOf(changes: ChangeSet, saved: Text, maxChanges = MAX_CHANGES): TextChange[] {
  const spans: { from: number; to: number; newFrom: number; newTo: number }[] = [];
  changes.iterChanges((from, to, newFrom, newTo) => spans.push({ from, to, newFrom, newTo }));
  const after = changes.apply(saved);
  const together = Math.ceil(spans.length / maxChanges);
  const result: TextChange[] = [];
  for (let start = 0; start < spans.length; start += together) {
    const first = spans[start];
    const last = spans[Math.min(start + together, spans.length) - 1];
    if (first === undefined || last === undefined) break;
    result.push({ from: first.from, to: last.to, insert: after.sliceString(first.newFrom, last.newTo, '\n') });
  }
  return result;
}

interface RejoinResult {
  readonly queue: EditQueue;
  readonly remote: ChangeSet | null;
  /** Both sides have changed the same passage, so the producer should check the result. */
  readonly overlaps: boolean;
}

/** Merges unsaved edits with the text on disk, whether or not the request in flight has been saved. */
export function rejoin(queue: EditQueue, text: Text, revision: number): RejoinResult {
  const { saved, sent, waiting } = queue;
  const arrived = sent?.apply(saved) ?? saved;
  if (text.eq(arrived)) return withoutRejoin(text, revision, waiting);
  const all = unsaved(queue);
  if (text.eq(saved)) return withoutRejoin(text, revision, all);
  const fromSaved = difference(saved, text);
  const fromArrived = difference(arrived, text);
  // If the edit in flight was saved before the other change, the text on disk differs less from the text with the edit
  // than from the text without it.
  return sent !== null && changeSize(fromArrived) < changeSize(fromSaved)
    ? joinChanges(text, revision, waiting, fromArrived)
    : joinChanges(text, revision, all, fromSaved);
}

function withoutRejoin(text: Text, revision: number, waiting: ChangeSet | null): RejoinResult {
  return { queue: { ...emptyQueue(text, revision), waiting }, remote: null, overlaps: false };
}

function joinChanges(text: Text, revision: number, own: ChangeSet | null, remote: ChangeSet): RejoinResult {
  const queue = emptyQueue(text, revision);
  if (own === null) return { queue, remote, overlaps: false };
  let overlaps = false;
  own.iterChangedRanges((from, to) => {
    overlaps ||= remote.touchesRange(from, to) !== false;
  });
  return { queue: { ...queue, waiting: own.map(remote, true) }, remote: remote.map(own), overlaps };
}

export function difference(before: Text, after: Text): ChangeSet {
  const [a, b] = [before.toString(), after.toString()];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  const insert = Text.of(b.slice(start, b.length - end).split('\n'));
  return ChangeSet.of({ from: start, to: a.length - end, insert }, a.length);
}

function changeSize(changes: ChangeSet): number {
  let sum = 0;
  changes.iterChanges((from, to, newFrom, newTo) => {
    sum += to - from + newTo - newFrom;
  });
  return sum;
}
