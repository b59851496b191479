// The one place that builds the core's services and puts them together.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCOPES } from '@lectern/tts-protocol';
import { type BudgetSettings, LOCAL_ORIGIN } from '../shared/model/connection.ts';
import { createNodeTransport } from './core/api/node-transport.ts';
import type { SendPlace, SendScope } from './core/api/send-once.ts';
import { createServiceClient } from './core/api/service-client.ts';
import { ServicePaces } from './core/app/service-paces.ts';
import { type AttachedService, attachLocalService } from './core/local-service/attach.ts';
import { makeDataFolder } from './core/local-service/data-folder.ts';
import type { ServiceStarter } from './core/local-service/start-service.ts';
import { TransportError } from './core/ports.ts';
import { LOCAL_POLL_TIMING } from './core/production/poll-interval.ts';
import type { LinkChoice, OpenLink, ServiceLink } from './core/production/service-link.ts';
import { createDispatcher } from './core/scheduler/dispatcher.ts';
import { openLimitsStore } from './core/scheduler/limits-store.ts';
import { createRateBudget, type RateBudget } from './core/scheduler/rate-budget.ts';
import { createReadPacer } from './core/scheduler/read-pacer.ts';
import { Backlog, ServiceLoad } from './core/scheduler/service-load.ts';
import { systemClock, systemRandom } from './core/system.ts';

/** The longest a request may take; it also decides when a dead process's reservation ends. Milliseconds. */
const REQUEST_TIMEOUT_MS = 120_000;
/** The pace that the local service is taken to have until it was measured: units of work per millisecond. */
const FIRST_LOCAL_PACE = 2.5 * availableParallelism();

/** How the local service is started; all has a default. */
export interface LocalServiceWays {
  /** The file that starts it. */
  readonly entry?: string;
  /** Options for its command line, beside those that attaching and the plan need. */
  readonly extraArguments?: readonly string[];
  /** How its process comes to be. */
  readonly start?: ServiceStarter;
}

/** The file that starts the local service. */
export const serviceEntry = (): string => fileURLToPath(new URL('../service/main.ts', import.meta.url));

/** Opens links to services, the local one being started in a given way where none runs. */
export function linkOpener(ways: LocalServiceWays = {}): OpenLink {
  return async (choice, onLimitsProblem) => {
    const home = makeDataFolder();
    const local = choice.baseUrl ? null : await attach(choice, join(home, 'service'), ways);
    try {
      const store = openLimitsStore(join(home, 'limits.db'), { report: onLimitsProblem });
      return assemble(choice, local, { store, paces: await ServicePaces.open(home, systemClock) });
    } catch (error) {
      local?.detach();
      throw error;
    }
  };
}

/** Opens a link, with the local service as a process of its own. @throws as `OpenLink` says */
export const openConnection: OpenLink = linkOpener();

function attach(choice: LinkChoice, dataFolder: string, ways: LocalServiceWays): Promise<AttachedService> {
  return attachLocalService({
    entry: ways.entry ?? serviceEntry(),
    dataFolder,
    extraArguments: [...(choice.plan ? ['--plan', choice.plan] : []), ...(ways.extraArguments ?? [])],
    clock: systemClock,
    ...(ways.start ? { start: ways.start } : {}),
  });
}

function assemble(
  choice: LinkChoice,
  local: AttachedService | null,
  { store, paces }: { readonly store: ReturnType<typeof openLimitsStore>; readonly paces: ServicePaces },
): ServiceLink {
  const baseUrl = local?.baseUrl ?? choice.baseUrl;
  if (!baseUrl) throw new Error('a connection without an address');
  const credentials = local ? { key: local.key, userId: local.userId } : { key: choice.key, userId: choice.userId };
  const identity = { origin: local ? LOCAL_ORIGIN : baseUrl.origin, userId: credentials.userId };
  const settings = budgetSettings(choice);
  const budget = createRateBudget({ store, clock: systemClock, account: identity, settings });
  const earlierPace = paces.of(identity) ?? (local ? FIRST_LOCAL_PACE : null);
  const load = new ServiceLoad({ clock: systemClock, earlierPace });
  const dispatcher = createDispatcher({
    budget,
    clock: systemClock,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    load,
    // Without limits nothing else keeps a whole book from being handed over, and then it could not be stopped.
    ...(local && !choice.plan ? { backlog: new Backlog({ clock: systemClock, load }) } : {}),
  });
  const pacer = createReadPacer({ budget, clock: systemClock, requestTimeoutMs: REQUEST_TIMEOUT_MS });
  const transport = local ? onlyWhileHeld(createNodeTransport(), local) : createNodeTransport();
  const client = createServiceClient({
    baseUrl,
    credentials,
    transport,
    clock: systemClock,
    random: systemRandom,
    beforeRead: (scope, signal) => pacer.waitForRoom(scope, signal ? { signal } : {}),
    beforeSend: (scope, characters, signal) => waitForPlace(budget, scope, characters, signal),
  });
  return {
    identity,
    client,
    budget,
    settings,
    dispatcher,
    ...(local ? { pollTiming: LOCAL_POLL_TIMING } : {}),
    readsPerMinute: () => budget.state('read').assumed.requests ?? null,
    async close() {
      if (load.measuredPace !== null) await paces.remember(identity, load.measuredPace);
      transport.close();
      store.close();
      local?.detach();
    },
  };
}

/**
 * Sends nothing to the local service's address while the service is not held: it has died, and another program may have
 * taken its port.
 */
function onlyWhileHeld(
  transport: ReturnType<typeof createNodeTransport>,
  { baseUrl, isHeld }: AttachedService,
): ReturnType<typeof createNodeTransport> {
  const { origin } = baseUrl;
  return {
    ...transport,
    async send(request) {
      if (request.url.origin === origin && !(await isHeld()))
        throw new TransportError({ phase: 'not-sent', kind: 'refused-connection', origin, code: 'ECONNREFUSED' });
      return transport.send(request);
    },
  };
}

/** A place for what is sent at once: someone waits for it, and no run uses that budget. */
async function waitForPlace(
  budget: RateBudget,
  scope: SendScope,
  characters: number,
  signal: AbortSignal | undefined,
): Promise<SendPlace> {
  for (;;) {
    signal?.throwIfAborted();
    const result = budget.tryReserve(scope, { characters }, { inFlightForMs: REQUEST_TIMEOUT_MS });
    if (result.ok) return result.reservation;
    // More than a whole minute lets through: the service says so itself, and better.
    if (result.kind === 'never-fits') return { settle() {}, release() {}, refused() {} };
    await systemClock.sleep(result.retryAt - systemClock.now(), signal);
  }
}

/** The local service's account has no limits unless a plan is asked for; any other has its plan's. */
function budgetSettings({ baseUrl, plan, budget }: LinkChoice): BudgetSettings {
  if (budget && (baseUrl || plan)) return budget;
  if (baseUrl || plan) return { plan: plan ?? 'hacker', limits: {}, sharePercent: 100 };
  return { plan: 'enterprise', limits: Object.fromEntries(SCOPES.map((scope) => [scope, {}])), sharePercent: 100 };
}
