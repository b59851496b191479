import { RATE_WINDOW_MS, type RateLimit } from '@lectern/tts-protocol';
import { at } from '../../../shared/rules/at.ts';
import type { RateWindows } from '../ports/rate-windows.ts';

interface Call {
  readonly at: number;
  /** Characters of this call and all earlier ones since the window was last empty. */
  readonly sum: number;
}

/**
 * One account's calls in one scope. Adding and expiring calls is amortised O(1); computing the wait after a refusal
 * takes a binary search.
 */
class SlidingWindow {
  #calls: Call[] = [];
  #over = 0;
  #overSum = 0;

  wait(now: number, limit: RateLimit, characters: number): number {
    this.expire(now);
    const requests = limit.requests ?? Number.POSITIVE_INFINITY;
    const most = limit.characters ?? Number.POSITIVE_INFINITY;
    // Returns whether the call fits once all calls before `index` have expired.
    const fitsAfter = (index: number): boolean => {
      const sumOver = index === this.#over ? this.#overSum : at(this.#calls, index - 1).sum;
      return this.#calls.length - index + 1 <= requests && this.#sum - sumOver + characters <= most;
    };
    if (fitsAfter(this.#over)) return 0;
    // A call larger than the limit never fits.
    if (!fitsAfter(this.#calls.length)) return RATE_WINDOW_MS;
    let tooFew = this.#over;
    let enough = this.#calls.length;
    while (enough - tooFew > 1) {
      const middle = (tooFew + enough) >> 1;
      if (fitsAfter(middle)) enough = middle;
      else tooFew = middle;
    }
    return at(this.#calls, enough - 1).at + RATE_WINDOW_MS - now;
  }

  add(at: number, characters: number): void {
    this.#calls.push({ at, sum: this.#sum + characters });
  }

  expire(now: number): void {
    for (;;) {
      const first = this.#calls[this.#over];
      if (first === undefined || now - first.at < RATE_WINDOW_MS) break;
      this.#over += 1;
      this.#overSum = first.sum;
    }
    if (this.#over * 2 < this.#calls.length) return;
    this.#calls = this.#calls.slice(this.#over);
    this.#over = 0;
    if (this.#calls.length === 0) this.#overSum = 0;
  }

  get isEmpty(): boolean {
    return this.#calls.length === this.#over;
  }

  get #sum(): number {
    return this.#calls.at(-1)?.sum ?? this.#overSum;
  }
}

/** The windows of a single process. A restart resets them. */
export class MemoryRateWindows implements RateWindows {
  readonly #now: () => number;
  readonly #windows = new Map<string, SlidingWindow>();
  #lastLook = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds since an arbitrary moment */
  constructor(now: () => number) {
    this.#now = now;
  }

  take(name: string, limit: RateLimit, characters: number): number {
    const now = this.#now();
    const window = this.#window(name, now);
    const wait = window.wait(now, limit, characters);
    if (wait === 0) window.add(now, characters);
    return wait;
  }

  check(name: string, limit: RateLimit): number {
    const now = this.#now();
    return this.#window(name, now).wait(now, limit, 0);
  }

  #window(name: string, now: number): SlidingWindow {
    this.#expire(now);
    const window = this.#windows.get(name) ?? new SlidingWindow();
    this.#windows.set(name, window);
    return window;
  }

  #expire(now: number): void {
    if (now - this.#lastLook < RATE_WINDOW_MS) return;
    this.#lastLook = now;
    for (const [name, window] of this.#windows) {
      window.expire(now);
      if (window.isEmpty) this.#windows.delete(name);
    }
  }
}
