import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../electron/core/ports.ts';

/** A clock that runs `factor` times faster than the wall clock: minutes of waiting pass in moments, in order. */
export class QuickClock implements Clock {
  readonly #factor: number;
  readonly #start = Date.UTC(2026, 0, 1);
  readonly #startedAt = performance.now();

  constructor(factor: number) {
    this.#factor = factor;
  }

  now(): number {
    return Math.round(this.#start + (performance.now() - this.#startedAt) * this.#factor);
  }

  monotonic(): number {
    return Math.round((performance.now() - this.#startedAt) * this.#factor);
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    try {
      await sleep(Math.max(0, milliseconds) / this.#factor, undefined, signal ? { signal } : {});
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  }
}
