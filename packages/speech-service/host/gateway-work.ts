// What a gateway to another service needs from this service: jobs, storage for audio, and a journal. The gateway itself is part
// of the application, whose client it uses.
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutputFormat, RateLimit } from '@lectern/tts-protocol';
import { newId } from '../common/ids.ts';
import type { Logger } from '../common/log.ts';
import { jobFileName } from '../jobs/job-files.ts';
import type { ClaimedJob, WorkQueue } from '../ports/jobs.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { ProgressReporter } from '../ports/progress.ts';
import type { Lease, UpstreamJournal } from '../ports/upstream.ts';
import { CHANNELS, NoticeListener, NoticeSender } from '../postgres/notices.ts';
import { openSharedDatabase } from '../postgres/open.ts';
import { PostgresRateWindows } from '../postgres/postgres-rate-windows.ts';
import { PostgresWorkQueue } from '../postgres/postgres-work-queue.ts';
import { SharedProgressReporter } from '../postgres/shared-progress.ts';
import { PostgresUpstreamJournal } from '../postgres/upstream-journal.ts';
import { takeLease } from '../postgres/upstream-lease.ts';
import { WorkerDeclaration } from '../postgres/worker-directory.ts';
import type { EngineVoice } from '../voices/voice.ts';
import type { GatewayHealth } from './gateway-health.ts';
import { readinessProblem } from './readiness-problem.ts';
import type { GatewayOptions } from './shared-options.ts';
import { openStorage } from './shared-storage.ts';
import { Teardown } from './teardown.ts';

export interface GatewayWork {
  readonly queue: WorkQueue;
  readonly objects: ObjectStore;
  readonly progress: ProgressReporter;
  /** This process's folder for unfinished files. */
  readonly scratch: string;
  readonly journal: UpstreamJournal;
  readonly lease: Lease;
  /** Offers voices to the service's clients until the process ends. Call this again when the voices have changed. */
  declare(voices: readonly EngineVoice[], lane: string): Promise<void>;
  /** Counts a request without characters towards a limit that all processes share. @returns as `RateWindows.take` */
  take(window: string, limit: RateLimit): Promise<number>;
  fileName(job: ClaimedJob, format: OutputFormat): string;
  /** Calls a function whenever there may be new jobs. Notices can be lost, so also poll at intervals. */
  onJobs(wake: () => void): void;
  close(): Promise<void>;
}

/**
 * Connects to the service, and waits until no other process is using the account.
 * @param account identifies the account at the other service; must not contain its credentials
 * @param health updated when the connection changes, also while waiting for the account
 */
export async function openGatewayWork(
  options: GatewayOptions,
  account: string,
  health: GatewayHealth,
  log: Logger,
  signal: AbortSignal,
): Promise<GatewayWork> {
  const undo = new Teardown();
  try {
    const database = await openSharedDatabase(options.database, 'worker', log);
    undo.add(() => database.close());
    const { pool, quickPool } = database;
    const scratch = await mkdtemp(join(tmpdir(), 'lectern-gateway-'));
    undo.add(() => rm(scratch, { recursive: true, force: true }));
    const { objects } = await openStorage(options.storage, scratch);
    health.connected(() => readinessProblem(database, objects));
    undo.add(() => health.disconnected());
    const lease = await takeLease(options.database, account, {
      onWait: () => log.info({}, 'another process uses the upstream account; waiting until it ends'),
      signal,
    });
    if (lease === undefined) throw new Error('The lease was not taken.');
    undo.add(() => lease.release());
    health.isActive = true;
    const worker = newId(`${hostname()}-`);
    const sender = new NoticeSender(quickPool);
    const queue = new PostgresWorkQueue({
      ...database,
      worker,
      now: Date.now,
      onDeliveries: () => sender.send(CHANNELS.webhooks),
      log,
    });
    undo.add(() => queue.stop());
    const windows = new PostgresRateWindows(pool);
    let declaration: WorkerDeclaration | undefined;
    return {
      queue,
      objects,
      progress: new SharedProgressReporter(quickPool),
      scratch,
      journal: new PostgresUpstreamJournal({ pool, account, backend: lease.backend }),
      lease,
      async declare(voices, lane) {
        declaration?.stop();
        declaration = new WorkerDeclaration(
          pool,
          worker,
          { voices, lanes: new Map([[lane, 1]]), laneOf: () => lane },
          log,
        );
        await declaration.start();
      },
      take: (window, limit) => windows.take(`upstream ${account} ${window}`, limit, 0),
      fileName: jobFileName,
      onJobs(wake) {
        const listener = new NoticeListener(options.database, { [CHANNELS.work]: wake }, wake);
        listener.start();
        undo.add(() => listener.stop());
      },
      close: async () => {
        declaration?.stop();
        await undo.run();
      },
    };
  } catch (error) {
    await undo.run();
    throw error;
  }
}
