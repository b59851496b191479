import type { Plan, RateLimit, Scope } from '@lectern/tts-protocol';
import type { MaybePromise } from '../common/maybe-promise.ts';

export interface ServiceAccount {
  readonly key: string;
  readonly userId: string;
  readonly plan: Plan;
  readonly apiAccess: boolean;
  /** Overrides the plan's limits by scope; null means unlimited. */
  readonly limits?: Readonly<Partial<Record<Scope, RateLimit | null>>> | undefined;
}

export interface AccountDirectory {
  /** Returns the account with this key and user identifier, without revealing by its timing which of them is wrong. */
  find(key: string, userId: string): MaybePromise<ServiceAccount | undefined>;
}
