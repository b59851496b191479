// Review by keyboard: what each key does to the selected line, and the menu of a row, which does the same.
import type { KeyboardEvent } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { review } from '../locales/en/review.ts';
import { words } from '../locales/words.ts';
import type { MenuEntries, MenuEntry } from '../ui/context-menu.tsx';
import { whyReadOnly } from '../ui/writing.tsx';

const t = words('review');

export interface ReviewActions {
  /** By this many rows, forward or back. */
  move(by: number): void;
  /** The same, and the rows on the way are selected too. */
  extend(by: number): void;
  selectAll(): void;
  toFirst(): void;
  toLast(): void;
  playOrPause(row: ReviewRow): void;
  approve(row: ReviewRow): void;
  reject(row: ReviewRow): void;
  clearVerdict(row: ReviewRow): void;
  retake(row: ReviewRow): void;
  /** Renders the line once more; the take stays as it is. */
  anotherTake(row: ReviewRow): void;
  compare(row: ReviewRow): void;
  note(row: ReviewRow): void;
  pick(row: ReviewRow): void;
  /** Leaves out what is before, or after, the place that is playing. */
  trim(row: ReviewRow, edge: 'start' | 'end'): void;
  clearTrim(row: ReviewRow): void;
  /** By this many decibels. */
  gain(row: ReviewRow, by: number): void;
  openInScript(row: ReviewRow): void;
  leave(): void;
}

const MOVES: Readonly<Record<string, (actions: ReviewActions, page: number) => void>> = {
  j: (actions) => actions.move(1),
  ArrowDown: (actions) => actions.move(1),
  k: (actions) => actions.move(-1),
  ArrowUp: (actions) => actions.move(-1),
  PageDown: (actions, page) => actions.move(page),
  PageUp: (actions, page) => actions.move(-page),
  Home: (actions) => actions.toFirst(),
  End: (actions) => actions.toLast(),
  Escape: (actions) => actions.leave(),
};

const DEEDS: Readonly<Record<string, (actions: ReviewActions, row: ReviewRow) => void>> = {
  ' ': (actions, row) => actions.playOrPause(row),
  a: (actions, row) => actions.approve(row),
  x: (actions, row) => actions.reject(row),
  u: (actions, row) => actions.clearVerdict(row),
  r: (actions, row) => actions.retake(row),
  t: (actions, row) => actions.anotherTake(row),
  b: (actions, row) => actions.compare(row),
  n: (actions, row) => actions.note(row),
  p: (actions, row) => actions.pick(row),
  '[': (actions, row) => actions.trim(row, 'start'),
  ']': (actions, row) => actions.trim(row, 'end'),
  '\\': (actions, row) => actions.clearTrim(row),
  '+': (actions, row) => actions.gain(row, 1),
  '=': (actions, row) => actions.gain(row, 1),
  '-': (actions, row) => actions.gain(row, -1),
  Enter: (actions, row) => actions.openInScript(row),
};

/** Rows by which the selection grows while Shift is held. */
const EXTENDING: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Does what a key means. Other keys with modifiers are left to the application's shortcuts. */
export function reviewKey(event: KeyboardEvent, actions: ReviewActions, row: ReviewRow | null, page: number): void {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a') {
    event.preventDefault();
    actions.selectAll();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const steps = event.shiftKey ? EXTENDING[event.key] : undefined;
  if (steps !== undefined) {
    event.preventDefault();
    actions.extend(steps);
    return;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const move = MOVES[key];
  const deed = DEEDS[key];
  if (!move && !deed) return;
  event.preventDefault();
  if (move) move(actions, page);
  else if (row && deed && !event.repeat) deed(actions, row);
}

type EntryName = keyof typeof review.menu;

/** What can be done with a row, or with all that are selected. */
export function reviewEntries(row: ReviewRow, actions: ReviewActions): MenuEntries {
  const isHeld = whyReadOnly() !== null;
  const { take } = row;
  const entry = (name: EntryName, keys: string, run: (row: ReviewRow) => void, disabled = false): MenuEntry => ({
    label: t(`menu.${name}`),
    keys,
    disabled,
    run: () => run(row),
  });
  return [
    entry('play', 'Space', actions.playOrPause, take === null || take.audioProblem !== null),
    entry('compare', 'B', actions.compare, row.takes < 2),
    entry('openInScript', '↵', actions.openInScript),
    null,
    entry('approve', 'A', actions.approve, isHeld || take === null),
    entry('reject', 'X', actions.reject, isHeld || take === null),
    entry('clearVerdict', 'U', actions.clearVerdict, isHeld || (take?.verdict ?? null) === null),
    entry('pick', 'P', actions.pick, isHeld || take === null || take.isPick),
    entry('note', 'N', actions.note, isHeld || take === null),
    null,
    entry('rejectAndRender', 'R', actions.retake, isHeld || take === null),
    entry('another', 'T', actions.anotherTake, isHeld),
  ];
}
