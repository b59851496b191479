import { planLimit, RATE_WINDOW_MS, type RateLimit, type Scope } from '@lectern/tts-protocol';
import { at } from '../../../shared/rules/at.ts';
import type { ServiceAccount } from './accounts.ts';
import { RateLimitedError } from './errors.ts';

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

/** Returns a plan's limits; undefined for enterprise, whose limits are negotiated individually. */
export function limitOf(account: ServiceAccount, scope: Scope): RateLimit | undefined {
  const own = account.limits?.[scope];
  if (own !== undefined) return own ?? undefined;
  return account.plan === 'enterprise' ? undefined : planLimit(account.plan, scope);
}

export class RateLimits {
  readonly #now: () => number;
  readonly #windows = new Map<string, SlidingWindow>();
  #lastLook = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts a call.
   * @param characters code points of the call's texts
   * @throws RateLimitedError
   */
  count(account: ServiceAccount, scope: Scope, characters = 0): void {
    this.#window(account, scope, characters)?.add(this.#now(), characters);
  }

  check(account: ServiceAccount, scope: Scope): void {
    this.#window(account, scope, 0);
  }

  #window(account: ServiceAccount, scope: Scope, characters: number): SlidingWindow | undefined {
    const limit = limitOf(account, scope);
    if (limit === undefined) return undefined;
    const now = this.#now();
    this.#expire(now);
    const name = `${scope} ${account.key}`;
    const window = this.#windows.get(name) ?? new SlidingWindow();
    this.#windows.set(name, window);
    const wait = window.wait(now, limit, characters);
    if (wait > 0) throw new RateLimitedError(Math.max(1, Math.ceil(wait / 1000)));
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
