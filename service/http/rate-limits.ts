// Limits of requests and characters in a minute ("Limits"), counted exactly.

import { planLimit, RATE_WINDOW_MS, type RateLimit, type Scope } from '@lectern/tts-protocol';
import { at } from '../../shared/rules/at.ts';
import type { ServiceAccount } from './accounts.ts';
import { RateLimitedError } from './errors.ts';

interface Call {
  readonly at: number;
  /** Characters of this call and of all before it, since the window was last empty. */
  readonly sum: number;
}

/**
 * The calls of one account in one scope within the last minute. Each is looked at twice in its life, however many there
 * are, and a refusal looks at no more than some twenty of a million.
 */
class SlidingWindow {
  #calls: Call[] = [];
  /** How many at the beginning are over. */
  #over = 0;
  /** Characters of those. */
  #overSum = 0;

  /** Milliseconds until a call with this many characters fits; 0 if it fits now. */
  wait(now: number, limit: RateLimit, characters: number): number {
    this.forget(now);
    const requests = limit.requests ?? Number.POSITIVE_INFINITY;
    const most = limit.characters ?? Number.POSITIVE_INFINITY;
    // Whether the call fits as soon as those before an index are over.
    const fitsAfter = (index: number): boolean => {
      const sumOver = index === this.#over ? this.#overSum : at(this.#calls, index - 1).sum;
      return this.#calls.length - index + 1 <= requests && this.#sum - sumOver + characters <= most;
    };
    if (fitsAfter(this.#over)) return 0;
    // More than a whole minute's allowance never fits.
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

  /** Lets go of calls that are over. A call counts for a full minute, and no longer: at its very end it is gone. */
  forget(now: number): void {
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

/** The limit that holds for an account; undefined is none. Enterprise limits are agreed one by one: here there are none. */
export function limitOf(account: ServiceAccount, scope: Scope): RateLimit | undefined {
  const own = account.limits?.[scope];
  if (own !== undefined) return own ?? undefined;
  return account.plan === 'enterprise' ? undefined : planLimit(account.plan, scope);
}

/** Counts the calls of all accounts, each scope for itself, in an exact sliding minute. */
export class RateLimits {
  readonly #now: () => number;
  readonly #windows = new Map<string, SlidingWindow>();
  #lastLook = Number.NEGATIVE_INFINITY;

  /** @param now milliseconds on a clock that never goes back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts a call. One that is refused is not counted.
   *
   * @param characters code points of the texts in the call
   * @throws RateLimitedError where the call would go over the limit of its scope
   */
  count(account: ServiceAccount, scope: Scope, characters = 0): void {
    this.#window(account, scope, characters)?.add(this.#now(), characters);
  }

  /**
   * Looks whether a call would be refused, before much work is done for it, and counts nothing.
   *
   * @throws RateLimitedError as `count`
   */
  check(account: ServiceAccount, scope: Scope): void {
    this.#window(account, scope, 0);
  }

  /** Where a call that fits is counted; undefined where there is no limit. @throws RateLimitedError */
  #window(account: ServiceAccount, scope: Scope, characters: number): SlidingWindow | undefined {
    const limit = limitOf(account, scope);
    if (limit === undefined) return undefined;
    const now = this.#now();
    this.#forget(now);
    const name = `${scope} ${account.key}`;
    const window = this.#windows.get(name) ?? new SlidingWindow();
    this.#windows.set(name, window);
    const wait = window.wait(now, limit, characters);
    if (wait > 0) throw new RateLimitedError(Math.max(1, Math.ceil(wait / 1000)));
    return window;
  }

  /** Once a minute, also removes windows that calls no longer use. */
  #forget(now: number): void {
    if (now - this.#lastLook < RATE_WINDOW_MS) return;
    this.#lastLook = now;
    for (const [name, window] of this.#windows) {
      window.forget(now);
      if (window.isEmpty) this.#windows.delete(name);
    }
  }
}
