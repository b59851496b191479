import { expect, it } from 'vitest';
import { PollInterval } from './poll-interval.ts';

it('backs off while nothing changes, up to the longest wait, and comes back after progress', () => {
  const interval = new PollInterval({ firstMs: 100, longestMs: 1_000, factor: 2 });
  expect(interval.milliseconds).toBe(100);
  for (const expected of [200, 400, 800, 1_000, 1_000]) {
    interval.saw(false);
    expect(interval.milliseconds).toBe(expected);
  }
  interval.saw(true);
  expect(interval.milliseconds).toBe(500);
  for (let i = 0; i < 5; i += 1) interval.saw(true);
  expect(interval.milliseconds).toBe(100);
});
