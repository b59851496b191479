import type { Clock } from '../ports.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that a test turns by hand: nothing sleeps for real. */
export class FakeClock implements Clock {
  #now: number;
  #sleepers: Sleeper[] = [];

  /** @param start milliseconds since the epoch */
  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    // Waits may have fractions of a millisecond; what a clock shows has none.
    return Math.floor(this.#now);
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
      const sleeper: Sleeper = { at: this.#now + Math.max(0, milliseconds), wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** How many sleep at the moment. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Turns the clock on by so many milliseconds, waking sleepers in order and letting each do its work. */
  async advance(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds;
    await settle();
    for (let next = this.#next(until); next; next = this.#next(until)) {
      this.#wake(next);
      await settle();
    }
    this.#now = until;
  }

  /** Turns the clock on to the next sleeper and wakes it. False where nobody sleeps. */
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
    this.#now = Math.max(this.#now, sleeper.at);
    sleeper.wake();
  }
}

/** Lets everything that can go on without the clock go on. */
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
