import type { Plan, RateLimit, Scope } from '@lectern/tts-protocol';
import type { MaybePromise } from '../common/maybe-promise.ts';

export interface ServiceAccount {
  readonly key: string;
  readonly userId: string;
  readonly plan: Plan;
  readonly apiAccess: boolean;
  /** Overrides the plan's limits by scope; null means unlimited. */
  readonly limits?: Readonly<Partial<Record<Scope, RateLimit | null>>> | undefined;
  /** Characters that the account may render in a calendar month (UTC). */
  readonly monthlyCharacters?: number | undefined;
}

export interface AccountDirectory {
  /** Returns the account with this key and user identifier, without revealing by its timing which of them is wrong. */
  find(key: string, userId: string): MaybePromise<ServiceAccount | undefined>;
}

export interface UsedQuota {
  /** Characters counted in this month. */
  readonly used: number;
  /** Milliseconds since the epoch. */
  readonly nextMonth: number;
}

/** Counts characters per account and month. */
export interface UsageMeter {
  /**
   * Counts the characters of a request.
   * @returns undefined if they were counted, else what has been used, because they would exceed the account's quota
   */
  count(account: ServiceAccount, scope: Scope, characters: number): MaybePromise<UsedQuota | undefined>;
}
