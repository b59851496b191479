import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SYSTEM_CLOCK } from '../common/clock.ts';
import type { StageProgress } from '../ports/progress.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { isAhead, isSpeechStage, OPEN_STAGES, overallProgress, progressAt, simulateProgress } from './job-progress.ts';

function pretending(clock: ManualClock, from: number, milliseconds: number) {
  const told: StageProgress[] = [];
  const stop = new AbortController();
  let isOver = false;
  const work = simulateProgress(
    clock,
    from,
    milliseconds,
    (stage, fraction) => told.push({ stage, fraction }),
    stop.signal,
  );
  const done = work.finally(() => (isOver = true));
  done.catch(() => {});
  return { told, stop, done, isOver: () => isOver };
}

describe('a job that pretends', () => {
  test('takes its time, what it has taken already included, and goes on evenly', async () => {
    const clock = new ManualClock();
    await clock.pass(1000);
    const { told, isOver } = pretending(clock, 0, 10_000);
    for (let second = 2; second <= 9; second += 1) {
      await clock.pass(999);
      expect(isOver()).toBe(false);
      await clock.pass(1);
      expect(overallProgress(told.at(-1) ?? { stage: 'queued', fraction: 0 })).toBeCloseTo(second / 10, 1);
    }
    await clock.pass(999);
    expect(isOver()).toBe(false);
    await clock.pass(1);
    expect(isOver()).toBe(true);
    for (const [index, reached] of told.entries()) {
      const before = told[index - 1];
      if (before !== undefined) expect(isAhead(before, reached)).toBe(false);
    }
  });

  test('is over at once where it has taken longer already, or pretends nothing', async () => {
    const clock = new ManualClock();
    await clock.pass(5000);
    await pretending(clock, 0, 5000).done;
    await pretending(clock, 5000, 0).done;
  });

  test('ends as soon as it is told to', async () => {
    const clock = new ManualClock();
    const { stop, done } = pretending(clock, 0, 10_000);
    await clock.pass(2000);
    stop.abort(new Error('enough'));
    await expect(done).rejects.toThrow('enough');
  });

  test('goes by a real clock outside of tests', async () => {
    const before = SYSTEM_CLOCK.now();
    await simulateProgress(SYSTEM_CLOCK, before, 20, () => {}, new AbortController().signal);
    expect(SYSTEM_CLOCK.now() - before).toBeGreaterThanOrEqual(20);
  });
});

const progresses = fc.record({
  stage: fc.constantFrom(...OPEN_STAGES),
  fraction: fc.double({ min: 0, max: 1, noNaN: true }),
});

describe('overall progress', () => {
  test('is 0 for a job in the queue, and leaves 1 to the one that is complete', () => {
    expect(overallProgress({ stage: 'queued', fraction: 0 })).toBe(0);
    expect(overallProgress({ stage: 'postprocessing', fraction: 1 })).toBe(0.99);
  });

  test('never falls as a job goes on', () => {
    fc.assert(
      fc.property(progresses, progresses, (one, other) => {
        const [before, after] = isAhead(one, other) ? [other, one] : [one, other];
        expect(overallProgress(after)).toBeGreaterThanOrEqual(overallProgress(before));
      }),
    );
  });

  test('goes on within a stage of making the file, and not within the others', () => {
    const halves = OPEN_STAGES.map((stage): [StageProgress, StageProgress] => [
      { stage, fraction: 0 },
      { stage, fraction: 0.5 },
    ]);
    for (const [start, half] of halves) {
      expect(overallProgress(half) > overallProgress(start)).toBe(isSpeechStage(half.stage));
    }
  });
});

describe('a job of an even pace', () => {
  test('passes all stages of making the file, each from its start to its end', () => {
    const parts = Array.from({ length: 1001 }, (_, index) => index / 1000);
    const passed = parts.map(progressAt);
    expect([...new Set(passed.map(({ stage }) => stage))]).toEqual(['preload', 'generate', 'postprocessing']);
    expect(passed.at(-1)).toEqual({ stage: 'postprocessing', fraction: 1 });
    for (const [index, reached] of passed.entries()) {
      const before = passed[index - 1];
      if (before !== undefined) expect(isAhead(before, reached)).toBe(false);
    }
  });

  test('has about the overall progress of the time that is over', () => {
    for (const part of [0.05, 0.3, 0.5, 0.75, 0.9]) expect(overallProgress(progressAt(part))).toBeCloseTo(part, 1);
  });
});
