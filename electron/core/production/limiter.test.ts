import { expect, it } from 'vitest';
import { Limiter } from './audio-fetcher.ts';

it('runs at most N at once, first come first served, even if one fails', async () => {
  const limiter = new Limiter(2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = (n: number) =>
    limiter.run(async () => {
      started.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (n === 1) throw new Error('one fails');
      return n;
    });
  const all = Promise.allSettled([work(1), work(2), work(3), work(4)]);
  expect(started).toEqual([1, 2]);
  for (let i = 0; i < 4; i += 1) {
    ends[i]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(started.length).toBe(Math.min(4, i + 3));
  }
  expect((await all).map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(started).toEqual([1, 2, 3, 4]);
});
