// A clock that tests advance manually.
import type { MonotonicClock } from '../common/clock.ts';

export class ManualClock implements MonotonicClock {
  #now = 0;
  #waiting: { readonly until: number; readonly go: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#waiting.push({ until: this.#now + milliseconds, go: resolve });
    });
  }

  /** Advances the time, ending each wait at its own moment. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#waiting.sort((a, b) => a.until - b.until)[0];
      if (next === undefined || next.until > end) break;
      this.#waiting.shift();
      this.#now = next.until;
      next.go();
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    this.#now = end;
  }
}
