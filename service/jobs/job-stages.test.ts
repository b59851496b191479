import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBeyond, isSpeechStage, OPEN_STAGES, overallProgress, type Standing, standingAt } from './job-stages.ts';

const standings = fc.record({
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
      fc.property(standings, standings, (one, other) => {
        const [before, after] = isBeyond(one, other) ? [other, one] : [one, other];
        expect(overallProgress(after)).toBeGreaterThanOrEqual(overallProgress(before));
      }),
    );
  });

  test('goes on within a stage of making the file, and not within the others', () => {
    const halves = OPEN_STAGES.map((stage): [Standing, Standing] => [
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
    const passed = parts.map(standingAt);
    expect([...new Set(passed.map(({ stage }) => stage))]).toEqual(['preload', 'generate', 'postprocessing']);
    expect(passed.at(-1)).toEqual({ stage: 'postprocessing', fraction: 1 });
    for (const [index, standing] of passed.entries()) {
      const before = passed[index - 1];
      if (before !== undefined) expect(isBeyond(before, standing)).toBe(false);
    }
  });

  test('has about the overall progress of the time that is over', () => {
    for (const part of [0.05, 0.3, 0.5, 0.75, 0.9]) expect(overallProgress(standingAt(part))).toBeCloseTo(part, 1);
  });
});
