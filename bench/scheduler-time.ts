// The machine's timers, replaced by a virtual clock for as long as a measurement lasts.
import { FakeClock } from '../electron/core/testing/fake-clock.ts';

/** Advances a clock from sleeper to sleeper until some work is done. @throws Error where no sleeper is left */
export async function playOut<Result>(clock: FakeClock, work: Promise<Result>): Promise<Result> {
  let over = false;
  const result = work.finally(() => {
    over = true;
  });
  result.catch(() => {});
  while (!over) {
    if (!(await clock.step()) && !over) throw new Error('the work waits for something that no clock brings');
  }
  return result;
}

/**
 * Runs work that uses `Date.now`, `setTimeout` and `setInterval` (a library's) on a virtual clock: all three are
 * replaced until it is done.
 */
export async function onVirtualTimers<Result>(work: (clock: FakeClock) => Promise<Result>): Promise<Result> {
  const clock = new FakeClock();
  const real = { now: Date.now, setTimeout, clearTimeout, setInterval, clearInterval };
  const timers = {
    setTimeout: (call: () => void, milliseconds = 0) => new VirtualTimer(clock, call, milliseconds, false),
    setInterval: (call: () => void, milliseconds = 0) => new VirtualTimer(clock, call, milliseconds, true),
    clearTimeout: (timer: unknown) => VirtualTimer.stop(timer),
    clearInterval: (timer: unknown) => VirtualTimer.stop(timer),
  };
  Object.assign(globalThis, timers);
  Date.now = () => clock.now();
  try {
    return await playOut(clock, work(clock));
  } finally {
    const { now, ...functions } = real;
    Object.assign(globalThis, functions);
    Date.now = now;
  }
}

/** What `setTimeout` gives, as far as libraries use it. */
class VirtualTimer {
  #stopped = false;

  constructor(clock: FakeClock, call: () => void, milliseconds: number, again: boolean) {
    const ring = async () => {
      do {
        await clock.sleep(milliseconds);
        if (!this.#stopped) call();
      } while (again && !this.#stopped);
    };
    void ring();
  }

  static stop(timer: unknown): void {
    if (timer instanceof VirtualTimer) timer.#stopped = true;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
