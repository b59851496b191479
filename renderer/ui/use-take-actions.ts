// What can be done to a take, each with its way back. What is set of trim, gain and note is seen where it was set: the steps
// can be taken back, and no notice says them.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { GAIN_DB, type TakeSummary, type Verdict } from '../../shared/model/take.ts';
import { ask } from '../bridge/ask.ts';
import { words } from '../locales/words.ts';
import { formatSigned } from './format.ts';
import { usePlayer } from './player-store.ts';
import {
  decideLines,
  decideTake,
  pickTake,
  retakeLine,
  retakeLines,
  type Show,
  showNow,
  TAKE_NOTICE,
} from './take-decisions.ts';
import { notify, notifyFailure } from './toast.tsx';
import { rememberStep, stepUnderWay, type Undo, undoOf } from './undo-history.ts';
import { whyReadOnly } from './writing.tsx';

const t = words('ui');

export interface TakeActions {
  /** @param verdict null takes it away */
  decide(take: TakeSummary, line: string, verdict: Verdict | null): void;
  retake(take: TakeSummary, line: string): void;
  /** The takes that lines show, as one step. */
  decideLines(lineIds: readonly number[], verdict: Verdict | null): void;
  /**
   * Renders lines again, before all that waits.
   *
   * @param reject whether the takes that they show are rejected
   * @param takes how many of each line; one unless given
   */
  retakeLines(lineIds: readonly number[], reject: boolean, takes?: number): void;
  /** Makes a take the one that its line exports; one of other words is kept for today's. */
  pick(take: TakeSummary, line: string): void;
  setNote(take: TakeSummary, line: string, note: string): void;
  setTrim(take: TakeSummary, line: string, trimStartSeconds: number, trimEndSeconds: number): void;
  setGain(take: TakeSummary, line: string, gainDb: number): void;
  /** By this many decibels more, clamped to the bounds. */
  changeGain(take: TakeSummary, line: string, byDb: number): void;
  /** Neither trim nor gain. */
  reset(take: TakeSummary, line: string): void;
}

/** The actions, bound to the window's cache: what changed is seen at once. */
export function useTakeActions(): TakeActions {
  const client = useQueryClient();
  return useMemo(() => takeActions(client), [client]);
}

function takeActions(client: QueryClient): TakeActions {
  const show: Show = (take) => showTake(client, take);
  const gains = makeGains(show);
  const order = (work: () => Promise<unknown>) => {
    const why = whyReadOnly();
    if (why === null) stepUnderWay(work()).catch(notifyFailure);
    else notify(why, { id: 'read-only' });
  };
  return {
    decide: (take, line, verdict) => order(() => decideTake(show, take, line, verdict)),
    retake: (take, line) => order(() => retakeLine(show, take, line)),
    decideLines: (lineIds, verdict) => order(() => decideLines(lineIds, verdict)),
    retakeLines: (lineIds, reject, takes) => order(() => retakeLines(lineIds, reject, takes)),
    pick: (take, line) => order(() => pickTake(show, take, line)),
    setNote: (take, line, note) => order(() => setNote(show, take, line, note)),
    setTrim: (take, line, trimStartSeconds, trimEndSeconds) =>
      order(() => setTrim(show, take, line, { trimStartSeconds, trimEndSeconds })),
    setGain: (take, line, gainDb) => order(() => gains.set(take, line, gainDb)),
    changeGain: (take, line, byDb) => order(() => gains.change(take, line, byDb)),
    reset: (take, line) => order(() => gains.reset(take, line)),
  };
}

function showTake(client: QueryClient, take: TakeSummary): void {
  client.setQueriesData<ReviewRow[]>({ queryKey: ['review.rows'] }, (rows) =>
    rows?.some((row) => row.take?.id === take.id)
      ? rows.map((row) => (row.take?.id === take.id ? { ...row, take } : row))
      : rows,
  );
  client.setQueriesData<TakeSummary[]>({ queryKey: ['review.takes'] }, (takes) =>
    takes?.some(({ id }) => id === take.id) ? takes.map((one) => (one.id === take.id ? take : one)) : takes,
  );
}

type Trim = Pick<TakeSummary, 'trimStartSeconds' | 'trimEndSeconds'>;

/** Shows a take as it is now, and has it heard so where it sounds. */
const showAndHear =
  (show: Show): Show =>
  (take) => {
    const { id, gainDb, trimStartSeconds, trimEndSeconds } = take;
    usePlayer.getState().treat(id, { gainDb, trimStart: trimStartSeconds, trimEnd: trimEndSeconds });
    show(take);
  };

/** Remembers a step, where there is one, without a notice. */
function remember(what: string, undo: Undo | undefined): void {
  if (undo) rememberStep(what, undo);
}

/** @throws BridgeFailure */
async function setNote(show: Show, take: TakeSummary, line: string, note: string): Promise<void> {
  const changed = await ask('take.setNote', { takeId: take.id, note });
  show(changed.take);
  remember(
    t('takes.note', { take: take.number, line }),
    undoOf(changed.step, () => showNow(show, take)),
  );
}

/** Handles are moved in many small steps, which are taken back as one. @throws BridgeFailure */
async function setTrim(show: Show, take: TakeSummary, line: string, trim: Trim): Promise<void> {
  const shown = showAndHear(show);
  const changed = await ask('take.setTrim', { takeId: take.id, ...trim });
  shown(changed.take);
  remember(
    t('takes.trim', { take: take.number, line }),
    undoOf(changed.step, () => showNow(shown, take), `trim:${take.id}`),
  );
}

interface Gains {
  /** @throws BridgeFailure */
  set(take: TakeSummary, line: string, gainDb: number): Promise<void>;
  /** By this many decibels more, clamped to the bounds. @throws BridgeFailure */
  change(take: TakeSummary, line: string, byDb: number): Promise<void>;
  /** Neither trim nor gain. @throws BridgeFailure */
  reset(take: TakeSummary, line: string): Promise<void>;
}

/** Gains by what was asked for last: a key that is pressed quickly goes on from there, whatever is shown yet. */
function makeGains(show: Show): Gains {
  const wanted = new Map<number, number>();
  const shown: Show = (take) => {
    wanted.set(take.id, take.gainDb);
    showAndHear(show)(take);
  };
  const set = async (take: TakeSummary, line: string, gainDb: number) => {
    wanted.set(take.id, gainDb);
    try {
      const changed = await ask('take.setGain', { takeId: take.id, gainDb });
      showAndHear(show)(changed.take);
      remember(
        t('takes.gain', { take: take.number, line, gain: formatSigned(gainDb, 1) }),
        undoOf(changed.step, () => showNow(shown, take), `gain:${take.id}`),
      );
    } catch (failure) {
      wanted.delete(take.id);
      throw failure;
    }
  };
  return {
    set,
    change: (take, line, byDb) => {
      const gainDb = (wanted.get(take.id) ?? take.gainDb) + byDb;
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
