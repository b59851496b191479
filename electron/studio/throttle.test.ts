import { describe, expect, it } from 'vitest';
import { FakeClock } from '../core/testing/fake-clock.ts';
import { Throttle } from './throttle.ts';

describe('a throttle', () => {
  it('works at once, and then not more often than it may', async () => {
    const clock = new FakeClock(0);
    const times: number[] = [];
    const throttle = new Throttle(clock, 250, () => void times.push(clock.now()));
    throttle.touch();
    throttle.touch();
    await clock.advance(0);
    throttle.touch();
    await clock.advance(100);
    throttle.touch();
    await clock.advance(1_000);
    expect(times).toEqual([0, 250]);
  });

  it('does what takes its time more seldom', async () => {
    let now = 0;
    const waits: number[] = [];
    const clock = {
      now: () => now,
      sleep: async (milliseconds: number) => void waits.push(milliseconds),
    };
    const throttle = new Throttle(clock, 250, () => {
      now += 100;
    });
    throttle.touch();
    throttle.flush();
    throttle.touch();
    expect(waits.at(-1)).toBe(900);
    throttle.stop();
  });

  it('does at once what is due where it is told to, and leaves no timer', async () => {
    const clock = new FakeClock(0);
    let done = 0;
    const throttle = new Throttle(clock, 250, () => {
      done += 1;
    });
    throttle.touch();
    throttle.flush();
    expect(done).toBe(1);
    throttle.touch();
    throttle.stop();
    await clock.advance(1_000);
    expect(done).toBe(1);
    expect(clock.sleeping).toBe(0);
  });

  it('does not begin anew before what it began has ended, and then does what came meanwhile', async () => {
    const clock = new FakeClock(0);
    const works: { readonly at: number; readonly end: () => void }[] = [];
    const throttle = new Throttle(clock, 100, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      works.push({ at: clock.now(), end: resolve });
      return promise;
    });
    throttle.touch();
    await clock.advance(0);
    throttle.touch();
    await clock.advance(500);
    expect(works.map(({ at }) => at)).toEqual([0]);
    works[0]?.end();
    // It took 500 ms, which may be a tenth of all time.
    await clock.advance(5_000);
    expect(works.map(({ at }) => at)).toEqual([0, 5_000]);
  });
});
