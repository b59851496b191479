import type { Plan } from '@lectern/tts-protocol';
import type { BudgetSettings, ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { WholeClient } from '../api/service-client.ts';
import type { Dispatcher } from '../scheduler/dispatcher.ts';
import type { LimitsProblem } from '../scheduler/limits-file.ts';
import type { RateBudget } from '../scheduler/rate-budget.ts';
import type { PollTiming } from './poll-interval.ts';

/** An account at a service, or, without a base address, the service that Lectern brings. */
export interface LinkChoice {
  readonly baseUrl: URL | null;
  readonly key: string;
  readonly userId: string;
  /** Null: the local service's own account, which has no limits; for an account elsewhere the smallest plan. */
  readonly plan: Plan | null;
  /** Takes the plan's place: limits by hand, and this machine's share. */
  readonly budget?: BudgetSettings;
}

/** A service that is at hand, with what works over it. */
export interface ServiceLink {
  readonly identity: ConnectionIdentity;
  readonly client: WholeClient;
  readonly budget: RateBudget;
  readonly settings: BudgetSettings;
  readonly dispatcher: Dispatcher;
  /** How often a batch is read, where the service's own timing is better than the usual one. */
  readonly pollTiming?: PollTiming;
  /** How many readings the account allows as far as is known; null: no limit. */
  readonly readsPerMinute: () => number | null;
  close(): Promise<void>;
}

/**
 * Opens a link. Nothing is sent yet.
 *
 * @param onLimitsProblem told where the account's limits can't be kept as they should; work goes on
 * @throws DataFolderError, LocalServiceError, ServiceError (`insecure-address` and the like)
 */
export type OpenLink = (choice: LinkChoice, onLimitsProblem: (problem: LimitsProblem) => void) => Promise<ServiceLink>;
