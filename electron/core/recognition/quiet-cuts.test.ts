import { expect, test } from 'vitest';
import { quietCuts } from './quiet-cuts.ts';

const RATE = 1000;
/** A loud sound with quiet places at these seconds. */
const loud = (seconds: number, quietAt: readonly number[]): Float32Array => {
  const samples = new Float32Array(seconds * RATE).fill(0.5);
  for (const place of quietAt) samples.fill(0.01, (place - 0.2) * RATE, (place + 0.2) * RATE);
  return samples;
};

test('short audio is not split', () => {
  expect(quietCuts(loud(28, [20]), RATE)).toEqual([0, 28_000]);
  expect(quietCuts(new Float32Array(0), RATE)).toEqual([0, 0]);
});

test('long audio is split at quiet places into parts that a model can process', () => {
  const cuts = quietCuts(loud(70, [5, 20, 44, 60]), RATE);
  expect(cuts.map((cut) => Math.round(cut / RATE))).toEqual([0, 20, 44, 70]);
  expect(cuts.at(-1)).toBe(70_000);
});

test('audio without pauses is split as well', () => {
  const cuts = quietCuts(loud(100, []), RATE);
  for (const [index, cut] of cuts.entries()) {
    if (index > 0) expect(cut - (cuts[index - 1] ?? 0)).toBeLessThanOrEqual(28_000);
  }
});
