// What can be done to a take, each with its way back.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { TakeSummary, Verdict } from '../../shared/model/take.ts';
import { decideLines, decideTake, pickTake, retakeLine, retakeLines, type Show } from './take-decisions.ts';
import { makeGains, setNote, setTrim } from './take-treatment.ts';
import { notify, notifyFailure } from './toast.tsx';
import { stepUnderWay } from './undo-history.ts';
import { whyReadOnly } from './writing.tsx';

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
  const show: Show = (changed) => {
    showTake(client, changed.take);
    return changed;
  };
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
