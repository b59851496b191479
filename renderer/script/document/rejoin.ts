// Joins a document that was read again with what the editor holds of it.
import { ChangeSet, Text } from '@codemirror/state';
import { type EditQueue, emptyQueue, unsaved } from './edit-queue.ts';

export interface Rejoined {
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
