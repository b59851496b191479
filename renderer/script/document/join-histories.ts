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

/** Keeps all edits since the project was opened. */
const UNLIMITED_HISTORY = history({ minDepth: Number.MAX_SAFE_INTEGER });

const historyCompartment = new Compartment();

export const documentHistory: Extension = historyCompartment.of(UNLIMITED_HISTORY);

interface HistoryEntry {
  readonly changes: ChangeSet;
  readonly selection: EditorSelection;
}

/** A serialised entry in CodeMirror's history. An entry without changes only restores a selection. */
interface SerialisedEntry {
  readonly changes?: unknown;
  /** External changes since this entry. Earlier entries must be mapped through them. */
  readonly mapped?: unknown;
  readonly startSelection?: unknown;
  readonly selectionsAfter: readonly unknown[];
}

interface SerialisedHistory {
  readonly done: readonly SerialisedEntry[];
  readonly undone: readonly SerialisedEntry[];
}

export interface HistoryPart {
  readonly state: EditorState;
  readonly from: number;
  /** The more recent the last change, the larger this number. */
  readonly changedAt: number;
}

/**
 * Returns an effect that sets the merged history, or null if there is nothing to undo.
 *
 * The most recently changed part is undone first. Entries are offset into their own part, even at its edges: CodeMirror
 * doesn't know parts and would restore text deleted at the end of one part after text added by the next.
 */
export function mergeHistories(state: EditorState, parts: readonly HistoryPart[]): StateEffect<unknown> | null {
  const isPart = ({ state: part, from }: HistoryPart) => state.doc.slice(from, from + part.doc.length).eq(part.doc);
  const hasHistory = parts.some((part) => undoDepth(part.state) + redoDepth(part.state) > 0);
  if (!hasHistory || !parts.every(isPart)) return null;
  const latestFirst = parts.toSorted((a, b) => b.changedAt - a.changedAt);
  const done: HistoryEntry[] = [];
  let undone: readonly HistoryEntry[] = [];
  let length = state.doc.length;
  /** How much longer each part becomes when all of its edits are undone. */
  const growth = new Map<HistoryPart, number>();
  for (const [at, part] of latestFirst.entries()) {
    const written = serialiseHistory(part.state);
    const before = [...growth].filter(([other]) => other.from < part.from);
    const start = before.reduce((sum, [, by]) => sum + by, part.from);
    if (at === 0) undone = moveEntries(entriesOf(written.undone), start, length);
    const own = moveEntries(entriesOf(written.done), start, length);
    const left = own.at(-1)?.changes.newLength ?? length;
    growth.set(part, left - length);
    length = left;
    append(done, own);
  }
  const value = readHistory({ done: serialiseBranch(done), undone: serialiseBranch(undone) });
  return historyCompartment.reconfigure([UNLIMITED_HISTORY, historyField.init(() => value)]);
}

const FIELDS = { history: historyField };

const serialiseHistory = (state: EditorState): SerialisedHistory => state.toJSON(FIELDS).history as SerialisedHistory;

const readHistory = (written: SerialisedHistory): unknown =>
  EditorState.fromJSON(
    { doc: '', selection: EditorSelection.single(0).toJSON(), history: written },
    { extensions: UNLIMITED_HISTORY },
    FIELDS,
  ).field(historyField);

/**
 * Returns the entries of one branch, latest first. The positions in each entry refer to the text in which it is undone.
 */
function entriesOf(branch: readonly SerialisedEntry[]): HistoryEntry[] {
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

/** `length` is the length of the whole text before the first undo. */
function moveEntries(entries: readonly HistoryEntry[], start: number, length: number): HistoryEntry[] {
  let left = length;
  return entries.map(({ changes, selection }) => {
    const ranges = selection.ranges.map(({ anchor, head }) => EditorSelection.range(anchor + start, head + start));
    const moved = moveChanges(changes, start, left);
    left = moved.newLength;
    return { changes: moved, selection: EditorSelection.create(ranges, selection.mainIndex) };
  });
}

/** `length` is the length of the whole text before the changes. */
export function moveChanges(changes: ChangeSet, start: number, length: number): ChangeSet {
  const moved: { from: number; to: number; insert: Text }[] = [];
  changes.iterChanges((from, to, _newFrom, _newTo, insert) => {
    moved.push({ from: from + start, to: to + start, insert });
  }, true);
  return ChangeSet.of(moved, length);
}

const serialiseBranch = (entries: readonly HistoryEntry[]): SerialisedEntry[] =>
  entries
    .map(({ changes, selection }) => ({
      changes: changes.toJSON(),
      startSelection: selection.toJSON(),
      selectionsAfter: [],
    }))
    .reverse();
