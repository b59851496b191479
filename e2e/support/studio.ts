// Runs the core in this process, with any service.
import { join } from 'node:path';
import { checkAudio } from '@lectern/audio/meters';
import type { LenientVoice } from '@lectern/tts-protocol';
import { createNodeTransport } from '../../electron/core/api/node-transport.ts';
import { createServiceClient, type ServiceClientOptions } from '../../electron/core/api/service-client.ts';
import type { Clock, HttpTransport } from '../../electron/core/ports.ts';
import type { PollTiming } from '../../electron/core/production/poll-interval.ts';
import { type RunOrder, startRun } from '../../electron/core/production/run.ts';
import { planRun } from '../../electron/core/production/run-plan.ts';
import type { RunOutcome } from '../../electron/core/production/run-state.ts';
import { Journal } from '../../electron/core/project/journal/journal.ts';
import { createProject } from '../../electron/core/project/project-folder.ts';
import { Dispatcher } from '../../electron/core/scheduler/dispatcher.ts';
import { LimitsStore } from '../../electron/core/scheduler/limits-store.ts';
import { RateBudget } from '../../electron/core/scheduler/rate-budget.ts';
import { createReadPacer } from '../../electron/core/scheduler/read-pacer.ts';
import { systemClock, systemRandom } from '../../electron/core/system.ts';
import type { BudgetSettings } from '../../shared/model/connection.ts';
import type { RunEvent } from '../../shared/model/run.ts';
import { castRoles } from '../../shared/rules/cast/default-cast.ts';
import { parseScript } from '../../shared/rules/script-text.ts';

export interface StudioOptions {
  readonly folder: string;
  readonly baseUrl: URL;
  readonly key: string;
  readonly userId: string;
  readonly clock?: Clock;
  readonly budget?: BudgetSettings;
  readonly concurrency?: number;
  readonly pollTiming?: PollTiming;
  readonly client?: Partial<ServiceClientOptions>;
  readonly around?: (transport: HttpTransport) => HttpTransport;
  readonly onEvent?: (event: RunEvent) => void;
}

const UNLIMITED: BudgetSettings = {
  plan: 'enterprise',
  limits: { batch: {}, read: {}, list: {} },
  sharePercent: 100,
};

/** Creates a project in the folder, with everything that rendering needs. */
export function openStudio(options: StudioOptions) {
  const clock = options.clock ?? systemClock;
  const identity = { origin: options.baseUrl.origin, userId: options.userId };
  const limits = new LimitsStore(join(options.folder, 'limits.db'), { clock });
  const budget = new RateBudget({ store: limits, clock, account: identity, settings: options.budget ?? UNLIMITED });
  const requestTimeoutMs = 60_000;
  const dispatcher = new Dispatcher({
    budget,
    clock,
    requestTimeoutMs,
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
  });
  const pacer = createReadPacer({ budget, clock, requestTimeoutMs });
  const transport = createNodeTransport();
  const client = createServiceClient({
    baseUrl: options.baseUrl,
    credentials: options,
    transport: options.around?.(transport) ?? transport,
    clock,
    beforeRead: (scope, signal) => pacer.waitForRoom(scope, signal ? { signal } : {}),
    ...options.client,
  });
  const project = createProject(join(options.folder, 'book.lectern'), {
    name: 'Book',
    connection: identity,
    clock,
    random: systemRandom,
  });
  const journal = new Journal(project.db);
  const events: RunEvent[] = [];

  return {
    project,
    journal,
    budget,
    client,
    events,
    /** Saves a script, and assigns voices to the roles that don't have one. Uses the service's voices by default. */
    async write(text: string, voices?: readonly LenientVoice[]): Promise<void> {
      project.script.saveScript(parseScript(text, project.settings()));
      const roles = project.cast.roles();
      if (roles.some((role) => role.voice === null)) {
        project.cast.saveRoles(castRoles(roles, voices ?? (await client.listVoices()), 'english'));
      }
    },
    /** Renders all lines that aren't fresh. */
    render(order: Partial<Pick<RunOrder, 'retryFailed' | 'signal'>> = {}): Promise<RunOutcome> {
      const plan = planRun(project, journal);
      const lines = plan.send.map((line) => line.lineId);
      const run = startRun(
        {
          project,
          journal,
          client,
          connection: identity,
          dispatcher,
          clock,
          random: systemRandom,
          checkAudio,
          ...(options.pollTiming ? { pollTiming: options.pollTiming } : {}),
          onEvent(event) {
            events.push(event);
            options.onEvent?.(event);
          },
        },
        {
          runId: journal.createRun(lines, {}, clock.now()),
          lines: plan.send,
          retryFailed: 0,
          signal: new AbortController().signal,
          ...order,
        },
      );
      return run.outcome;
    },
    close(): void {
      project.close();
      limits.close();
      transport.close();
    },
  };
}

export type Studio = ReturnType<typeof openStudio>;
