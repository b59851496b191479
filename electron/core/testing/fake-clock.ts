import type { Clock } from '../ports.ts';

interface Sleeper {
  /** On the monotonic clock. */
  readonly at: number;
  readonly wake: () => void;
}

/** What the monotonic clock shows at first: nothing that could be taken for a time of day. */
const FIRST_MONOTONIC = 5_000_000;

/** A clock that a test turns by hand: nothing sleeps for real. */
export class FakeClock implements Clock {
  #elapsed = FIRST_MONOTONIC;
  /** What the wall clock is ahead of the monotonic one. */
  #ahead: number;
  #sleepers: Sleeper[] = [];

  /** @param start milliseconds since the epoch */
  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#ahead = start - FIRST_MONOTONIC;
  }

  now(): number {
    // Waits may have fractions of a millisecond; what a clock shows has none.
    return Math.floor(this.#elapsed) + this.#ahead;
  }

  monotonic(): number {
    return Math.floor(this.#elapsed);
  }

  /** Moves the wall clock by this many milliseconds, forward or back: no time passes. */
  jump(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  /** The machine is started again: the monotonic clock shows this many milliseconds, and the wall clock goes on. */
  reboot(monotonic: number): void {
    this.#ahead += Math.floor(this.#elapsed) - monotonic;
    this.#elapsed = monotonic;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const giveUp = () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const sleeper: Sleeper = { at: this.#elapsed + Math.max(0, milliseconds), wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** How many sleep at the moment. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /**
   * Lets this many milliseconds pass, waking sleepers in order and letting each do its work. Less than 0: sets the wall
   * clock back.
   */
  async advance(milliseconds: number): Promise<void> {
    if (milliseconds < 0) {
      this.jump(milliseconds);
      return settle();
    }
    const until = this.#elapsed + milliseconds;
    await settle();
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.#wake(next);
      await settle();
    }
    this.#elapsed = until;
  }

  /** Advances the clock to the next sleeper and wakes it. False where there is none. */
  async step(): Promise<boolean> {
    await settle();
    const next = this.#next(Number.POSITIVE_INFINITY);
    if (!next) return false;
    this.#wake(next);
    await settle();
    return true;
  }

  #next(until: number): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const sleeper of this.#sleepers) if (sleeper.at <= until && (!first || sleeper.at < first.at)) first = sleeper;
    return first;
  }

  #wake(sleeper: Sleeper): void {
    this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
    this.#elapsed = Math.max(this.#elapsed, sleeper.at);
    sleeper.wake();
  }
}

/** Lets everything that can go on without the clock go on. */
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
