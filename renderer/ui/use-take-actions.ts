// What can be done to a take, each with its way back.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { TakeSummary, Verdict } from '../../shared/model/take.ts';
import { decideTake, pickTake, retakeLine, type Show } from './take-decisions.ts';
import { makeGains, setNote, setTrim } from './take-treatment.ts';
import { notify, notifyFailure } from './toast.tsx';
import { stepUnderWay } from './undo-history.ts';
import { whyReadOnly } from './writing.tsx';

export interface TakeActions {
  /** @param verdict null takes it away */
  decide(take: TakeSummary, lineNumber: number, verdict: Verdict | null): void;
  retake(take: TakeSummary, lineNumber: number): void;
  /** Makes a take the one that its line exports; one of other words is kept for today's. */
  pick(take: TakeSummary, lineNumber: number): void;
  setNote(take: TakeSummary, lineNumber: number, note: string): void;
  setTrim(take: TakeSummary, lineNumber: number, trimStartSeconds: number, trimEndSeconds: number): void;
  setGain(take: TakeSummary, lineNumber: number, gainDb: number): void;
  /** By so many decibels more, as far as the bounds go. */
  changeGain(take: TakeSummary, lineNumber: number, byDb: number): void;
  /** Neither trim nor gain. */
  reset(take: TakeSummary, lineNumber: number): void;
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
    decide: (take, lineNumber, verdict) => order(() => decideTake(show, take, lineNumber, verdict)),
    retake: (take, lineNumber) => order(() => retakeLine(show, take, lineNumber)),
    pick: (take, lineNumber) => order(() => pickTake(show, take, lineNumber)),
    setNote: (take, lineNumber, note) => order(() => setNote(show, take, lineNumber, note)),
    setTrim: (take, lineNumber, trimStartSeconds, trimEndSeconds) =>
      order(() => setTrim(show, take, lineNumber, { trimStartSeconds, trimEndSeconds })),
    setGain: (take, lineNumber, gainDb) => order(() => gains.set(take, lineNumber, gainDb)),
    changeGain: (take, lineNumber, byDb) => order(() => gains.change(take, lineNumber, byDb)),
    reset: (take, lineNumber) => order(() => gains.reset(take, lineNumber)),
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
