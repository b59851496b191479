import type { FastifyInstance } from 'fastify';
import type { MonotonicClock } from '../common/clock.ts';
import { ListedAccounts } from '../http/accounts.ts';
import { listeningOrigin } from '../http/raw-http.ts';
import { JobProgress } from '../jobs/job-progress.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import type { ServiceAccount } from '../ports/accounts.ts';
import type { ServiceDatabase } from '../store/database.ts';
import { FolderObjects } from '../store/folder-objects.ts';
import { MemoryRateWindows } from '../store/memory-rate-windows.ts';
import { SqliteCloneStore } from '../store/sqlite-clone-store.ts';
import type { SqliteJobStore } from '../store/sqlite-job-store.ts';
import { SqliteWorkQueue } from '../store/sqlite-work-queue.ts';
import type { CloneSamples } from '../voices/clone-samples.ts';
import { createWebhooks } from '../webhooks/deliverer.ts';
import { type ApiSettings, buildApi } from './api.ts';

export interface ServerOptions extends ApiSettings {
  readonly accounts: readonly ServiceAccount[];
  readonly store: SqliteJobStore;
  readonly database: ServiceDatabase;
  readonly audioFolder: string;
  readonly cloneSamples: CloneSamples;
  readonly speedFactor?: number;
  readonly clock?: MonotonicClock;
  readonly elapsed?: () => number;
}

/**
 * Builds a service that runs in a single process. It processes jobs from `ready` until `close`. The caller must close the store
 * and the renderer.
 */
export function buildServer(options: ServerOptions): FastifyInstance {
  const { accounts, store, database, renderer, audioFolder, log } = options;
  const now = options.now ?? Date.now;
  const clones = new SqliteCloneStore(database);
  clones.eraseUnused();
  options.cloneSamples.sweep((id) => clones.findExisting(id) !== undefined);
  const objects = new FolderObjects(audioFolder);
  const progress = new JobProgress();
  const { app, signer } = buildApi({
    ...options,
    accounts: new ListedAccounts(accounts),
    ownAccount: accounts[0],
    clones,
    progress,
    rateWindows: new MemoryRateWindows(options.elapsed ?? (() => performance.now())),
    objects,
    onAccepted: () => queue.wake(),
    onStop: () => Promise.all([queue.stop(), webhooks.deliverer.stop()]),
  });
  const webhooks = createWebhooks({
    database,
    reach: options.webhookReach ?? 'loopback',
    addressOf: (file) => signer.sign(listeningOrigin(app.server), file),
    version: options.version,
    log,
    now,
  });
  const queue = new JobQueue({
    queue: new SqliteWorkQueue({ store, alongside: webhooks.jobEnded, now }),
    renderer,
    progress,
    audioFolder,
    objects,
    speedFactor: options.speedFactor,
    clock: options.clock,
    log,
  });
  app.addHook('onReady', async () => queue.wake());
  app.addHook('onListen', async () => webhooks.deliverer.start());
  return app;
}
