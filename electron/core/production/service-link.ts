import type { Plan } from '@lectern/tts-protocol';
import type { BudgetSettings, ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { FullServiceClient } from '../api/service-client.ts';
import type { Dispatcher } from '../scheduler/dispatcher.ts';
import type { LimitsProblem } from '../scheduler/limits-file.ts';
import type { RateBudget } from '../scheduler/rate-budget.ts';
import type { PollTiming } from './poll-interval.ts';

/** The bundled local service if there is no base address. */
export interface LinkChoice {
  readonly baseUrl: URL | null;
  readonly key: string;
  readonly userId: string;
  /** Null means no limits for the local service's own account, and the smallest plan's limits for other accounts. */
  readonly plan: Plan | null;
  /** Manual limits and this machine's share. They replace the plan's limits. */
  readonly budget?: BudgetSettings;
}

export interface ServiceLink {
  readonly identity: ConnectionIdentity;
  readonly client: FullServiceClient;
  readonly budget: RateBudget;
  readonly settings: BudgetSettings;
  readonly dispatcher: Dispatcher;
  readonly pollTiming?: PollTiming;
  /** Null if no limit is known. */
  readonly readsPerMinute: () => number | null;
  close(): Promise<void>;
}

/**
 * Sends nothing. A problem with the limits file doesn't interrupt work.
 * @throws DataFolderError, LocalServiceError, ServiceError (such as `insecure-address`)
 */
export type OpenLink = (choice: LinkChoice, onLimitsProblem: (problem: LimitsProblem) => void) => Promise<ServiceLink>;
