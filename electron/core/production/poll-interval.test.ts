import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PollInterval, PollingPace } from './poll-interval.ts';

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

describe('readings that an account limits', () => {
  it('are as each batch wants them where nothing limits them', () => {
    const pace = new PollingPace(() => null);
    expect([pace.waitFor({}, 200), pace.waitFor({}, 5_000)]).toEqual([200, 5_000]);
  });

  it('stay below what is allowed in a minute, however many batches are read', () => {
    const waits = fc.array(fc.integer({ min: 80, max: 5_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(waits, fc.integer({ min: 1, max: 400 }), (own, readsPerMinute) => {
        const pace = new PollingPace(() => readsPerMinute);
        const batches = own.map((wait) => ({ wait }));
        for (const batch of batches) pace.waitFor(batch, batch.wait);
        const readings = batches.map((batch) => 60_000 / pace.waitFor(batch, batch.wait));
        expect(readings.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(readsPerMinute * 0.8 + 1e-6);
      }),
    );
  });

  it('come first to the oldest batch, and to the next one once that is done', () => {
    const pace = new PollingPace(() => 400);
    const batches = Array.from({ length: 24 }, () => ({}));
    const [oldest = {}, next = {}] = batches;
    const look = () => batches.map((batch) => pace.waitFor(batch, 200));
    look();
    const [first = 0, second = 0] = look();
    expect(second / first).toBeCloseTo(4);
    pace.remove(oldest);
    expect(pace.waitFor(next, 200)).toBeLessThan(first * 1.1);
  });
});
