// A worker of a service on several machines: it speaks jobs.
import { hostname } from 'node:os';
import { join } from 'node:path';
import { newId } from '../common/ids.ts';
import type { Logger } from '../common/log.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { CHANNELS, NoticeListener, NoticeSender } from '../postgres/notices.ts';
import { openSharedDatabase } from '../postgres/open.ts';
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

/** How often to look for jobs, because notices can be lost and jobs of dead workers have none, in milliseconds. */
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
  const sender = new NoticeSender(pool);
  const work = new PostgresWorkQueue({
    ...database,
    worker,
    now: Date.now,
    onDeliveries: () => sender.send(CHANNELS.webhooks),
    log,
  });
  undo.add(() => work.stop());
  const progress = new SharedProgressReporter(pool);
  const queue = new JobQueue({
    queue: work,
    renderer,
    progress: {
      begin: (id) => progress.begin(id),
      advance: (id, stage, fraction) => progress.advance(id, stage, fraction),
      release: (id) => progress.release(id),
      end: (job) => {
        metrics.countFinished(job);
        progress.end(job);
      },
    },
    audioFolder: scratch,
    objects,
    log,
  });
  undo.add(() => queue.stop());
  undo.add(() => queue.drain(options['drain-seconds'] * 1000));
  const declaration = new WorkerDeclaration(pool, worker, renderer, log);
  await declaration.start();
  undo.add(() => declaration.stop());
  const listener = new NoticeListener(options.database, { [CHANNELS.work]: () => queue.wake() }, () => queue.wake());
  listener.start();
  undo.add(() => listener.stop());
  const timer = setInterval(() => {
    packs?.refresh();
    queue.wake();
  }, LOOK_MS);
  undo.add(() => clearInterval(timer));
  queue.wake();
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
