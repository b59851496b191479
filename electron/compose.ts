import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCOPES } from '@lectern/tts-protocol';
import { type BudgetSettings, LOCAL_ORIGIN } from '../shared/model/connection.ts';
import { createNodeTransport } from './core/api/node-transport.ts';
import type { SendScope, SendSlot } from './core/api/send-once.ts';
import { createServiceClient } from './core/api/service-client.ts';
import { ServicePaces } from './core/app/service-paces.ts';
import { type AttachedService, attachLocalService } from './core/local-service/attach.ts';
import { makeDataFolder } from './core/local-service/data-folder.ts';
import type { ServiceStarter } from './core/local-service/start-service.ts';
import { TransportError } from './core/ports.ts';
import { LOCAL_POLL_TIMING } from './core/production/poll-interval.ts';
import type { LinkChoice, OpenLink, ServiceLink } from './core/production/service-link.ts';
import { Dispatcher } from './core/scheduler/dispatcher.ts';
import { LimitsStore } from './core/scheduler/limits-store.ts';
import { RateBudget } from './core/scheduler/rate-budget.ts';
import { createReadPacer } from './core/scheduler/read-pacer.ts';
import { Backlog, ServiceLoad } from './core/scheduler/service-load.ts';
import { systemClock, systemRandom } from './core/system.ts';

/** In milliseconds. A dead process's reservation also expires after this time. */
const REQUEST_TIMEOUT_MS = 120_000;
/** Assumed speed of the local service until it is measured, in units of work per millisecond. */
const INITIAL_LOCAL_PACE = 2.5 * availableParallelism();
/** Assumed time that the local service takes to start its engine, until it is measured. */
const INITIAL_LOCAL_START_MS = 3_000;

export interface LocalServiceOptions {
  readonly entry?: string;
  readonly extraArguments?: readonly string[];
  readonly start?: ServiceStarter;
}

/** The processes of a service on several machines. */
export const sharedServiceEntry = (): string =>
  fileURLToPath(new URL('../packages/speech-service/cluster.ts', import.meta.url));

/** A worker of such a service that passes jobs on to an account at another service. */
export const gatewayEntry = (): string => fileURLToPath(new URL('./gateway/main.ts', import.meta.url));

export const serviceEntry = (): string => fileURLToPath(new URL('../packages/speech-service/main.ts', import.meta.url));

/** Returns a function that opens links to services and starts the local service if it isn't running. */
export function createLinkOpener(options: LocalServiceOptions = {}): OpenLink {
  return async (choice, onLimitsProblem) => {
    const home = makeDataFolder();
    const local = choice.baseUrl ? null : await attach(choice, join(home, 'service'), options);
    try {
      const store = new LimitsStore(join(home, 'limits.db'), { report: onLimitsProblem });
      return createLink(choice, local, { store, paces: await ServicePaces.open(home, systemClock) });
    } catch (error) {
      local?.detach();
      throw error;
    }
  };
}

export const openConnection: OpenLink = createLinkOpener();

function attach(choice: LinkChoice, dataFolder: string, options: LocalServiceOptions): Promise<AttachedService> {
  return attachLocalService({
    entry: options.entry ?? serviceEntry(),
    dataFolder,
    extraArguments: [...(choice.plan ? ['--plan', choice.plan] : []), ...(options.extraArguments ?? [])],
    clock: systemClock,
    ...(options.start ? { start: options.start } : {}),
  });
}

function createLink(
  choice: LinkChoice,
  local: AttachedService | null,
  { store, paces }: { readonly store: LimitsStore; readonly paces: ServicePaces },
): ServiceLink {
  const baseUrl = local?.baseUrl ?? choice.baseUrl;
  if (!baseUrl) throw new Error('a connection without an address');
  const credentials = local ? { key: local.key, userId: local.userId } : { key: choice.key, userId: choice.userId };
  const identity = { origin: local ? LOCAL_ORIGIN : baseUrl.origin, userId: credentials.userId };
  const settings = budgetSettings(choice);
  const budget = new RateBudget({ store, clock: systemClock, account: identity, settings });
  const earlierPace = paces.of(identity) ?? (local ? INITIAL_LOCAL_PACE : null);
  const earlierStartMs = paces.startOf(identity) ?? (local ? INITIAL_LOCAL_START_MS : null);
  const load = new ServiceLoad({ clock: systemClock, earlierPace, earlierStartMs });
  const dispatcher = new Dispatcher({
    budget,
    clock: systemClock,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    load,
    // Without rate limits, only the backlog limit prevents submitting a whole book at once. A submission can't be
    // withdrawn.
    ...(local && !choice.plan ? { backlog: new Backlog({ clock: systemClock, load }) } : {}),
  });
  const pacer = createReadPacer({ budget, clock: systemClock, requestTimeoutMs: REQUEST_TIMEOUT_MS });
  const transport = local ? onlyWhileAttached(createNodeTransport(), local) : createNodeTransport();
  const client = createServiceClient({
    baseUrl,
    credentials,
    transport,
    clock: systemClock,
    random: systemRandom,
    beforeRead: (scope, signal) => pacer.waitForRoom(scope, signal ? { signal } : {}),
    beforeSend: (scope, characters, signal) => reserveSlot(budget, scope, characters, signal),
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
      await paces.remember(identity, load.measuredPace, load.startMs);
      transport.close();
      store.close();
      local?.detach();
    },
  };
}

/** The local service might have died, and another program might be using its port. */
function onlyWhileAttached(
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

/** Reserves part of the rate budget for an interactive request. Runs can't use this part. */
async function reserveSlot(
  budget: RateBudget,
  scope: SendScope,
  characters: number,
  signal: AbortSignal | undefined,
): Promise<SendSlot> {
  for (;;) {
    signal?.throwIfAborted();
    const result = budget.tryReserve(scope, { characters }, { inFlightForMs: REQUEST_TIMEOUT_MS });
    if (result.ok) return result.reservation;
    // The request exceeds the limit for a whole minute. The service's error message is more helpful.
    if (result.kind === 'never-fits') return { settle() {}, lost() {}, release() {}, refused() {} };
    await systemClock.sleep(result.retryAt - systemClock.now(), signal);
  }
}

function budgetSettings({ baseUrl, plan, budget }: LinkChoice): BudgetSettings {
  if (budget && (baseUrl || plan)) return budget;
  if (baseUrl || plan) return { plan: plan ?? 'hacker', limits: {}, sharePercent: 100 };
  return { plan: 'enterprise', limits: Object.fromEntries(SCOPES.map((scope) => [scope, {}])), sharePercent: 100 };
}
