import { planLimit, type RateLimit, type Scope } from '@lectern/tts-protocol';
import type { ServiceAccount } from '../ports/accounts.ts';
import type { RateWindows } from '../ports/rate-windows.ts';
import { RateLimitedError } from './errors.ts';

/** Returns a plan's limits; undefined for enterprise, whose limits are negotiated individually. */
export function limitOf(account: ServiceAccount, scope: Scope): RateLimit | undefined {
  const own = account.limits?.[scope];
  if (own !== undefined) return own ?? undefined;
  return account.plan === 'enterprise' ? undefined : planLimit(account.plan, scope);
}

const windowName = ({ key }: ServiceAccount, scope: Scope): string => `${scope} ${key}`;

function rejectAfter(wait: number): void {
  if (wait > 0) throw new RateLimitedError(Math.max(1, Math.ceil(wait / 1000)));
}

export class RateLimits {
  readonly #windows: RateWindows;

  constructor(windows: RateWindows) {
    this.#windows = windows;
  }

  /**
   * Counts a call.
   * @param characters code points of the call's texts
   * @throws RateLimitedError
   */
  async count(account: ServiceAccount, scope: Scope, characters = 0): Promise<void> {
    const limit = limitOf(account, scope);
    if (limit !== undefined) rejectAfter(await this.#windows.take(windowName(account, scope), limit, characters));
  }

  /** Checks, without counting a call, whether one would be rejected. @throws RateLimitedError */
  async check(account: ServiceAccount, scope: Scope): Promise<void> {
    const limit = limitOf(account, scope);
    if (limit !== undefined) rejectAfter(await this.#windows.check(windowName(account, scope), limit));
  }
}
