// A worker of a service on several machines. It renders jobs.
import { hostname } from 'node:os';
import { join } from 'node:path';
import { newId } from '../common/ids.ts';
import type { Logger } from '../common/log.ts';
import { JobQueue, type JobQueueOptions } from '../jobs/job-queue.ts';
import type { StoredJob } from '../ports/jobs.ts';
import { CHANNELS, NoticeListener, NoticeSender } from '../postgres/notices.ts';
import { openSharedDatabase, type SharedDatabase } from '../postgres/open.ts';
import { CloneTimbres, PostgresCloneStore } from '../postgres/postgres-clone-store.ts';
import { PostgresWorkQueue } from '../postgres/postgres-work-queue.ts';
import { SharedProgressReporter } from '../postgres/shared-progress.ts';
import { WorkerDeclaration } from '../postgres/worker-directory.ts';
import { EngineSettings } from '../speech/configuration/engine-settings.ts';
import { createResolver } from '../voices/voice-directory.ts';
import { Metrics } from './metrics.ts';
import { readinessProblem } from './readiness-problem.ts';
import { createScratchFolder } from './scratch-folder.ts';
import { type ProcessState, type RunningProcess, startHealth } from './shared-node.ts';
import type { WorkerOptions } from './shared-options.ts';
import { openStorage } from './shared-storage.ts';
import { createSpeech } from './speech.ts';
import { Teardown } from './teardown.ts';

/**
 * How often to look for voice packs and for jobs, in milliseconds. Notices can be lost, and there are none for jobs of dead
 * workers.
 */
const LOOK_MS = 1000;

export async function startWorker(options: WorkerOptions, log: Logger): Promise<RunningProcess> {
  const undo = new Teardown();
  try {
    return await startWith(undo, options, log);
  } catch (error) {
    await undo.run();
    throw error;
  }
}

async function startWith(undo: Teardown, options: WorkerOptions, log: Logger): Promise<RunningProcess> {
  const worker = newId(`${hostname()}-`);
  const database = await openSharedDatabase(options.database, 'worker', log);
  undo.add(() => database.close());
  const { pool } = database;
  const folder = createScratchFolder('worker');
  undo.add(() => folder.remove());
  const scratch = folder.path;
  const { objects, cloneSamples } = await openStorage(options.storage, scratch);
  const metrics = new Metrics(database);
  let state: ProcessState = 'starting';
  const problem = async () =>
    state === 'running' ? await readinessProblem(database, objects) : `the worker is ${state}`;
  const health = await startHealth(undo, options, { metrics, problem });
  const timbres = new CloneTimbres(new PostgresCloneStore(pool));
  const configuration = options['speech-config'];
  const speech = createSpeech({
    kind: options.speech,
    engines: new EngineSettings({
      path: configuration ?? join(scratch, 'speech.json'),
      isNeeded: configuration !== undefined,
      places: [],
    }),
    packs: options.packs ?? join(scratch, 'packs'),
    ahead: scratch,
    cloneSamples,
    resolve: createResolver(timbres),
    prepare: (voices) => timbres.prepare(voices),
    log,
  });
  undo.add(() => speech.close());
  const { renderer, packs } = speech;
  if (packs !== undefined) {
    const timer = setInterval(() => packs.refresh(), LOOK_MS);
    undo.add(() => clearInterval(timer));
  }
  workOn(undo, database, {
    ...{ url: options.database, worker, renderer, objects, audioFolder: scratch, log },
    drainSeconds: options['drain-seconds'],
    onEnded: (job) => metrics.countFinished(job),
  });
  const declaration = new WorkerDeclaration(pool, worker, renderer, log);
  await declaration.start();
  // Stop heartbeats first, so that voices that only this worker has aren't offered any longer than necessary.
  undo.add(() => declaration.stop());
  state = 'running';
  const { lanes, voices } = renderer;
  log.info({ worker, lanes: lanes.size, voices: voices.length, ...(health && { health }) }, 'the worker is ready');
  return {
    address: undefined,
    health,
    stop: () => {
      state = 'stopping';
      return undo.run();
    },
  };
}

export interface SharedWorkOptions extends Pick<JobQueueOptions, 'renderer' | 'objects' | 'audioFolder'> {
  /** The database's URL. */
  readonly url: string;
  /** The name of the worker. Unique among running workers. */
  readonly worker: string;
  /** Time to finish jobs in progress when the worker stops. */
  readonly drainSeconds: number;
  /** Called after a job's result has been stored. */
  readonly onEnded?: (job: StoredJob) => void;
  readonly log: Logger;
}

/** Takes jobs from the database and renders them until `undo` runs. */
export function workOn(undo: Teardown, database: SharedDatabase, options: SharedWorkOptions): void {
  const { url, worker, renderer, objects, audioFolder, drainSeconds, log } = options;
  const { quickPool } = database;
  const sender = new NoticeSender(quickPool);
  const work = new PostgresWorkQueue({
    ...database,
    worker,
    now: Date.now,
    onDeliveries: () => sender.send(CHANNELS.webhooks),
    log,
  });
  undo.add(() => work.stop());
  const progress = new SharedProgressReporter(quickPool);
  const queue = new JobQueue({
    queue: work,
    renderer,
    progress: {
      begin: (id) => progress.begin(id),
      advance: (id, stage, fraction) => progress.advance(id, stage, fraction),
      release: (id) => progress.release(id),
      end: (job) => {
        options.onEnded?.(job);
        progress.end(job);
      },
    },
    audioFolder,
    objects,
    log,
  });
  undo.add(() => queue.stop());
  undo.add(() => queue.drain(drainSeconds * 1000));
  const listener = new NoticeListener(url, { [CHANNELS.work]: () => queue.wake() }, () => queue.wake());
  listener.start();
  undo.add(() => listener.stop());
  const timer = setInterval(() => queue.wake(), LOOK_MS);
  undo.add(() => clearInterval(timer));
  queue.wake();
}
