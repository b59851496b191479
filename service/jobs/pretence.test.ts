import { describe, expect, test } from 'vitest';
import { HandPace } from '../testing/hand-pace.ts';
import { isBeyond, overallProgress, type Standing } from './job-stages.ts';
import { pretend, REAL_PACE } from './pretence.ts';

function pretending(pace: HandPace, from: number, milliseconds: number) {
  const told: Standing[] = [];
  const stop = new AbortController();
  let isOver = false;
  const work = pretend(pace, from, milliseconds, (stage, fraction) => told.push({ stage, fraction }), stop.signal);
  const done = work.finally(() => (isOver = true));
  done.catch(() => {});
  return { told, stop, done, isOver: () => isOver };
}

describe('a job that pretends', () => {
  test('takes its time, what it has taken already included, and goes on evenly', async () => {
    const pace = new HandPace();
    await pace.pass(1000);
    const { told, isOver } = pretending(pace, 0, 10_000);
    for (let second = 2; second <= 9; second += 1) {
      await pace.pass(999);
      expect(isOver()).toBe(false);
      await pace.pass(1);
      expect(overallProgress(told.at(-1) ?? { stage: 'queued', fraction: 0 })).toBeCloseTo(second / 10, 1);
    }
    await pace.pass(999);
    expect(isOver()).toBe(false);
    await pace.pass(1);
    expect(isOver()).toBe(true);
    for (const [index, standing] of told.entries()) {
      const before = told[index - 1];
      if (before !== undefined) expect(isBeyond(before, standing)).toBe(false);
    }
  });

  test('is over at once where it has taken longer already, or pretends nothing', async () => {
    const pace = new HandPace();
    await pace.pass(5000);
    await pretending(pace, 0, 5000).done;
    await pretending(pace, 5000, 0).done;
  });

  test('ends as soon as it is told to', async () => {
    const pace = new HandPace();
    const { stop, done } = pretending(pace, 0, 10_000);
    await pace.pass(2000);
    stop.abort(new Error('enough'));
    await expect(done).rejects.toThrow('enough');
  });

  test('goes by a real clock outside of tests', async () => {
    const before = REAL_PACE.elapsed();
    await pretend(REAL_PACE, before, 20, () => {}, new AbortController().signal);
    expect(REAL_PACE.elapsed() - before).toBeGreaterThanOrEqual(20);
  });
});
