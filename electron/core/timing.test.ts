import { describe, expect, it } from 'vitest';
import { FakeClock } from './testing/fake-clock.ts';
import { Throttle } from './timing.ts';

const unexpected = (error: unknown): never => {
  throw error;
};

describe('a throttle', () => {
  it('works at once, and then not more often than it may', async () => {
    const clock = new FakeClock(0);
    const times: number[] = [];
    const throttle = new Throttle(clock, 250, () => void times.push(clock.now()), unexpected);
    throttle.request();
    throttle.request();
    await clock.advance(0);
    throttle.request();
    await clock.advance(100);
    throttle.request();
    await clock.advance(1_000);
    expect(times).toEqual([0, 250]);
  });

  it('does what takes its time more seldom', async () => {
    let now = 0;
    const waits: number[] = [];
    const clock = {
      now: () => now,
      monotonic: () => now,
      sleep: async (milliseconds: number) => void waits.push(milliseconds),
    };
    const throttle = new Throttle(
      clock,
      250,
      () => {
        now += 100;
      },
      unexpected,
    );
    throttle.request();
    throttle.flush();
    throttle.request();
    expect(waits.at(-1)).toBe(900);
    throttle.stop();
  });

  it('does at once what is due where it is told to, and leaves no timer', async () => {
    const clock = new FakeClock(0);
    let done = 0;
    const throttle = new Throttle(
      clock,
      250,
      () => {
        done += 1;
      },
      unexpected,
    );
    throttle.request();
    throttle.flush();
    expect(done).toBe(1);
    throttle.request();
    throttle.stop();
    await clock.advance(1_000);
    expect(done).toBe(1);
    expect(clock.sleeping).toBe(0);
  });

  it('does not start again before its current work ends, and then runs for what came in between', async () => {
    const clock = new FakeClock(0);
    const works: { readonly at: number; readonly end: () => void }[] = [];
    const throttle = new Throttle(
      clock,
      100,
      () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        works.push({ at: clock.now(), end: resolve });
        return promise;
      },
      unexpected,
    );
    throttle.request();
    await clock.advance(0);
    throttle.request();
    await clock.advance(500);
    expect(works.map(({ at }) => at)).toEqual([0]);
    works[0]?.end();
    // It took 500 ms, which may be a tenth of all time.
    await clock.advance(5_000);
    expect(works.map(({ at }) => at)).toEqual([0, 5_000]);
  });

  it('tells what its work failed with, at once or later, and goes on', async () => {
    const clock = new FakeClock(0);
    const failures: unknown[] = [];
    let round = 0;
    const throttle = new Throttle(
      clock,
      100,
      () => {
        round += 1;
        if (round === 1) throw new Error('at once');
        return round === 2 ? Promise.reject(new Error('later')) : undefined;
      },
      (error) => failures.push(error),
    );
    for (let touches = 0; touches < 3; touches += 1) {
      throttle.request();
      await clock.advance(1_000);
    }
    expect(failures).toEqual([new Error('at once'), new Error('later')]);
    expect(round).toBe(3);
  });
});
