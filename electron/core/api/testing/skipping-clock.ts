import type { Clock } from '../../ports.ts';

/** A clock on which every wait is over at once; it remembers how long each would have been, in milliseconds. */
export class SkippingClock implements Clock {
  readonly waits: number[] = [];
  #now = Date.UTC(2026, 0, 1);

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.waits.push(milliseconds);
    this.#now += Math.max(0, milliseconds);
  }
}
