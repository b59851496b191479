import type { QueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { ReviewFilter, ReviewRow } from '../../shared/ipc/review-requests.ts';
import { INITIAL_VIEW, type ViewPreferences } from '../../shared/ipc/view-preferences.ts';
import type { Verdict } from '../../shared/model/take.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { askKey, askQuery } from '../bridge/use-ask.ts';
import type { review } from '../locales/en/review.ts';
import { words } from '../locales/words.ts';
import type { MenuEntries, MenuEntry } from '../ui/overlays/context-menu.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { whyReadOnly } from '../ui/read-only.tsx';
import { playTake, toggleTake } from '../ui/sound/play-line.ts';
import { playingLine, usePlayer } from '../ui/sound/player-store.ts';
import type { TakeActions } from '../ui/use-take-actions.ts';
import { useView } from '../ui/view-store.ts';
import { useCompare } from './compare.tsx';
import { comparedParts } from './compared-parts.ts';
import type { FindingActions } from './finding-actions.ts';
import { playFinding } from './play-finding.ts';
import type { RowSelection } from './row-selection.tsx';

const t = words('review');

export interface ReviewActions {
  move(by: number): void;
  extend(by: number): void;
  selectAll(): void;
  toFirst(): void;
  toLast(): void;
  playOrPause(row: ReviewRow): void;
  approve(row: ReviewRow): void;
  reject(row: ReviewRow): void;
  clearVerdict(row: ReviewRow): void;
  retake(row: ReviewRow): void;
  anotherTake(row: ReviewRow): void;
  compare(row: ReviewRow): void;
  note(row: ReviewRow): void;
  pick(row: ReviewRow): void;
  /** Trims everything before the playback position, or everything after it. */
  trim(row: ReviewRow, edge: 'start' | 'end'): void;
  clearTrim(row: ReviewRow): void;
  gain(row: ReviewRow, by: number): void;
  openInScript(row: ReviewRow): void;
  hearFinding(row: ReviewRow): void;
  stepFinding(row: ReviewRow, by: 1 | -1): void;
  acceptFinding(row: ReviewRow): void;
  leave(): void;
}

interface ReviewActionContext {
  readonly client: QueryClient;
  readonly lineIds: readonly number[];
  readonly filter: ReviewFilter;
  selectLine(lineId: number): void;
  readonly takes: TakeActions;
  readonly findings: FindingActions;
  readonly focusNoteRef: RefObject<(() => void) | null>;
  readonly selection: RowSelection;
}

const selectedLine = () => useView.getState().selectedLineId;

export function useReviewActions(context: ReviewActionContext) {
  const { client, lineIds, filter, selectLine, takes, findings, focusNoteRef, selection } = context;
  return useMemo(() => {
    const at = () => lineIds.indexOf(selectedLine() ?? -1);
    const goToLine = (lineId: number) => {
      if (lineId === selectedLine()) return;
      useCompare.getState().end();
      selection.clear();
      selectLine(lineId);
    };
    const goTo = (index: number) => {
      const lineId = lineIds[Math.min(Math.max(index, 0), lineIds.length - 1)];
      if (lineId !== undefined) goToLine(lineId);
    };
    const decide =
      (verdict: Verdict | null) =>
      (row: ReviewRow): void => {
        if (row.take) takes.decide(row.take, lineNumber(row), verdict);
      };
    const decideAndGoOn = (decideThis: (row: ReviewRow) => unknown) => (row: ReviewRow) => {
      if (!row.take) return;
      decideThis(row);
      if (isFollowingPlayback(row.lineId)) return;
      const before = selectedLine();
      goTo(at() + 1);
      if (selectedLine() !== before) playNext(client, findings);
    };
    const trim = (row: ReviewRow, start: number, end: number) => {
      if (row.take) takes.setTrim(row.take, lineNumber(row), start, end).catch(notifyFailure);
    };
    /** Returns an action that calls `several` if several rows are selected, and `one` otherwise. */
    const toAll = (several: (lineIds: readonly number[]) => void, one: (row: ReviewRow) => void) => (row: ReviewRow) =>
      selection.several.length > 0 ? several(selection.several) : one(row);
    const actions: ReviewActions = {
      move: (by) => goTo(at() + by),
      toFirst: () => goTo(0),
      toLast: () => goTo(lineIds.length - 1),
      playOrPause: toggleTake,
      extend: (by) => selection.extendBy(by),
      selectAll: () => selection.all(),
      approve: toAll((ids) => takes.decideLines(ids, 'approved'), decideAndGoOn(decide('approved'))),
      reject: toAll((ids) => takes.decideLines(ids, 'rejected'), decideAndGoOn(decide('rejected'))),
      clearVerdict: toAll((ids) => takes.decideLines(ids, null), decide(null)),
      retake: toAll(
        (ids) => takes.retakeLines(ids, true),
        decideAndGoOn((row) => row.take && takes.retake(row.take, lineNumber(row))),
      ),
      anotherTake: toAll(
        (ids) => takes.retakeLines(ids, false),
        (row) => takes.retakeLines([row.lineId], false),
      ),
      compare: (row) => void compare(client, row).catch(notifyFailure),
      note: () => focusNoteRef.current?.(),
      pick: (row) => row.take && takes.pick(row.take, lineNumber(row)),
      trim: (row, edge) => {
        const { position, track } = usePlayer.getState();
        const { take } = row;
        if (!take || track?.source.kind !== 'take' || track.source.takeId !== take.id) {
          notify(t('trim.notPlaying'), { id: 'trim' });
          return;
        }
        if (edge === 'start') trim(row, position, take.trimEndSeconds);
        else trim(row, take.trimStartSeconds, Math.max(0, take.durationSeconds - position));
      },
      clearTrim: (row) => trim(row, 0, 0),
      gain: (row, by) => row.take && takes.changeGain(row.take, lineNumber(row), by),
      openInScript: ({ lineId, chapterId }) => {
        const view = useView.getState();
        view.chooseChapter(chapterId);
        view.selectLine(lineId, true);
        view.goTo('script');
      },
      hearFinding: (row) => findings.hear(row),
      stepFinding: (row, by) => findings.step(row, by, { lineIds, filter, select: goToLine }),
      acceptFinding: (row) => findings.acceptCurrent(row),
      leave: () => {
        if (selection.several.length > 0) selection.clear();
        else if (useCompare.getState().comparison) useCompare.getState().end();
        else usePlayer.getState().pause();
      },
    };
    return actions;
  }, [client, lineIds, filter, selectLine, takes, findings, focusNoteRef, selection]);
}

/** Plays the row's first finding in context or, if it has none, the whole take. */
function playNext(client: QueryClient, findings: FindingActions): void {
  const preferences = client.getQueryData<ViewPreferences>(askKey('preferences.get', {})) ?? INITIAL_VIEW;
  const lineId = selectedLine();
  if (!preferences.playsNext || lineId === null) return;
  usePlayer.getState().pause();
  const isStillSelected = () => selectedLine() === lineId;
  client
    .fetchQuery(askQuery('review.rows', { lineIds: [lineId] }))
    .then(async ([row]) => {
      // The selection might have moved while the row was loading.
      if (!row?.take || row.take.audioProblem !== null) return;
      const finding = await findings.firstOf(row);
      if (!isStillSelected()) return;
      if (finding) playFinding(row.take, row, finding);
      else playTake(row.take, row);
    })
    .catch(notifyFailure);
}

function isFollowingPlayback(lineId: number): boolean {
  const player = usePlayer.getState();
  return player.through?.isFollowed === true && playingLine(player) === lineId;
}

/** If a comparison is already in progress, switches to the other take. */
async function compare(client: QueryClient, row: ReviewRow): Promise<void> {
  const { comparison, swap, begin } = useCompare.getState();
  if (comparison?.row.lineId === row.lineId) {
    swap();
    return;
  }
  const takes = await client.fetchQuery(askQuery('review.takes', { lineId: row.lineId }));
  const shown = takes.find(({ id }) => id === row.take?.id);
  const other = takes.filter(({ id, audioProblem }) => id !== shown?.id && audioProblem === null).at(-1);
  if (!shown || !other) {
    notify(t('compare.oneTake', { line: lineNumber(row) }), { id: 'compare' });
    return;
  }
  begin(row, [shown, other], await comparedParts(client, [shown, other]));
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

const ROW_KEYS: Readonly<Record<string, (actions: ReviewActions, row: ReviewRow) => void>> = {
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
  f: (actions, row) => actions.stepFinding(row, 1),
  h: (actions, row) => actions.hearFinding(row),
  o: (actions, row) => actions.acceptFinding(row),
};

/** With Shift, these keys do something else than without it. */
const SHIFTED_ROW_KEYS: typeof ROW_KEYS = {
  f: (actions, row) => actions.stepFinding(row, -1),
};

const EXTEND_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Returns false if the key needs a row that hasn't been loaded yet. Other keys with modifiers are left to shortcuts.
 */
export function reviewKey(event: KeyboardEvent, actions: ReviewActions, row: ReviewRow | null, page: number): boolean {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a') {
    event.preventDefault();
    actions.selectAll();
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const steps = event.shiftKey ? EXTEND_STEPS[event.key] : undefined;
  if (steps !== undefined) {
    event.preventDefault();
    actions.extend(steps);
    return true;
  }
  const key = keyOf(event);
  const move = MOVES[key];
  const act = (event.shiftKey ? SHIFTED_ROW_KEYS[key] : undefined) ?? ROW_KEYS[key];
  if (!move && !act) return true;
  event.preventDefault();
  if (move) move(actions, page);
  else if (row === null) return false;
  else if (act && !event.repeat) act(actions, row);
  return true;
}

/** For most letter keys, it doesn't matter whether Shift is pressed. */
const keyOf = ({ key }: KeyboardEvent): string => (key.length === 1 ? key.toLowerCase() : key);

const isReviewKey = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && (keyOf(event) in MOVES || keyOf(event) in ROW_KEYS);

/**
 * If keys are pressed before the selected row has been loaded, queues them and handles them in order afterwards. A
 * mouse click or an empty list clears the queue.
 */
export function useKeysInOrder(
  row: ReviewRow | null,
  isComing: boolean,
  act: (event: KeyboardEvent, row: ReviewRow | null) => boolean,
): { press(event: KeyboardEvent): void; drop(): void } {
  const held = useRef<readonly KeyboardEvent[]>([]);
  useEffect(() => {
    if (row === null && !isComing) held.current = [];
    // A key can move the cursor, so the next key must apply to the new row.
    while (row !== null && useView.getState().selectedLineId === row.lineId) {
      const [next, ...rest] = held.current;
      if (next === undefined) return;
      held.current = rest;
      act(next, row);
    }
  }, [row, isComing, act]);
  return {
    press(event) {
      const waits = held.current.length > 0 && isReviewKey(event);
      if (!waits && act(event, row)) return;
      event.preventDefault();
      if (isComing || waits) held.current = [...held.current, event];
    },
    drop() {
      held.current = [];
    },
  };
}

type EntryName = keyof typeof review.menu;

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
    entry('hearFinding', 'H', actions.hearFinding, take === null),
    entry('compare', 'B', actions.compare, row.takes < 2),
    entry('openInScript', '↵', actions.openInScript),
    null,
    entry('approve', 'A', actions.approve, isHeld || take === null),
    entry('reject', 'X', actions.reject, isHeld || take === null),
    entry('clearVerdict', 'U', actions.clearVerdict, isHeld || (take?.verdict ?? null) === null),
    entry('pick', 'P', actions.pick, isHeld || take === null || take.isPick),
    entry('note', 'N', actions.note, isHeld),
    entry('acceptFinding', 'O', actions.acceptFinding, isHeld || take === null),
    null,
    entry('rejectAndRender', 'R', actions.retake, isHeld || take === null),
    entry('another', 'T', actions.anotherTake, isHeld),
  ];
}
