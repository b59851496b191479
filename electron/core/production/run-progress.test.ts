import { describe, expect, it } from 'vitest';
import { workOf } from '../scheduler/service-load.ts';
import { RowMemory } from './batch-progress.ts';
import { forecastRows } from './run-forecast.ts';
import { RunProgress } from './run-progress.ts';

const DOUBT = { kind: 'in-doubt', why: 'interrupted' } as const;
const NO = { kind: 'failed-by-service', message: 'no' } as const;
const SLOW = { kind: 'unfinished', why: 'stalled', minutes: 30 } as const;

const ordered = (count: number) => Array.from({ length: count }, (_, n) => ({ lineId: n + 1, characters: 10 }));
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

function progressOf(lines: number): RunProgress {
  const nothing = { batches: [], states: new Map(), failures: new Map() };
  return new RunProgress({ runId: 7, waiting: ordered(lines), ...nothing });
}

const sent = (batchId: number, lineIds: number[]) =>
  ({ kind: 'batch-sent', webhookHost: null, batchId, lineIds, characters: lineIds.length * 10 }) as const;
const rendered = (lineId: number) => ({ kind: 'line-rendered', lineId, takeId: 1, durationSeconds: 1 }) as const;
const rowsOf = (one: RunProgress) => one.batches.map((batch) => batch.row('', null));

describe('the progress of a run', () => {
  it('follows a batch from its submission to its last line', () => {
    const one = progressOf(4);
    one.apply(sent(3, ids(1, 3)), 1_000);
    expect(rowsOf(one)).toMatchObject([{ key: '7.1', batchId: 3, cells: 'sss', state: 'sending', leavesAt: 1_000 }]);
    one.apply({ kind: 'batch-accepted', batchId: 3, lines: 3 }, 1_100);
    expect(rowsOf(one)).toMatchObject([{ state: 'pending', backAt: null }]);
    one.apply(rendered(1), 2_000);
    one.apply({ kind: 'line-failed', lineId: 2, failure: NO, willRetry: false }, 2_500);
    expect(rowsOf(one)).toMatchObject([{ cells: 'dfs', state: 'in-progress', failed: 1 }]);
    expect(one.counts()).toMatchObject({ lines: 4, rendered: 1, failed: 1, inFlight: 1, waiting: 1 });
    one.apply(rendered(3), 3_000);
    expect(rowsOf(one)).toMatchObject([{ cells: 'dfd', state: 'done', backAt: 3_000 }]);
    expect(one.turnaroundMs).toBe(2_000);
    expect(one.counts()).toMatchObject({ charactersSent: 30, characters: 40, batchesInFlight: 0 });
    expect([...one.failures()]).toEqual([[2, NO]]);
  });

  it('keeps lines in flight that are not waited for any longer', () => {
    const one = progressOf(2);
    one.apply(sent(3, [1, 2]), 0);
    one.apply({ kind: 'batch-accepted', batchId: 3, lines: 2 }, 0);
    expect(one.apply({ kind: 'lines-unfinished', batchId: 3, lineIds: [1, 2], failure: SLOW }, 1)).toEqual([1, 2]);
    expect(rowsOf(one)).toMatchObject([{ cells: 'ss', failed: 0, backAt: null }]);
    expect(one.counts()).toMatchObject({ inFlight: 2, failed: 0, lost: 0, inDoubt: 0 });
  });

  it('gives lines back their place where a batch did not leave after all', () => {
    const one = progressOf(4);
    one.apply(sent(3, [1, 2]), 0);
    one.apply(sent(4, [3]), 0);
    one.apply({ kind: 'batch-withdrawn', batchId: 3, lineIds: [1, 2] }, 0);
    expect(one.waiting().map(({ lineId }) => lineId)).toEqual([1, 2, 4]);
    expect(rowsOf(one)).toMatchObject([{ key: '7.1', batchId: 4 }]);
    expect(one.counts()).toMatchObject({ waiting: 3, inFlight: 1, charactersSent: 10, characters: 40 });
  });

  it('keeps the order of lines whose batches all come back unsent, whichever comes back last', () => {
    const one = progressOf(5);
    one.apply(sent(3, [1, 2]), 0);
    one.apply(sent(4, [3, 4]), 0);
    one.apply({ kind: 'batch-withdrawn', batchId: 3, lineIds: [1, 2] }, 0);
    one.apply({ kind: 'batch-withdrawn', batchId: 4, lineIds: [3, 4] }, 0);
    expect(one.waiting().map(({ lineId }) => lineId)).toEqual([1, 2, 3, 4, 5]);
  });

  it('holds in doubt what is in doubt, and calls off what waits', () => {
    const one = progressOf(3);
    one.apply(sent(1, [1, 2]), 0);
    one.apply({ kind: 'batch-in-doubt', batchId: 1, lineIds: [1, 2], reason: DOUBT }, 0);
    expect(rowsOf(one)).toMatchObject([{ cells: 'qq', state: 'in-doubt' }]);
    expect(one.cancelUnsent()).toEqual([3]);
    expect(one.counts()).toMatchObject({ inDoubt: 2, waiting: 0, lines: 3 });
  });

  it('calls a batch refused of which the service took nothing', () => {
    const one = progressOf(1);
    one.apply(sent(1, [1]), 0);
    one.apply({ kind: 'line-failed', lineId: 1, failure: NO, willRetry: false }, 0);
    expect(rowsOf(one)).toMatchObject([{ state: 'refused' }]);
    expect(one.counts().charactersSent).toBe(0);
  });

  describe('keeps extra takes apart', () => {
    /** Two of three lines of the run are done; a take of one of them, and of a line that is not of the run, is ordered. */
    const withExtras = () => {
      const one = progressOf(3);
      one.apply(sent(1, [1, 2]), 0);
      for (const lineId of [1, 2]) one.apply(rendered(lineId), 1);
      one.orderExtra([
        { lineId: 2, characters: 10 },
        { lineId: 9, characters: 10 },
      ]);
      return one;
    };

    it('from the figures of the run, before which they leave', () => {
      const one = withExtras();
      expect(one.waiting().map(({ lineId }) => lineId)).toEqual([2, 9, 3]);
      expect(one.counts()).toMatchObject({ lines: 3, rendered: 2, extraTakes: 2, extraTakesRendered: 0, waiting: 3 });
      one.apply(sent(2, [2, 9]), 2);
      one.apply(rendered(9), 3);
      expect(one.counts()).toMatchObject({ lines: 3, rendered: 2, extraTakes: 2, extraTakesRendered: 1, inFlight: 1 });
    });

    it('unless something goes wrong with one: then it needs a decision, as a line of the run does', () => {
      const one = withExtras();
      one.apply(sent(2, [2, 9]), 2);
      one.apply({ kind: 'batch-in-doubt', batchId: 2, lineIds: [2, 9], reason: DOUBT }, 3);
      expect(one.counts()).toMatchObject({ lines: 4, rendered: 1, inDoubt: 2, extraTakes: 0 });
    });

    it('and forgets those that are called off', () => {
      const one = withExtras();
      one.cancelUnsent();
      expect(one.counts()).toMatchObject({ lines: 3, rendered: 2, waiting: 0, extraTakes: 0 });
    });

    it('and counts several takes of a line that come one after another', () => {
      const one = progressOf(1);
      one.apply(sent(1, [1]), 0);
      one.apply({ kind: 'batch-accepted', batchId: 1, lines: 1 }, 0);
      one.apply(rendered(1), 1);
      const take = (furtherTakes: number) => ({ lineId: 1, characters: 10, retakeSeed: furtherTakes, furtherTakes });
      one.orderExtra([take(2)]);
      expect(one.counts()).toMatchObject({ extraTakes: 3, extraTakesRendered: 0, waiting: 1, characters: 40 });
      one.apply(sent(2, [1]), 2);
      expect(one.counts()).toMatchObject({ extraTakes: 3, waiting: 0, inFlight: 1, characters: 40 });
      one.apply(rendered(1), 3);
      one.apply({ kind: 'next-take', line: take(1) }, 3);
      expect(one.waiting()).toEqual([take(1)]);
      expect(one.counts()).toMatchObject({ lines: 1, rendered: 1, extraTakes: 3, extraTakesRendered: 1, waiting: 1 });
      one.apply(sent(3, [1]), 4);
      one.apply({ kind: 'line-failed', lineId: 1, failure: NO, willRetry: false }, 5);
      expect(one.hasMore).toBe(false);
    });

    it('but not a line that the run has still to bring', () => {
      const one = progressOf(3);
      one.orderExtra([{ lineId: 3, characters: 10 }]);
      expect(one.waiting().map(({ lineId }) => lineId)).toEqual([3, 1, 2]);
      expect(one.counts()).toMatchObject({ lines: 3, extraTakes: 0 });
    });

    it('when the run is read again', () => {
      const before = withExtras();
      const states = new Map([
        [1, 'done' as const],
        [2, 'sent' as const],
        [3, 'waiting' as const],
        [9, 'done' as const],
      ]);
      const { extras } = before;
      const one = new RunProgress({
        runId: 7,
        batches: [],
        states,
        waiting: ordered(3).slice(2),
        failures: new Map(),
        extras,
      });
      expect(one.counts()).toMatchObject({ lines: 3, rendered: 2, extraTakes: 2, extraTakesRendered: 1 });
    });
  });

  it('lets a failed line that is sent again wait behind the others', () => {
    const one = progressOf(3);
    one.apply(sent(1, [1]), 0);
    one.apply({ kind: 'line-failed', lineId: 1, failure: NO, willRetry: true }, 0);
    expect(one.waiting().map(({ lineId }) => lineId)).toEqual([2, 3, 1]);
    expect(one.counts()).toMatchObject({ waiting: 3, failed: 0 });
  });
});

describe('planned rows', () => {
  const outlook = {
    limit: { requests: 1 },
    assumption: { factor: 1, loweredAt: 0 },
    heldUntil: null,
    window: [],
  };
  const options = {
    runKey: '7',
    lines: ordered(120),
    sent: 2,
    outlook,
    now: 0,
    turnaroundMs: 500,
    load: { pace: null, lines: 0, characters: 0 },
    paused: false,
    labelOf: (first: number, last: number) => `${first}–${last}`,
  };

  it('say when each batch leaves and is expected back', () => {
    const { rows, allSentAt } = forecastRows(options);
    expect(rows.map(({ key, lines, state }) => [key, lines, state])).toEqual([
      ['7.3', '1–50', 'queued'],
      ['7.4', '51–100', 'waits-for-budget'],
      ['7.5', '101–120', 'waits-for-budget'],
    ]);
    expect(rows[1]?.leavesAt).toBeGreaterThanOrEqual(60_000);
    expect(rows[1]?.backAt).toBe((rows[1]?.leavesAt ?? 0) + 500);
    expect(allSentAt).toBe(rows[2]?.leavesAt);
  });

  it('leave after the lines of other projects that go first', () => {
    const { rows, allSentAt } = forecastRows({ ...options, ahead: Array.from({ length: 60 }, () => 10) });
    const alone = forecastRows(options);
    expect(rows.map(({ key, lines }) => [key, lines])).toEqual(alone.rows.map(({ key, lines }) => [key, lines]));
    expect((rows[0]?.leavesAt ?? 0) - (alone.rows[0]?.leavesAt ?? 0)).toBeGreaterThanOrEqual(120_000);
    expect(allSentAt).toBe(rows[2]?.leavesAt);
  });

  it('come back no faster than the service works', () => {
    const unlimited = { ...options, outlook: { ...outlook, limit: {} } };
    const load = { pace: 1, lines: 0, characters: 0 };
    const { rows, allSentAt, doneAt } = forecastRows({ ...unlimited, load });
    expect(allSentAt).toBe(0);
    const worked = rows.reduce((sum, { lineCount, characters }) => sum + workOf({ lines: lineCount, characters }), 0);
    expect(doneAt).toBe(worked);
    expect(rows.map(({ backAt }) => backAt)).toEqual([...rows.map(({ backAt }) => backAt ?? 0)].sort((a, b) => a - b));
  });

  it('make no claim about the end where neither limits nor a pace are known', () => {
    const unlimited = { ...options, outlook: { ...outlook, limit: {} }, turnaroundMs: null };
    expect(forecastRows(unlimited)).toMatchObject({ allSentAt: 0, doneAt: null });
  });

  it('say nothing of time while the run is paused', () => {
    const { rows, allSentAt, doneAt } = forecastRows({ ...options, paused: true });
    expect(rows.every(({ leavesAt, backAt, state }) => !leavesAt && !backAt && state === 'queued')).toBe(true);
    expect([allSentAt, doneAt]).toEqual([null, null]);
  });

  it('are told as far as they changed, and all of them where some are gone', () => {
    const memory = new RowMemory();
    const { rows } = forecastRows(options);
    expect(memory.changes(rows)).toEqual({ rows, replaceAll: false });
    expect(memory.changes(rows).rows).toEqual([]);
    const changed = rows.map((row) => (row.number === 4 ? { ...row, failed: 1 } : row));
    expect(memory.changes(changed).rows.map(({ number }) => number)).toEqual([4]);
    expect(memory.changes(rows.slice(1))).toEqual({ rows: rows.slice(1), replaceAll: true });
  });
});
