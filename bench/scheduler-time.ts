// Replaces the machine's timers with a virtual clock during a measurement.
import { FakeClock } from '../electron/core/testing/fake-clock.ts';

/** Advances the clock until `work` is done. @throws Error if nothing is waiting for the clock */
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

/** Runs third-party code on a virtual clock by temporarily replacing `Date.now`, `setTimeout` and `setInterval`. */
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

/** The parts of a timer object that the libraries use. */
class VirtualTimer {
  #stopped = false;

  constructor(clock: FakeClock, call: () => void, milliseconds: number, isRepeating: boolean) {
    const ring = async () => {
      do {
        await clock.sleep(milliseconds);
        if (!this.#stopped) call();
      } while (isRepeating && !this.#stopped);
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
