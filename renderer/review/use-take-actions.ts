// What can be done to a take, each with its way back.
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { GAIN_DB, type TakeSummary } from '../../shared/model/take.ts';
import { ask } from '../bridge/ask.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';

type Changed = ReplyOf<'take.setVerdict'>;

/** Notices of the same sort replace each other: triage is quick. */
const NOTICE = 'review';

export interface TakeActions {
  approve(row: ReviewRow): void;
  reject(row: ReviewRow): void;
  clearVerdict(row: ReviewRow): void;
  retake(row: ReviewRow): void;
  /** Makes a take the one that its line exports; one of other words is kept for today's. */
  pick(take: TakeSummary, lineNumber: number): void;
  setNote(take: TakeSummary, note: string): void;
  setTrim(take: TakeSummary, trimStartSeconds: number, trimEndSeconds: number): void;
  setGain(take: TakeSummary, gainDb: number): void;
  /** By so many decibels more, as far as the bounds go. */
  changeGain(take: TakeSummary, byDb: number): void;
}

/** The actions, bound to the window's cache: what changed is seen at once. */
export function useTakeActions(): TakeActions {
  const client = useQueryClient();
  return useMemo(() => {
    const show = (take: TakeSummary) => {
      client.setQueriesData<ReviewRow[]>({ queryKey: ['review.rows'] }, (rows) =>
        rows?.some((row) => row.take?.id === take.id)
          ? rows.map((row) => (row.take?.id === take.id ? { ...row, take } : row))
          : rows,
      );
      client.setQueriesData<TakeSummary[]>({ queryKey: ['review.takes'] }, (takes) =>
        takes?.some(({ id }) => id === take.id) ? takes.map((one) => (one.id === take.id ? take : one)) : takes,
      );
    };
    const run = (work: () => Promise<Changed>, said: string | null, undo: (changed: Changed) => Promise<unknown>) => {
      work()
        .then((changed) => {
          show(changed.take);
          if (said === null) return;
          const takeBack = () =>
            undo(changed)
              .then((after) => after !== null && isChanged(after) && show(after.take))
              .catch(notifyFailure);
          notify(said, { id: NOTICE, undo: { run: () => void takeBack() } });
        })
        .catch(notifyFailure);
    };
    const backToVerdict = ({ take, previous }: Changed) =>
      ask('take.setVerdict', { takeId: take.id, verdict: previous.verdict }).then((changed) =>
        previous.pickTakeId === changed.previous.pickTakeId
          ? changed
          : ask('take.restorePick', { lineId: take.lineId, takeId: previous.pickTakeId }).then(() => changed),
      );
    const setVerdict = (row: ReviewRow, verdict: TakeSummary['verdict'], said: string) => {
      const { take } = row;
      if (!take) return;
      run(() => ask('take.setVerdict', { takeId: take.id, verdict }), `Line ${row.number} ${said}.`, backToVerdict);
    };
    // What was asked for last: a key that is pressed quickly goes on from there, whatever the table shows yet.
    const wantedGains = new Map<number, number>();
    const setGain = (take: TakeSummary, gainDb: number) => {
      wantedGains.set(take.id, gainDb);
      const ordered = () =>
        ask('take.setGain', { takeId: take.id, gainDb }).catch((failure: unknown) => {
          wantedGains.delete(take.id);
          throw failure;
        });
      run(ordered, null, () => Promise.resolve(null));
    };
    return {
      approve: (row) => setVerdict(row, 'approved', 'approved'),
      reject: (row) => setVerdict(row, 'rejected', 'rejected'),
      clearVerdict: (row) => setVerdict(row, null, 'has no verdict'),
      retake: (row) => {
        const { take } = row;
        if (!take) return;
        run(
          () => ask('take.rejectAndRetake', { takeId: take.id }),
          `Line ${row.number} rejected; it is rendered again with another seed.`,
          backToVerdict,
        );
      },
      pick: (take, lineNumber) =>
        run(
          () => ask('take.pick', { takeId: take.id, keep: !take.keyIsToday }),
          `Take ${take.number} of line ${lineNumber} ${take.keyIsToday ? 'picked' : 'kept for the words of today'}.`,
          ({ previous }) => ask('take.restorePick', { lineId: take.lineId, takeId: previous.pickTakeId }),
        ),
      setNote: (take, note) =>
        run(
          () => ask('take.setNote', { takeId: take.id, note }),
          null,
          ({ previous }) => ask('take.setNote', { takeId: take.id, note: previous.note }),
        ),
      setTrim: (take, trimStartSeconds, trimEndSeconds) =>
        run(
          () => ask('take.setTrim', { takeId: take.id, trimStartSeconds, trimEndSeconds }),
          null,
          () => Promise.resolve(null),
        ),
      setGain,
      changeGain: (take, byDb) => {
        const before = wantedGains.get(take.id) ?? take.gainDb;
        setGain(take, Math.min(GAIN_DB.max, Math.max(GAIN_DB.min, before + byDb)));
      },
    };
  }, [client]);
}

const isChanged = (value: unknown): value is Changed =>
  typeof value === 'object' && value !== null && 'take' in value && 'previous' in value;
