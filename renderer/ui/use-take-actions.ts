// Changes to trims and gain record an undo step without a notice, because their result is visible.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MAX_RETAKES, type ReviewRow } from '../../shared/ipc/review-requests.ts';
import { GAIN_DB, type TakeState, type TakeSummary, type Verdict } from '../../shared/model/take.ts';
import { ask } from '../bridge/ask.ts';
import { words } from '../locales/words.ts';
import { formatSigned } from './format.ts';
import { notify, notifyFailure } from './overlays/toast.tsx';
import { notifyIfReadOnly } from './read-only.tsx';
import { noteRetakes, noteVerdicts } from './retakes.ts';
import { usePlayer } from './sound/player-store.ts';
import { awaitBeforeUndo, rememberStep, type Undo, undoOf } from './undo-history.ts';
import { useView } from './view-store.ts';

const t = words('ui');

export interface TakeActions {
  decide(take: TakeSummary, line: string, verdict: Verdict | null): void;
  retake(take: TakeSummary, line: string): void;
  decideLines(lineIds: readonly number[], verdict: Verdict | null): void;
  /** Renders lines again with priority. `takes` is the number of takes per line and defaults to 1. */
  retakeLines(lineIds: readonly number[], reject: boolean, takes?: number): void;
  /** If the take is of an older version of the text, it is now kept for the current text. */
  pick(take: TakeSummary, line: string): void;
  /** Like `setGain`, resolves once the saved take is shown. */
  setTrim(take: TakeSummary, line: string, trimStartSeconds: number, trimEndSeconds: number): Promise<void>;
  setGain(take: TakeSummary, line: string, gainDb: number): Promise<void>;
  changeGain(take: TakeSummary, line: string, byDb: number): void;
  reset(take: TakeSummary, line: string): void;
}

export function useTakeActions(): TakeActions {
  const client = useQueryClient();
  return useMemo(() => takeActions(client), [client]);
}

function takeActions(client: QueryClient): TakeActions {
  const show: Show = (take) => showTake(client, take);
  const gains = createGainActions(show);
  const save = async (work: () => Promise<unknown>) => {
    if (!notifyIfReadOnly()) await awaitBeforeUndo(work());
  };
  const order = (work: () => Promise<unknown>) => void save(work).catch(notifyFailure);
  return {
    decide: (take, line, verdict) => order(() => decideTake(show, take, line, verdict)),
    retake: (take, line) => order(() => retakeLine(show, take, line)),
    decideLines: (lineIds, verdict) => order(() => decideLines(lineIds, verdict)),
    retakeLines: (lineIds, reject, takes) => order(() => retakeLines(lineIds, reject, takes)),
    pick: (take, line) => order(() => pickTake(show, take, line)),
    setTrim: (take, line, trimStartSeconds, trimEndSeconds) =>
      save(() => setTrim(show, take, line, { trimStartSeconds, trimEndSeconds })),
    setGain: (take, line, gainDb) => save(() => gains.set(take, line, gainDb)),
    changeGain: (take, line, byDb) => order(() => gains.change(take, line, byDb)),
    reset: (take, line) => order(() => gains.reset(take, line)),
  };
}

/**
 * Writes a take's state to the cached lists. A list that is being fetched may predate the change, so the state is written
 * again once it arrives. Otherwise, a trim handle would briefly jump back, and the next key press would start from there.
 */
function showTake(client: QueryClient, take: TakeState): void {
  const write = () => {
    client.setQueriesData<ReviewRow[]>({ queryKey: ['review.rows'] }, (rows) =>
      rows?.some((row) => row.take?.id === take.id)
        ? rows.map((row) => (row.take?.id === take.id ? { ...row, take: { ...row.take, ...take } } : row))
        : rows,
    );
    client.setQueriesData<TakeSummary[]>({ queryKey: ['review.takes'] }, (takes) =>
      takes?.some(({ id }) => id === take.id)
        ? takes.map((one) => (one.id === take.id ? { ...one, ...take } : one))
        : takes,
    );
  };
  write();
  for (const channel of ['review.rows', 'review.takes'])
    for (const query of client.getQueryCache().findAll({ queryKey: [channel], fetchStatus: 'fetching' }))
      query.promise?.then(write, () => undefined);
}

type Show = (take: TakeState) => void;

/** Each review notice replaces the previous one, because triage is fast. */
const TAKE_NOTICE = 'review';

async function decideTake(show: Show, take: TakeSummary, line: string, verdict: Verdict | null): Promise<void> {
  const changed = await ask('take.setVerdict', { takeId: take.id, verdict });
  if (verdict !== null) noteVerdicts([take.lineId]);
  show(changed.take);
  const undo = undoOf(changed.step, () => showNow(show, take).then(() => reselect(take)));
  notify(t('takes.decided', { line, verdict: verdict ?? 'none' }), { id: TAKE_NOTICE, undo });
}

/** Undo restores only the verdict, because the new render has already been paid for. */
async function retakeLine(show: Show, take: TakeSummary, line: string): Promise<void> {
  noteRetakes([take.lineId]);
  const changed = await ask('take.rejectAndRetake', { takeId: take.id });
  show(changed.take);
  const undo = undoOf(changed.step, () => showNow(show, take).then(() => reselect(take)));
  notify(t('takes.retaken', { line }), { id: TAKE_NOTICE, undo });
}

async function decideLines(lineIds: readonly number[], verdict: Verdict | null): Promise<void> {
  const { changed, step } = await ask('take.setVerdicts', { lineIds: [...lineIds], verdict });
  if (verdict !== null) noteVerdicts(lineIds);
  if (changed === 0) {
    notify(t('takes.alreadyDecided', { verdict: verdict ?? 'none' }), { id: TAKE_NOTICE });
    return;
  }
  const message = t('takes.linesDecided', { lines: changed, verdict: verdict ?? 'none' });
  notify(message, { id: TAKE_NOTICE, undo: undoOf(step) });
}

async function retakeLines(lineIds: readonly number[], reject: boolean, takes = 1): Promise<void> {
  if (lineIds.length > MAX_RETAKES) {
    notify(t('takes.tooMany', { lines: MAX_RETAKES }), { id: TAKE_NOTICE });
    return;
  }
  noteRetakes(lineIds);
  const { changed, step } = await ask('take.retake', { lineIds: [...lineIds], reject, takes });
  if (changed === 0) {
    notify(t('takes.ordered', { takes, lines: lineIds.length }), { id: TAKE_NOTICE });
    return;
  }
  notify(t('takes.linesRetaken', { lines: changed }), { id: TAKE_NOTICE, undo: undoOf(step) });
}

/** After undo in Review, selects the line again, so that the next key applies to it. */
function reselect({ lineId }: TakeSummary): void {
  const { screen, selectLine } = useView.getState();
  if (screen === 'review') selectLine(lineId);
}

async function pickTake(show: Show, take: TakeSummary, line: string): Promise<void> {
  const changed = await ask('take.pick', { takeId: take.id, keep: !take.keyIsToday });
  show(changed.take);
  const message = t(take.keyIsToday ? 'takes.picked' : 'takes.kept', { take: take.number, line });
  notify(message, { id: TAKE_NOTICE, undo: undoOf(changed.step, () => showNow(show, take)) });
}

async function showNow(show: Show, { id, lineId }: TakeSummary): Promise<void> {
  const take = (await ask('review.takes', { lineId })).find((other) => other.id === id);
  if (take) show(take);
}

type TrimFields = Pick<TakeSummary, 'trimStartSeconds' | 'trimEndSeconds'>;

const showAndApply =
  (show: Show): Show =>
  (take) => {
    const { id, gainDb, trimStartSeconds, trimEndSeconds } = take;
    usePlayer.getState().treat(id, { gainDb, trimStart: trimStartSeconds, trimEnd: trimEndSeconds });
    show(take);
  };

function remember(what: string, undo: Undo | undefined): void {
  if (undo) rememberStep(what, undo);
}

/** Consecutive trims are merged into one undo step, because the handles move in small steps. */
async function setTrim(show: Show, take: TakeSummary, line: string, trim: TrimFields): Promise<void> {
  const shown = showAndApply(show);
  const changed = await ask('take.setTrim', { takeId: take.id, ...trim });
  shown(changed.take);
  remember(
    t('takes.trim', { take: take.number, line }),
    undoOf(changed.step, () => showNow(shown, take), `trim:${take.id}`),
  );
}

interface GainActions {
  set(take: TakeSummary, line: string, gainDb: number): Promise<void>;
  change(take: TakeSummary, line: string, byDb: number): Promise<void>;
  reset(take: TakeSummary, line: string): Promise<void>;
}

/**
 * Keeps track of the latest gain that was requested, so that fast key presses add up even before the view is updated.
 */
function createGainActions(show: Show): GainActions {
  const requested = new Map<number, number>();
  const shown: Show = (take) => {
    requested.set(take.id, take.gainDb);
    showAndApply(show)(take);
  };
  const set = async (take: TakeSummary, line: string, gainDb: number) => {
    requested.set(take.id, gainDb);
    try {
      const changed = await ask('take.setGain', { takeId: take.id, gainDb });
      showAndApply(show)(changed.take);
      remember(
        t('takes.gain', { take: take.number, line, gain: formatSigned(gainDb, 1) }),
        undoOf(changed.step, () => showNow(shown, take), `gain:${take.id}`),
      );
    } catch (failure) {
      requested.delete(take.id);
      throw failure;
    }
  };
  return {
    set,
    change: (take, line, byDb) => {
      const gainDb = (requested.get(take.id) ?? take.gainDb) + byDb;
      return set(take, line, Math.min(GAIN_DB.max, Math.max(GAIN_DB.min, gainDb)));
    },
    async reset(take, line) {
      const changed = await ask('take.resetTreatment', { takeId: take.id });
      shown(changed.take);
      notify(t('takes.reset', { take: take.number, line }), {
        id: TAKE_NOTICE,
        undo: undoOf(changed.step, () => showNow(shown, take)),
      });
    },
  };
}
