import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../common/log.ts';
import type { EndedJob, StoredJob } from '../ports/jobs.ts';
import { StoreUnavailableError } from '../ports/objects.ts';
import type { StageProgress } from '../ports/progress.ts';
import type { StreamOrder } from '../rendering/stream-order.ts';
import { SpeechError } from '../speech/speech-engine.ts';
import { ServiceDatabase } from '../store/database.ts';
import { FolderObjects } from '../store/folder-objects.ts';
import { type OnJobEnded, SqliteJobStore } from '../store/sqlite-job-store.ts';
import { SqliteWorkQueue } from '../store/sqlite-work-queue.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { storedBatch, storedJob } from '../testing/stored-jobs.ts';
import { HandRenderer, temporaryFolder, VOICE } from '../testing/test-service.ts';
import { JobProgress } from './job-progress.ts';
import { JobQueue, type JobQueueOptions } from './job-queue.ts';

/** The lane of a job is the first part of its text. */
class LaneRenderer extends HandRenderer {
  override readonly lanes = new Map([
    ['quick', 2],
    ['slow', 1],
  ]);
  override readonly laneOf = (order: StreamOrder): string => {
    const lane = textOf(order).split('-')[0] ?? '';
    if (lane === 'broken') throw new Error('No lane.');
    return lane;
  };
}

const textOf = (order: StreamOrder): string => order.request.turns[0]?.text ?? '';

let folder: ReturnType<typeof temporaryFolder>;
let database: ServiceDatabase;
let store: SqliteJobStore;
let renderer: LaneRenderer;
let progress: JobProgress;
let clock: ManualClock;
let queue: JobQueue;
let logged: string[];

function newQueue(different: Partial<JobQueueOptions> = {}, alongside?: OnJobEnded): void {
  store = new SqliteJobStore(database);
  queue = new JobQueue({
    queue: new SqliteWorkQueue({ store, alongside, now: () => 5000 }),
    renderer,
    progress,
    audioFolder: folder.path,
    objects: new FolderObjects(folder.path),
    log: createLogger('info', (row) => void logged.push(row)),
    clock,
    ...different,
  });
}

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(folder.path, { recursive: true });
  database = new ServiceDatabase(join(folder.path, 'service.db'));
  renderer = new LaneRenderer();
  progress = new JobProgress();
  clock = new ManualClock();
  logged = [];
  newQueue();
});
afterEach(async () => {
  await queue.stop();
  database.close();
  folder.remove();
});

/** Accepts jobs by their texts; their lanes are the first parts, unless given. */
function accept(texts: readonly string[], lane?: string): void {
  for (const text of texts) {
    const input = { voice_engine: 'SvcDialog' as const, text, voice: VOICE };
    const job = storedJob(text, text, { input, lane: lane ?? text.split('-')[0] ?? '' });
    store.accept(storedBatch(text, [job], 'single'));
  }
}

const job = (id: string): StoredJob | undefined => store.job(id, 'id', id);

async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** What is being rendered. */
const atWork = (): string[] => renderer.waiting.map(({ order }) => textOf(order));

/** Ends the work on a job. */
async function finish(text: string, error?: Error): Promise<void> {
  const place = atWork().indexOf(text);
  const [work] = renderer.waiting.splice(place, 1);
  if (error === undefined) work?.finish();
  else work?.fail(error);
  await settle();
}

describe('lanes', () => {
  test('have as many jobs at once as they do well, each lane’s oldest first', async () => {
    accept(['quick-1', 'quick-2', 'slow-1', 'slow-2', 'quick-3', 'quick-4']);
    queue.wake();
    await settle();
    expect(atWork().sort()).toEqual(['quick-1', 'quick-2', 'slow-1']);
    await finish('quick-2');
    expect(atWork().sort()).toEqual(['quick-1', 'quick-3', 'slow-1']);
    await finish('slow-1');
    expect(atWork().sort()).toEqual(['quick-1', 'quick-3', 'slow-2']);
  });

  test('have a place free again as soon as a file waits for nothing but the disk', async () => {
    accept(['slow-1', 'slow-2', 'slow-3']);
    queue.wake();
    await settle();
    expect(atWork()).toEqual(['slow-1']);
    renderer.waiting[0]?.onMade?.();
    await settle();
    expect(atWork()).toEqual(['slow-1', 'slow-2']);
    expect(job('slow-1')?.status).toBe('in_progress');
    await finish('slow-1');
    expect(job('slow-1')?.status).toBe('completed');
    expect(atWork()).toEqual(['slow-2']);
  });

  test('that are full or stuck never hold up another', async () => {
    accept(['slow-1', 'slow-2', 'slow-3', ...Array.from({ length: 10 }, (_, index) => `quick-${index}`)]);
    queue.wake();
    await settle();
    for (let index = 0; index < 10; index += 1) await finish(`quick-${index}`);
    expect(atWork()).toEqual(['slow-1']);
    expect(store.countJobs()).toEqual({ pending: 2, in_progress: 1, completed: 10, failed: 0 });
  });

  test('that are gone let go of their jobs: to the lane of today, or to a failure with a reason', async () => {
    accept(['quick-1', 'gone-1', 'slow-1'], 'old');
    accept(['gone-2']);
    newQueue();
    queue.wake();
    await settle();
    expect(atWork().sort()).toEqual(['quick-1', 'slow-1']);
    for (const id of ['gone-1', 'gone-2']) {
      expect(job(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('no longer') });
    }
  });

  test('let go of very many jobs, while requests are answered in between', async () => {
    store.accept(storedBatch('b', []));
    database.run(
      `INSERT INTO jobs (id, batch_id, input, seed, lane)
       SELECT value, 'b', ?, 1, 'old' FROM json_each(?)`,
      [
        JSON.stringify({ voice_engine: 'SvcDialog', text: 'gone', voice: VOICE }),
        JSON.stringify(Array.from({ length: 500 }, (_, index) => `j${index}`)),
      ],
    );
    newQueue();
    queue.wake();
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(store.countJobs().pending).toBeGreaterThan(0);
    while (store.countJobs().failed < 500) await settle();
  });

  test('of a job that moved are found when it is taken', async () => {
    accept(['slow-1', 'broken-1'], 'quick');
    accept(['quick-1'], 'slow');
    queue.wake();
    await settle();
    expect(atWork().sort()).toEqual(['quick-1', 'slow-1']);
    expect(job('slow-1')).toMatchObject({ lane: 'slow', status: 'in_progress' });
    expect(job('broken-1')).toMatchObject({ status: 'failed', error: expect.stringContaining('engine failed') });
  });
});

describe('a job', () => {
  test('tells how far it is', async () => {
    const seen: string[] = [];
    accept(['quick-1']);
    progress.watch('quick-1', {
      onProgress: ({ stage, fraction }: StageProgress) => seen.push(`${stage} ${fraction}`),
      onEnd: (ended) => seen.push(`${ended.status} ${ended.size}`),
    });
    queue.wake();
    await settle();
    renderer.waiting[0]?.tell('preload', 1);
    renderer.waiting[0]?.tell('generate', 0.5);
    await finish('quick-1');
    expect(seen).toEqual(['active 0', 'preload 1', 'generate 0.5', 'completed 10']);
    expect(progress.size).toBe(0);
  });

  test('has its end written together with what belongs to it, and told once when it is', async () => {
    const alongside: EndedJob[] = [];
    const told: StoredJob[] = [];
    newQueue({}, (ended) => {
      alongside.push(ended);
      expect(database.get('SELECT status FROM jobs WHERE id = ?', [ended.job.id])?.['status']).toBe(ended.job.status);
      if (alongside.length === 1) throw new Error('The disk is full.');
    });
    accept(['quick-1']);
    progress.watch('quick-1', { onProgress: () => {}, onEnd: (ended) => told.push(ended) });
    queue.wake();
    await settle();
    await finish('quick-1');
    // Neither is there: both are written a second later.
    expect(job('quick-1')?.status).toBe('in_progress');
    expect(told).toEqual([]);
    await clock.pass(1000);
    await settle();
    expect(job('quick-1')).toMatchObject({ status: 'completed', size: 10 });
    expect(told).toEqual([job('quick-1')]);
    expect(alongside[1]).toEqual({ job: job('quick-1'), batchIsFinished: true });
    expect(logged.join('')).toContain('the end of a job could not be written');
  });

  test('keeps its place while its end can’t be written', async () => {
    accept(['slow-1', 'slow-2']);
    queue.wake();
    await settle();
    database.run("CREATE TRIGGER broken BEFORE UPDATE ON jobs BEGIN SELECT raise(ABORT, 'full'); END");
    await finish('slow-1');
    await clock.pass(3000);
    expect(atWork()).toEqual([]);
    database.run('DROP TRIGGER broken');
    await clock.pass(1000);
    await settle();
    expect(job('slow-1')?.status).toBe('completed');
    expect(atWork()).toEqual(['slow-2']);
  });

  test('waits for the object store while it can’t be used, without being rendered again', async () => {
    const folderObjects = new FolderObjects(folder.path);
    let failures = 2;
    const put = async (name: string, path: string): Promise<void> => {
      failures -= 1;
      if (failures >= 0) throw new StoreUnavailableError('The store is down.');
      await folderObjects.put(name, path);
    };
    newQueue({ objects: { put, remove: (name) => folderObjects.remove(name) } });
    accept(['slow-1']);
    queue.wake();
    await settle();
    await finish('slow-1');
    await clock.pass(999);
    expect(job('slow-1')?.status).toBe('in_progress');
    await clock.pass(1001);
    await settle();
    expect(job('slow-1')).toMatchObject({ status: 'completed', file: 'slow-1.mp3' });
    expect(renderer.waiting).toEqual([]);
    expect(logged.filter((row) => row.includes('The store is down.'))).toHaveLength(2);
  });

  test('is tried again where its thread is lost, and its watchers see nothing fall', async () => {
    const seen: string[] = [];
    accept(['quick-1']);
    progress.watch('quick-1', {
      onProgress: ({ stage, fraction }: StageProgress) => seen.push(`${stage} ${fraction}`),
      onEnd: (ended) => seen.push(ended.status),
    });
    queue.wake();
    await settle();
    renderer.waiting[0]?.tell('generate', 0.5);
    await finish('quick-1', new Error('lost'));
    renderer.waiting[0]?.tell('preload', 0);
    renderer.waiting[0]?.tell('generate', 0.75);
    await finish('quick-1', new SpeechError('No.'));
    expect(seen).toEqual(['active 0', 'generate 0.5', 'generate 0.75', 'failed']);
    expect(job('quick-1')?.error).toBe('No.');
  });

  test('is given back when the queue stops, whatever it was at', async () => {
    newQueue({ speedFactor: 1 });
    accept(['quick-1', 'quick-2']);
    queue.wake();
    await settle();
    await finish('quick-1');
    await queue.stop();
    expect(store.countJobs()).toEqual({ pending: 2, in_progress: 0, completed: 0, failed: 0 });
    queue.wake();
    await settle();
    expect(store.countJobs().pending).toBe(2);
  });
});

describe('a speed factor', () => {
  test('keeps a job in progress, and in its slot, for N times the length of its audio', async () => {
    newQueue({ speedFactor: 2 });
    const stages: string[] = [];
    accept(['slow-1', 'slow-2']);
    progress.watch('slow-1', { onProgress: ({ stage }) => stages.push(stage), onEnd: () => stages.push('end') });
    queue.wake();
    await settle();
    renderer.waiting[0]?.tell('postprocessing', 1);
    await clock.pass(400);
    await finish('slow-1');
    // The audio is 1.5 s long.
    await clock.pass(2599);
    expect(job('slow-1')?.status).toBe('in_progress');
    expect(atWork()).toEqual([]);
    expect([...new Set(stages)]).toEqual(['active', 'generate', 'postprocessing']);
    await clock.pass(1);
    await settle();
    expect(job('slow-1')?.status).toBe('completed');
    expect(stages.at(-1)).toBe('end');
    expect(atWork()).toEqual(['slow-2']);
    expect(existsSync(join(folder.path, 'slow-1.mp3'))).toBe(true);
  });

  test('does not slow down what fails', async () => {
    newQueue({ speedFactor: 100 });
    accept(['slow-1']);
    queue.wake();
    await settle();
    await finish('slow-1', new SpeechError('No.'));
    expect(job('slow-1')?.status).toBe('failed');
  });
});
