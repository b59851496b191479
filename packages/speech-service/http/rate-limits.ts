import { planLimit, type RateLimit, type Scope } from '@lectern/tts-protocol';
import type { ServiceAccount, UsageMeter, UsedQuota } from '../ports/accounts.ts';
import type { RateWindows } from '../ports/rate-windows.ts';
import { ApiError, RateLimitedError } from './errors.ts';

/** Returns a plan's limits; undefined for enterprise, whose limits are negotiated individually. */
export function limitOf(account: ServiceAccount, scope: Scope): RateLimit | undefined {
  const own = account.limits?.[scope];
  if (own !== undefined) return own ?? undefined;
  return account.plan === 'enterprise' ? undefined : planLimit(account.plan, scope);
}

const windowName = ({ userId }: ServiceAccount, scope: Scope): string => `${scope} ${userId}`;

function rejectAfter(wait: number): void {
  if (wait > 0) throw new RateLimitedError(Math.max(1, Math.ceil(wait / 1000)));
}

/** A retry within a minute, as 429 suggests, wouldn't help, so this is 403. */
function quotaExceeded(
  { monthlyCharacters = 0 }: ServiceAccount,
  { used, nextMonth }: UsedQuota,
  asked: number,
): ApiError {
  const [figures, day] = [
    (value: number) => value.toLocaleString('en'),
    new Date(nextMonth).toISOString().slice(0, 10),
  ];
  return new ApiError(
    403,
    'UNSUPPORTED_PLAN',
    `This account may render ${figures(monthlyCharacters)} characters a month and has used ${figures(used)}; this request has ${figures(asked)}. The next month starts on ${day} (UTC).`,
  );
}

export class RateLimits {
  readonly #windows: RateWindows;
  readonly #usage: UsageMeter | undefined;

  /** @param usage counts characters per month, if anybody does */
  constructor(windows: RateWindows, usage?: UsageMeter) {
    this.#windows = windows;
    this.#usage = usage;
  }

  /**
   * Counts a call. It stays counted even if it fails later.
   * @param characters code points of the call's texts
   * @throws RateLimitedError; ApiError 403 if the account's monthly quota would be exceeded
   */
  async count(account: ServiceAccount, scope: Scope, characters = 0): Promise<void> {
    const limit = limitOf(account, scope);
    if (limit !== undefined) rejectAfter(await this.#windows.take(windowName(account, scope), limit, characters));
    if (characters === 0) return;
    const exceeded = await this.#usage?.count(account, scope, characters);
    if (exceeded !== undefined) throw quotaExceeded(account, exceeded, characters);
  }

  /** Checks, without counting a call, whether one would be rejected. @throws RateLimitedError */
  async check(account: ServiceAccount, scope: Scope): Promise<void> {
    const limit = limitOf(account, scope);
    if (limit !== undefined) rejectAfter(await this.#windows.check(windowName(account, scope), limit));
  }
}
