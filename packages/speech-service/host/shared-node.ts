// A node of a service on several machines: it answers clients and calls webhooks. All state is in the database and in
// the storage, so there can be any number of nodes.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../common/log.ts';
import { listeningOrigin } from '../http/raw-http.ts';
import { Sweeper } from '../jobs/sweeper.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { readSigningSecret } from '../postgres/migrate.ts';
import { NodeRenderer } from '../postgres/node-renderer.ts';
import { CHANNELS, NoticeListener, NoticeSender } from '../postgres/notices.ts';
import { openSharedDatabase, type SharedDatabase } from '../postgres/open.ts';
import { PostgresAccounts } from '../postgres/postgres-accounts.ts';
import { CloneTimbres, PostgresCloneStore } from '../postgres/postgres-clone-store.ts';
import { PostgresDeliveries } from '../postgres/postgres-deliveries.ts';
import { PostgresJobStore } from '../postgres/postgres-job-store.ts';
import { PostgresRateWindows } from '../postgres/postgres-rate-windows.ts';
import { PostgresUsage } from '../postgres/postgres-usage.ts';
import { SharedDeliverer } from '../postgres/shared-deliverer.ts';
import { SharedProgressSource } from '../postgres/shared-progress.ts';
import { WorkerDirectory } from '../postgres/worker-directory.ts';
import { EngineSettings } from '../speech/configuration/engine-settings.ts';
import { LISTED_VOICES } from '../voices/catalogue.ts';
import { createResolver } from '../voices/voice-directory.ts';
import { createWebhookCaller } from '../webhooks/call-webhook.ts';
import { createWebhookBody } from '../webhooks/deliverer.ts';
import { buildApi } from './api.ts';
import { createScratchFolder } from './scratch-folder.ts';
import type { NodeOptions } from './shared-options.ts';
import { openStorage } from './shared-storage.ts';
import { createSpeech } from './speech.ts';
import { Teardown } from './teardown.ts';

/** Files without a job must be at least this old to be removed, because a worker may be about to finish its job. */
const LEFTOVER_AGE_MS = 3_600_000;
const READY_TIMEOUT_MS = 2000;
const HOUSEKEEPING_MS = 600_000;

export interface RunningProcess {
  /** Where it listens, if it does. */
  readonly address: string | undefined;
  stop(): Promise<void>;
}

async function readinessProblem({ pool }: SharedDatabase, objects: ObjectStore): Promise<string | undefined> {
  const answersWithin = (problem: string) => sleep(READY_TIMEOUT_MS, problem, { ref: false });
  const database = pool.query('SELECT 1').then(
    () => undefined,
    () => 'the database cannot be reached',
  );
  const found = await Promise.race([database, answersWithin('the database does not answer')]);
  if (found !== undefined) return found;
  const storage = objects.check().then(
    () => undefined,
    () => 'the storage cannot be used',
  );
  return Promise.race([storage, answersWithin('the storage does not answer')]);
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
  const rateWindows = new PostgresRateWindows(pool);
  let isStopping = false;
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
    renderer: new NodeRenderer(speech.renderer, directory),
    sampleFolder: join(scratch, 'samples'),
    uploadFolder: join(scratch, 'uploads'),
    cloneSamples,
    signingSecret: await readSigningSecret(pool),
    webhookReach: options.webhooks,
    readinessProblem: async () => (isStopping ? 'the service is stopping' : await readinessProblem(database, objects)),
    log,
    version,
    onAccepted: () => sender.send(CHANNELS.work),
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
  log.info({ address, webhooks: options.webhooks, keepHours: options['keep-hours'] }, 'the node listens');
  return {
    address,
    stop: async () => {
      isStopping = true;
      // Load balancers notice that the node isn't ready, and send no more requests.
      await sleep(options['drain-seconds'] * 1000);
      await undo.run();
    },
  };
}

async function listen(app: FastifyInstance, { host, port }: NodeOptions): Promise<string> {
  await app.listen({ host, port });
  return listeningOrigin(app.server);
}
