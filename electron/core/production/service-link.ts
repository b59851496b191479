import type { Plan } from '@lectern/tts-protocol';
import type { BudgetSettings, ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { WholeClient } from '../api/service-client.ts';
import type { Dispatcher } from '../scheduler/dispatcher.ts';
import type { LimitsProblem } from '../scheduler/limits-file.ts';
import type { RateBudget } from '../scheduler/rate-budget.ts';
import type { PollTiming } from './poll-interval.ts';

/** The bundled local service if there is no base address. */
export interface LinkChoice {
  readonly baseUrl: URL | null;
  readonly key: string;
  readonly userId: string;
  /** Null: no limits for the local service's own account; for other accounts, the smallest plan. */
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
  readonly pollTiming?: PollTiming;
  /** Null if no limit is known. */
  readonly readsPerMinute: () => number | null;
  close(): Promise<void>;
}

/**
 * Sends nothing; work continues after a limits problem.
 * @throws DataFolderError, LocalServiceError, ServiceError (such as `insecure-address`)
 */
export type OpenLink = (choice: LinkChoice, onLimitsProblem: (problem: LimitsProblem) => void) => Promise<ServiceLink>;
