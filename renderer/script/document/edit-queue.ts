// What the producer typed and the disk does not have yet. At most one request is under way; what comes in the meantime
// is put together into the next.
import { ChangeSet, Text } from '@codemirror/state';
import type { TextChange } from '../../../shared/ipc/script-requests.ts';

/** As many changes as one request may hold. */
export const MOST_CHANGES = 100_000;

/** The text is `saved`, then `sent`, then `waiting`. */
export interface EditQueue {
  /** The revision of `saved`. */
  readonly revision: number;
  readonly saved: Text;
  /** On its way to the disk. */
  readonly sent: ChangeSet | null;
  readonly waiting: ChangeSet | null;
}

/** The queue of a document that was just read. */
export const emptyQueue = (saved: Text, revision: number): EditQueue => ({
  revision,
  saved,
  sent: null,
  waiting: null,
});

/** Adds a change of the text as it stands in the editor. */
export function record(queue: EditQueue, changes: ChangeSet): EditQueue {
  return changes.empty ? queue : { ...queue, waiting: composed(queue.waiting, changes) };
}

/** Takes what waits onto its way; null where nothing waits or something is under way. */
export function takeNext(queue: EditQueue): { readonly queue: EditQueue; readonly changes: TextChange[] } | null {
  const { sent, waiting, saved } = queue;
  if (sent !== null || waiting === null) return null;
  return { queue: { ...queue, sent: waiting, waiting: null }, changes: textChangesOf(waiting, saved) };
}

/** What was sent is on the disk. */
export function acknowledge(queue: EditQueue, revision: number): EditQueue {
  return { ...queue, revision, saved: queue.sent?.apply(queue.saved) ?? queue.saved, sent: null };
}

/** What was sent did not arrive: it goes with the next. */
export function giveBack(queue: EditQueue): EditQueue {
  return { ...queue, sent: null, waiting: unsaved(queue) };
}

/** Everything that the disk does not have, as one change of `saved`; null where it has all. */
export function unsaved(queue: EditQueue): ChangeSet | null {
  if (queue.sent === null || queue.waiting === null) return queue.sent ?? queue.waiting;
  return composed(queue.sent, queue.waiting);
}

/** What takes what: of changes that cancel each other nothing is left. */
function composed(first: ChangeSet | null, second: ChangeSet): ChangeSet | null {
  const both = first?.compose(second) ?? second;
  return both.empty ? null : both;
}

/**
 * Changes as a request has them. Where they are more than it may hold, neighbours are put together with what stands
 * between them.
 * @param saved the text before the changes
 */
export function textChangesOf(changes: ChangeSet, saved: Text, most = MOST_CHANGES): TextChange[] {
  const spans: { from: number; to: number; newFrom: number; newTo: number }[] = [];
  changes.iterChanges((from, to, newFrom, newTo) => spans.push({ from, to, newFrom, newTo }));
  const after = changes.apply(saved);
  const together = Math.ceil(spans.length / most);
  const result: TextChange[] = [];
  for (let start = 0; start < spans.length; start += together) {
    const first = spans[start];
    const last = spans[Math.min(start + together, spans.length) - 1];
    if (first === undefined || last === undefined) break;
    result.push({ from: first.from, to: last.to, insert: after.sliceString(first.newFrom, last.newTo, '\n') });
  }
  return result;
}

interface Rejoined {
  /** Nothing is under way in it; what the disk does not have waits. */
  readonly queue: EditQueue;
  /** What has to be applied to the text in the editor; null where it stands as it is. */
  readonly remote: ChangeSet | null;
  /** Both sides changed the same place: someone should look it over. */
  readonly overlaps: boolean;
}

/**
 * Joins what the editor holds with the text that the disk has now. What was under way may have arrived or not; and the
 * text may have been changed elsewhere, then both changes are kept.
 */
export function rejoin(queue: EditQueue, text: Text, revision: number): Rejoined {
  const { saved, sent, waiting } = queue;
  const arrived = sent?.apply(saved) ?? saved;
  if (text.eq(arrived)) return asItIs(text, revision, waiting);
  const all = unsaved(queue);
  if (text.eq(saved)) return asItIs(text, revision, all);
  const fromSaved = difference(saved, text);
  const fromArrived = difference(arrived, text);
  // The smaller difference tells whether the edit that was under way had arrived before the other change.
  return sent !== null && size(fromArrived) < size(fromSaved)
    ? joined(text, revision, waiting, fromArrived)
    : joined(text, revision, all, fromSaved);
}

function asItIs(text: Text, revision: number, waiting: ChangeSet | null): Rejoined {
  return { queue: { ...emptyQueue(text, revision), waiting }, remote: null, overlaps: false };
}

function joined(text: Text, revision: number, own: ChangeSet | null, remote: ChangeSet): Rejoined {
  const queue = emptyQueue(text, revision);
  if (own === null) return { queue, remote, overlaps: false };
  let overlaps = false;
  own.iterChangedRanges((from, to) => {
    overlaps ||= remote.touchesRange(from, to) !== false;
  });
  return { queue: { ...queue, waiting: own.map(remote, true) }, remote: remote.map(own), overlaps };
}

/** One change that makes one text of the other: everything between their common start and their common end. */
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

function size(changes: ChangeSet): number {
  let sum = 0;
  changes.iterChanges((from, to, newFrom, newTo) => {
    sum += to - from + newTo - newFrom;
  });
  return sum;
}
