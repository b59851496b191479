// What can be undone in documents that become one: afterwards it can be undone in that.
import { history, historyField, redoDepth, undoDepth } from '@codemirror/commands';
import {
  ChangeDesc,
  ChangeSet,
  Compartment,
  EditorSelection,
  EditorState,
  type Extension,
  type StateEffect,
  type Text,
} from '@codemirror/state';
import { append } from '../../../shared/rules/lists.ts';

/** The whole history, back to when the project was opened. */
const KEPT = history({ minDepth: Number.MAX_SAFE_INTEGER });

const setting = new Compartment();

/** The history of an editor, into which that of another document can come. */
export const documentHistory: Extension = setting.of(KEPT);

/** What undoing an entry changes. */
interface HistoryEntry {
  readonly changes: ChangeSet;
  /** The selection afterwards. */
  readonly selection: EditorSelection;
}

/** An entry as CodeMirror writes it down; without changes it is only about the selection. */
interface WrittenEntry {
  readonly changes?: unknown;
  /** What was changed elsewhere since, for the entries before this one. */
  readonly mapped?: unknown;
  readonly startSelection?: unknown;
  readonly selectionsAfter: readonly unknown[];
}

interface WrittenHistory {
  readonly done: readonly WrittenEntry[];
  readonly undone: readonly WrittenEntry[];
}

/** A text that stands in a larger one, with what can be undone in it. */
export interface HistoryPart {
  readonly state: EditorState;
  /** Where it begins in the larger one. */
  readonly from: number;
  /** The later it was changed, the larger. */
  readonly changedAt: number;
}

/**
 * What gives a state the histories of the texts that it was put together of. What was done in the one that was changed last is
 * undone first. Each entry stays within its own text, also where it writes at the edge of that: CodeMirror, which knows of
 * no parts, would bring back what was deleted at the end of one behind all that was added to it.
 *
 * @returns null where there is nothing to undo, or it is not put together of these
 */
export function historyOfParts(state: EditorState, parts: readonly HistoryPart[]): StateEffect<unknown> | null {
  const isPart = ({ state: part, from }: HistoryPart) => state.doc.slice(from, from + part.doc.length).eq(part.doc);
  const hasHistory = parts.some((part) => undoDepth(part.state) + redoDepth(part.state) > 0);
  if (!hasHistory || !parts.every(isPart)) return null;
  const latestFirst = parts.toSorted((a, b) => b.changedAt - a.changedAt);
  const done: HistoryEntry[] = [];
  let undone: readonly HistoryEntry[] = [];
  let length = state.doc.length;
  /** How much longer a part is once all is undone in it. */
  const growth = new Map<HistoryPart, number>();
  for (const [at, part] of latestFirst.entries()) {
    const written = writtenHistory(part.state);
    const before = [...growth].filter(([other]) => other.from < part.from);
    const start = before.reduce((sum, [, by]) => sum + by, part.from);
    if (at === 0) undone = allMovedInto(entriesOf(written.undone), start, length);
    const own = allMovedInto(entriesOf(written.done), start, length);
    const left = own.at(-1)?.changes.newLength ?? length;
    growth.set(part, left - length);
    length = left;
    append(done, own);
  }
  const value = readHistory({ done: writtenBranch(done), undone: writtenBranch(undone) });
  return setting.reconfigure([KEPT, historyField.init(() => value)]);
}

const FIELDS = { history: historyField };

// CodeMirror's own form, which it reads again.
const writtenHistory = (state: EditorState): WrittenHistory => state.toJSON(FIELDS).history as WrittenHistory;

const readHistory = (written: WrittenHistory): unknown =>
  EditorState.fromJSON(
    { doc: '', selection: EditorSelection.single(0).toJSON(), history: written },
    { extensions: KEPT },
    FIELDS,
  ).field(historyField);

/** The entries of one side, the latest first, each in the text in which it is undone. */
function entriesOf(branch: readonly WrittenEntry[]): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  let since = null as ChangeDesc | null;
  for (const { changes: writtenChanges, mapped, startSelection } of branch.toReversed()) {
    if (writtenChanges === undefined) continue;
    const asDone: ChangeSet = ChangeSet.fromJSON(writtenChanges);
    const selection = EditorSelection.fromJSON(startSelection);
    const before: ChangeDesc | null = since?.mapDesc(asDone, true) ?? null;
    const changes: ChangeSet = since === null ? asDone : asDone.map(since);
    if (!changes.empty) entries.push({ changes, selection: before === null ? selection : selection.map(before) });
    const own: ChangeDesc | null = mapped === undefined ? null : ChangeDesc.fromJSON(mapped);
    since = own === null || before === null ? (own ?? before) : own.composeDesc(before);
  }
  return entries;
}

/** The same in a text of which the entries' is a part. @param length of that text, before the first is undone */
function allMovedInto(entries: readonly HistoryEntry[], start: number, length: number): HistoryEntry[] {
  let left = length;
  return entries.map(({ changes, selection }) => {
    const ranges = selection.ranges.map(({ anchor, head }) => EditorSelection.range(anchor + start, head + start));
    const moved = movedChanges(changes, start, left);
    left = moved.newLength;
    return { changes: moved, selection: EditorSelection.create(ranges, selection.mainIndex) };
  });
}

/** Changes of a part of a text as changes of it all. @param length of it all, before them */
export function movedChanges(changes: ChangeSet, start: number, length: number): ChangeSet {
  const moved: { from: number; to: number; insert: Text }[] = [];
  changes.iterChanges((from, to, _newFrom, _newTo, insert) => {
    moved.push({ from: from + start, to: to + start, insert });
  }, true);
  return ChangeSet.of(moved, length);
}

const writtenBranch = (entries: readonly HistoryEntry[]): WrittenEntry[] =>
  entries
    .map(({ changes, selection }) => ({
      changes: changes.toJSON(),
      startSelection: selection.toJSON(),
      selectionsAfter: [],
    }))
    .reverse();
