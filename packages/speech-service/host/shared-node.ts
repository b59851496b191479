// A node of a service on several machines. It answers clients and calls webhooks. All state is in the database and the storage,
// so any number of nodes can run.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../common/log.ts';
import { listeningOrigin } from '../http/raw-http.ts';
import { Intake } from '../jobs/intake.ts';
import { Sweeper } from '../jobs/sweeper.ts';
import type { StoredBatch } from '../ports/jobs.ts';
import { readSigningSecret } from '../postgres/migrate.ts';
import { NodeRenderer } from '../postgres/node-renderer.ts';
import { CHANNELS, NoticeListener, NoticeSender } from '../postgres/notices.ts';
import { openSharedDatabase } from '../postgres/open.ts';
import { PostgresAccounts } from '../postgres/postgres-accounts.ts';
import { CloneTimbres, PostgresCloneStore } from '../postgres/postgres-clone-store.ts';
import { PostgresDeliveries } from '../postgres/postgres-deliveries.ts';
import { PostgresJobStore } from '../postgres/postgres-job-store.ts';
import { PostgresRateWindows } from '../postgres/postgres-rate-windows.ts';
import { PostgresUsage } from '../postgres/postgres-usage.ts';
import { RemoteRenderer } from '../postgres/remote-renderer.ts';
import { SharedDeliverer } from '../postgres/shared-deliverer.ts';
import { SharedProgressSource } from '../postgres/shared-progress.ts';
import { WorkerDirectory } from '../postgres/worker-directory.ts';
import { EngineSettings } from '../speech/configuration/engine-settings.ts';
import { LISTED_VOICES } from '../voices/catalogue.ts';
import { createResolver } from '../voices/voice-directory.ts';
import { createWebhookCaller } from '../webhooks/call-webhook.ts';
import { createWebhookBody } from '../webhooks/deliverer.ts';
import { buildApi } from './api.ts';
import { type HealthOptions, startHealthServer } from './health-server.ts';
import { Metrics } from './metrics.ts';
import { readinessProblem } from './readiness-problem.ts';
import { createScratchFolder } from './scratch-folder.ts';
import type { NodeOptions } from './shared-options.ts';
import { openStorage } from './shared-storage.ts';
import { createSpeech } from './speech.ts';
import { Teardown } from './teardown.ts';

/** Minimum age of files without a job before they are removed, because their job may be about to finish. */
const LEFTOVER_AGE_MS = 3_600_000;
const HOUSEKEEPING_MS = 600_000;

export interface RunningProcess {
  /** The address on which the process serves clients, if it does. */
  readonly address: string | undefined;
  /** The address on which it serves health checks and metrics, if it does. */
  readonly health: string | undefined;
  stop(): Promise<void>;
}

export async function startNode(options: NodeOptions, version: string, log: Logger): Promise<RunningProcess> {
  const undo = new Teardown();
  try {
    return await startWith(undo, options, version, log);
  } catch (error) {
    await undo.run();
    throw error;
  }
}

async function startWith(undo: Teardown, options: NodeOptions, version: string, log: Logger): Promise<RunningProcess> {
  const now = Date.now;
  const database = await openSharedDatabase(options.database, 'api', log);
  undo.add(() => database.close());
  const { pool } = database;
  const folder = createScratchFolder('node');
  undo.add(() => folder.remove());
  const scratch = folder.path;
  const { objects, cloneSamples } = await openStorage(options.storage, scratch);
  const metrics = new Metrics(database);
  metrics.addQueue(pool);
  let state: ProcessState = 'starting';
  const problem = async () =>
    state === 'running' ? await readinessProblem(database, objects) : `the service is ${state}`;
  const health = await startHealth(undo, options, { metrics, problem });
  const clones = new PostgresCloneStore(pool);
  const timbres = new CloneTimbres(clones);
  const speech = createSpeech({
    kind: options.speech,
    engines: new EngineSettings({ path: join(scratch, 'speech.json'), isNeeded: false, places: [] }),
    packs: join(scratch, 'packs'),
    ahead: scratch,
    cloneSamples,
    resolve: createResolver(timbres),
    prepare: (voices) => timbres.prepare(voices),
    log,
  });
  undo.add(() => speech.close());
  const directory = new WorkerDirectory(pool, LISTED_VOICES, log);
  await directory.start();
  undo.add(() => directory.stop());
  const store = new PostgresJobStore(database);
  const progress = new SharedProgressSource((ids) => store.jobs(ids));
  undo.add(() => progress.stop());
  const sender = new NoticeSender(database.quickPool);
  const onAccepted = (batch: StoredBatch): void => {
    sender.send(CHANNELS.work);
    metrics.countAccepted(batch);
  };
  const intake = new Intake({ store, queue: { wake: onAccepted }, renderer: directory, now });
  const remote = new RemoteRenderer({ intake, store, progress, objects });
  const rateWindows = new PostgresRateWindows(pool);
  const { app, signer } = buildApi({
    host: options.host,
    publicAddress: options['public-address'],
    accounts: new PostgresAccounts(pool),
    store,
    clones,
    progress,
    rateWindows,
    usage: new PostgresUsage(pool, now),
    objects,
    renderer: new NodeRenderer(speech.renderer, remote, directory),
    sampleFolder: join(scratch, 'samples'),
    uploadFolder: join(scratch, 'uploads'),
    cloneSamples,
    signingSecret: await readSigningSecret(pool),
    webhookReach: options.webhooks,
    readinessProblem: problem,
    log,
    version,
    onAccepted,
    onAnswered: (request) => metrics.countRequest(request),
    onStop: () => deliverer.stop(),
  });
  undo.add(() => app.close());
  const origin = (): string => options['public-address'] ?? listeningOrigin(app.server);
  const deliverer = new SharedDeliverer({
    store: new PostgresDeliveries(pool, now),
    call: createWebhookCaller({ reach: options.webhooks, version }),
    bodyOf: (delivery) => createWebhookBody(delivery, (file) => signer.sign(origin(), file)),
    log,
    now,
  });
  const listener = new NoticeListener(
    options.database,
    {
      [CHANNELS.progress]: (payload) => progress.handleNotice(payload),
      [CHANNELS.webhooks]: () => deliverer.wake(),
    },
    () => progress.lookAtAll(),
  );
  listener.start();
  undo.add(() => listener.stop());
  const keptSeconds = options['keep-hours'] * 3600;
  const sweeper = new Sweeper({ store, objects, leftoverAgeMs: LEFTOVER_AGE_MS, keptSeconds, log, now });
  sweeper.start();
  undo.add(() => sweeper.stop());
  const housekeeping = setInterval(() => {
    Promise.all([rateWindows.removeUnused(now()), clones.eraseUnused()]).catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'old rows could not be removed');
    });
  }, HOUSEKEEPING_MS);
  undo.add(() => clearInterval(housekeeping));
  const address = await listen(app, options);
  deliverer.start();
  state = 'running';
  const { webhooks, 'keep-hours': keepHours } = options;
  log.info({ address, webhooks, keepHours, ...(health && { health }) }, 'the node is listening');
  return {
    address,
    health,
    stop: async () => {
      state = 'stopping';
      // Give load balancers time to notice that the node isn't ready.
      await sleep(options['drain-seconds'] * 1000);
      await undo.run();
    },
  };
}

export type ProcessState = 'starting' | 'running' | 'stopping';

/** Starts the health server. Returns its address, or undefined if no port was given. It runs until `undo` stops it. */
export async function startHealth(
  undo: Teardown,
  { 'health-host': host, 'health-port': port }: Pick<NodeOptions, 'health-host' | 'health-port'>,
  reported: Pick<HealthOptions, 'metrics' | 'problem'>,
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const server = await startHealthServer({ host, port, ...reported });
  undo.add(() => server.stop());
  return server.address;
}

async function listen(app: FastifyInstance, { host, port }: NodeOptions): Promise<string> {
  await app.listen({ host, port });
  return listeningOrigin(app.server);
}
