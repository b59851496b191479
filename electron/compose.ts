// The one place that builds the core's services and puts them together.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BudgetSettings, type ConnectionIdentity, LOCAL_ORIGIN } from '../shared/model/connection.ts';
import { type Plan, SCOPES } from '../shared/service/plans.ts';
import { createNodeTransport } from './core/api/node-transport.ts';
import { createServiceClient, type ServiceClient } from './core/api/service-client.ts';
import { attachLocalService } from './core/local-service/attach.ts';
import { makeDataFolder } from './core/local-service/data-folder.ts';
import { createDispatcher, type Dispatcher } from './core/scheduler/dispatcher.ts';
import type { LimitsProblem } from './core/scheduler/limits-file.ts';
import { openLimitsStore } from './core/scheduler/limits-store.ts';
import { createRateBudget, type RateBudget } from './core/scheduler/rate-budget.ts';
import { createReadPacer } from './core/scheduler/read-pacer.ts';
import { systemClock, systemRandom } from './core/system.ts';

/** An account at a service, or, without a base address, the service that Lectern brings. */
export interface ConnectionChoice {
  readonly baseUrl: URL | null;
  readonly key: string;
  readonly userId: string;
  /** Null: the local service's own account, which has no limits; for an account elsewhere the smallest plan. */
  readonly plan: Plan | null;
}

/** A connection that is open, with what works over it. */
export interface Connection {
  readonly identity: ConnectionIdentity;
  readonly client: ServiceClient;
  readonly budget: RateBudget;
  readonly settings: BudgetSettings;
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

/** The longest that a request to the service may take: a dead process's reservation ends so much later. Milliseconds. */
const REQUEST_TIMEOUT_MS = 120_000;

/** The file that starts the local service. */
export const serviceEntry = (): string => fileURLToPath(new URL('../service/main.ts', import.meta.url));

/**
 * Opens the connection of an account, or to the local service, which is started where none runs.
 *
 * @param onLimitsProblem told where the account's limits can't be kept as they should; work goes on
 * @throws DataFolderError, LocalServiceError, ServiceError (`insecure-address`)
 */
export async function openConnection(
  choice: ConnectionChoice,
  onLimitsProblem: (problem: LimitsProblem) => void,
): Promise<Connection> {
  const home = makeDataFolder();
  const local = choice.baseUrl
    ? null
    : await attachLocalService({
        entry: serviceEntry(),
        dataFolder: join(home, 'service'),
        extraArguments: choice.plan ? ['--plan', choice.plan] : [],
        clock: systemClock,
      });
  const baseUrl = local?.baseUrl ?? choice.baseUrl;
  if (!baseUrl) throw new Error('a connection without an address');
  const credentials = local ? { key: local.key, userId: local.userId } : { key: choice.key, userId: choice.userId };
  const identity = { origin: local ? LOCAL_ORIGIN : baseUrl.origin, userId: credentials.userId };
  const settings = budgetSettings(choice);
  const store = openLimitsStore(join(home, 'limits.db'), { report: onLimitsProblem });
  const budget = createRateBudget({ store, clock: systemClock, account: identity, settings });
  const dispatcher = createDispatcher({ budget, clock: systemClock, requestTimeoutMs: REQUEST_TIMEOUT_MS });
  const pacer = createReadPacer({ budget, clock: systemClock, requestTimeoutMs: REQUEST_TIMEOUT_MS });
  const transport = createNodeTransport();
  const client = createServiceClient({
    baseUrl,
    credentials,
    transport,
    clock: systemClock,
    random: systemRandom,
    beforeRead: (scope, signal) => pacer.waitForRoom(scope, signal ? { signal } : {}),
  });
  return {
    identity,
    client,
    budget,
    settings,
    dispatcher,
    async close() {
      transport.close();
      store.close();
      local?.detach();
    },
  };
}

/** The local service's account has no limits unless a plan is asked for; any other has its plan's. */
function budgetSettings({ baseUrl, plan }: ConnectionChoice): BudgetSettings {
  if (baseUrl || plan) return { plan: plan ?? 'hacker', limits: {}, sharePercent: 100 };
  return { plan: 'enterprise', limits: Object.fromEntries(SCOPES.map((scope) => [scope, {}])), sharePercent: 100 };
}
