// Limits of requests and characters in a minute ("Limits"), counted exactly.
import { planLimit, RATE_WINDOW_MS, type RateLimit, type Scope } from '../shared/service/plans.ts';
import type { Account } from './accounts.ts';
import { RateLimitedError } from './errors.ts';

interface Call {
  readonly at: number;
  readonly characters: number;
}

/** The calls of one account in one scope within the last minute. */
class Window {
  #calls: Call[] = [];

  /** Milliseconds until a call of so many characters fits; 0 where it fits now. */
  wait(now: number, limit: RateLimit, characters: number): number {
    // A call counts for a full minute, and no longer: at its very end it is gone.
    this.#calls = this.#calls.filter((call) => now - call.at < RATE_WINDOW_MS);
    let requests = this.#calls.length + 1;
    let sum = this.#calls.reduce((total, call) => total + call.characters, characters);
    const fits = (): boolean =>
      requests <= (limit.requests ?? Number.POSITIVE_INFINITY) && sum <= (limit.characters ?? Number.POSITIVE_INFINITY);
    if (fits()) return 0;
    for (const call of this.#calls) {
      requests -= 1;
      sum -= call.characters;
      if (fits()) return call.at + RATE_WINDOW_MS - now;
    }
    // More than a whole minute's allowance: it never fits.
    return RATE_WINDOW_MS;
  }

  add(at: number, characters: number): void {
    this.#calls.push({ at, characters });
  }
}

/** The limit that holds for an account; undefined is none. Enterprise limits are agreed one by one: here there are none. */
export function limitOf(account: Account, scope: Scope): RateLimit | undefined {
  const own = account.limits?.[scope];
  if (own !== undefined) return own ?? undefined;
  return account.plan === 'enterprise' ? undefined : planLimit(account.plan, scope);
}

/** Counts the calls of all accounts, each scope for itself, in an exact sliding minute. */
export class RateLimits {
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

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
  count(account: Account, scope: Scope, characters = 0): void {
    const limit = limitOf(account, scope);
    if (limit === undefined) return;
    const name = `${scope} ${account.key}`;
    const window = this.#windows.get(name) ?? new Window();
    this.#windows.set(name, window);
    const now = this.#now();
    const wait = window.wait(now, limit, characters);
    if (wait > 0) throw new RateLimitedError(Math.max(1, Math.ceil(wait / 1000)));
    window.add(now, characters);
  }
}
