import type { Plan } from '@lectern/tts-protocol';
import type { BudgetSettings, ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { WholeClient } from '../api/service-client.ts';
import type { Dispatcher } from '../scheduler/dispatcher.ts';
import type { LimitsProblem } from '../scheduler/limits-file.ts';
import type { RateBudget } from '../scheduler/rate-budget.ts';
import type { PollTiming } from './poll-interval.ts';

/** An account at a service, or the bundled local service if there is no base address. */
export interface LinkChoice {
  readonly baseUrl: URL | null;
  readonly key: string;
  readonly userId: string;
  /** Null means the local service's own account without limits; for other accounts, the smallest plan. */
  readonly plan: Plan | null;
  /** Manual limits and this machine's share, in place of the plan. */
  readonly budget?: BudgetSettings;
}

export interface ServiceLink {
  readonly identity: ConnectionIdentity;
  readonly client: WholeClient;
  readonly budget: RateBudget;
  readonly settings: BudgetSettings;
  readonly dispatcher: Dispatcher;
  /** How often batches are polled, if the service has a better timing than the default. */
  readonly pollTiming?: PollTiming;
  /** Reads per minute that the account allows; null if no limit is known. */
  readonly readsPerMinute: () => number | null;
  close(): Promise<void>;
}

/**
 * Opens a link without sending anything.
 *
 * @param onLimitsProblem called if the account's limits can't be stored properly; work continues
 * @throws DataFolderError, LocalServiceError, ServiceError (such as `insecure-address`)
 */
export type OpenLink = (choice: LinkChoice, onLimitsProblem: (problem: LimitsProblem) => void) => Promise<ServiceLink>;
