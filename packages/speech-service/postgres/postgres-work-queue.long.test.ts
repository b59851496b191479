import type { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../common/log.ts';
import type { ClaimedJob, StoredBatch } from '../ports/jobs.ts';
import { PostgresServer } from '../testing/postgres-server.ts';
import { storedBatch, storedJob } from '../testing/stored-jobs.ts';
import { LOST_QUEUE } from './boss.ts';
import { migrate } from './migrate.ts';
import { openSharedDatabase, type SharedDatabase } from './open.ts';
import { PostgresDeliveries } from './postgres-deliveries.ts';
import { PostgresJobStore } from './postgres-job-store.ts';
import { PostgresWorkQueue } from './postgres-work-queue.ts';

const FINISHED = { file: 'f.mp3', duration: 1, size: 10 };
const log = createLogger('silent', () => {});

let server: PostgresServer;
let database: SharedDatabase;
let store: PostgresJobStore;
const queues: PostgresWorkQueue[] = [];
beforeAll(async () => {
  server = await PostgresServer.start();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  // Regular heartbeats would undo `expireHeartbeats`.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const url = await server.createDatabase();
  await migrate(url);
  database = await openSharedDatabase(url, 'api', log);
  store = new PostgresJobStore(database);
});
afterEach(async () => {
  for (const queue of queues.splice(0)) queue.stop();
  await database.close();
  vi.useRealTimers();
});

function worker(name: string): PostgresWorkQueue {
  const queue = new PostgresWorkQueue({ ...database, worker: name, now: () => 5000, onDeliveries: () => {}, log });
  queues.push(queue);
  return queue;
}

async function claimOne(queue: PostgresWorkQueue): Promise<ClaimedJob> {
  const [job] = await queue.claim('a', 1);
  if (job === undefined) throw new Error('No job is waiting.');
  return job;
}

/** Makes pg-boss treat all workers as dead that haven't sent a heartbeat since. */
async function expireHeartbeats(boss: PgBoss): Promise<void> {
  await database.pool.query("UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'");
  await database.pool.query('UPDATE pgboss.queue SET monitor_claim_on = NULL, monitor_on = NULL');
  await boss.supervise();
}

const batchOf = (id: string, user: string, ...jobs: string[]): StoredBatch => ({
  ...storedBatch(
    id,
    jobs.map((job) => storedJob(id, job)),
  ),
  user_id: user,
});

describe('a worker that is presumed dead', () => {
  test('can’t finish a job that another worker has taken', async () => {
    await store.accept(batchOf('b', 'u', 'j'));
    const [frozen, other] = [worker('frozen'), worker('other')];
    const first = await claimOne(frozen);
    await expireHeartbeats(database.boss);
    const second = await claimOne(other);
    expect([first.attempt, second.attempt]).toEqual([1, 2]);
    // It wakes up.
    expect(await frozen.complete(first, { ...FINISHED, size: 1 })).toBeUndefined();
    expect(await frozen.fail(first, 'No.')).toBeUndefined();
    await frozen.release(first, 'a');
    expect(await store.job('b', 'id', 'j')).toMatchObject({ status: 'in_progress', size: null });
    expect(await other.complete(second, FINISHED)).toMatchObject({ job: { size: 10 }, batchIsFinished: true });
    expect(await other.claim('a', 9)).toEqual([]);
  });

  test('can still finish its job if no other worker has taken it', async () => {
    await store.accept(batchOf('b', 'u', 'j'));
    const slow = worker('slow');
    const first = await claimOne(slow);
    await expireHeartbeats(database.boss);
    expect(await slow.complete(first, FINISHED)).toMatchObject({ job: { status: 'completed' } });
    expect(await worker('other').claim('a', 9)).toEqual([]);
  });

  test('can store a result again if the first confirmation was lost', async () => {
    await store.accept(batchOf('b', 'u', 'j'));
    const queue = worker('w');
    const job = await claimOne(queue);
    const ended = await queue.complete(job, FINISHED);
    expect(await queue.complete(job, FINISHED)).toEqual(ended);
    expect(await queue.complete(job, { ...FINISHED, file: 'other.mp3' })).toBeUndefined();
  });

  test('fails a job after too many workers have died with it', async () => {
    await store.accept(batchOf('b', 'u', 'j'));
    const queue = worker('w');
    for (let attempt = 1; attempt <= 21; attempt += 1) {
      expect((await claimOne(queue)).attempt).toBe(attempt);
      await expireHeartbeats(database.boss);
    }
    expect(await queue.claim('a', 1)).toEqual([]);
    await queue.failLostJobs();
    expect(await store.job('b', 'id', 'j')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('crashed or was stopped'),
    });
    expect(await database.boss.fetch(LOST_QUEUE)).toEqual([]);
  });
});

test('a waiting job can be withdrawn, but not one in progress', async () => {
  for (const id of ['a', 'b']) await store.accept({ ...batchOf(id, 'u', `sj-${id}`), kind: 'stream' });
  const queue = worker('w');
  const job = await claimOne(queue);
  const other = job.id === 'sj-a' ? 'b' : 'a';
  expect(await store.withdraw(job.id, 'No.', 5000)).toBe(false);
  expect(await store.withdraw(`sj-${other}`, 'No.', 5000)).toBe(true);
  expect(await store.job(other, 'id', `sj-${other}`)).toMatchObject({ status: 'failed', error: 'No.' });
  expect(await queue.claim('a', 9)).toEqual([]);
  expect(await queue.complete(job, FINISHED)).toMatchObject({ batchIsFinished: true });
  expect(await store.removeFinished(Number.MAX_SAFE_INTEGER, 9)).toMatchObject({ batches: 2 });
});

test('webhook calls are stored with a job’s result: the job’s own call, then the batch’s', async () => {
  const own = storedJob('b', 'own', { webhook_url: 'http://127.0.0.1:9/own' });
  const batch = { ...batchOf('b', 'u', 'x', 'y'), webhook_url: 'http://127.0.0.1:8/all' };
  await store.accept({ ...batch, jobs: [...batch.jobs, own] });
  const queue = worker('w');
  for (const job of await queue.claim('a', 9)) {
    if (job.id === 'y') await queue.fail(job, 'No.');
    else await queue.complete(job, FINISHED);
  }
  const deliveries = new PostgresDeliveries(database.pool, () => 5000);
  const claimed: string[] = [];
  for (let due = await deliveries.claimDue(10); due.length > 0; due = await deliveries.claimDue(10)) {
    // While calls are in progress, other nodes make neither these calls nor others of the same batch to the same receivers.
    expect(await deliveries.claimDue(10)).toEqual([]);
    for (const one of due) {
      claimed.push(`${one.job_id ?? one.batch_id} ${one.url} ${one.status}`);
      await deliveries.settle(one, { calledAt: 5000, status: 200 });
    }
  }
  expect(claimed.sort()).toEqual([
    'b http://127.0.0.1:8/all completed',
    'own http://127.0.0.1:9/own completed',
    'x http://127.0.0.1:8/all completed',
    'y http://127.0.0.1:8/all failed',
  ]);
  expect((await store.findBatch('u', 'b'))?.webhook_result?.response_status).toBe(200);
});

test('calls that a node didn’t finish are made by another node after the lease has expired', async () => {
  await store.accept({ ...batchOf('b', 'u', 'x'), webhook_url: 'http://127.0.0.1:8/' });
  const queue = worker('w');
  await queue.complete(await claimOne(queue), FINISHED);
  let time = 5000;
  const deliveries = new PostgresDeliveries(database.pool, () => time);
  const [first] = await deliveries.claimDue(10);
  expect(first?.job_id).toBe('x');
  expect(await deliveries.claimDue(10)).toEqual([]);
  time += 60_000;
  expect((await deliveries.claimDue(10)).map(({ job_id }) => job_id)).toEqual(['x']);
});

describe('fair order', () => {
  test('puts a new account’s first jobs right after the job in progress, regardless of others’ backlogs', async () => {
    const backlog = Array.from({ length: 50 }, (_, index) => `big-${index}`);
    await store.accept(batchOf('big', 'publisher', ...backlog));
    const queue = worker('w');
    for (let count = 0; count < 5; count += 1) await queue.complete(await claimOne(queue), FINISHED);
    await store.accept(batchOf('small', 'author', 'small-0', 'small-1'));
    const next = (await queue.claim('a', 6)).map(({ id }) => id);
    expect(next.slice(0, 4)).toEqual(expect.arrayContaining(['small-0', 'small-1']));
  });

  test('takes another account’s audition first, and alternates between single jobs, regardless of the backlog', async () => {
    // One account has submitted a book (40 batches of 50 jobs) and auditions.
    for (let batch = 0; batch < 40; batch += 1) {
      const jobs = Array.from({ length: 50 }, (_, index) => `book-${batch}-${index}`);
      await store.accept(batchOf(`book-${batch}`, 'publisher', ...jobs));
    }
    const queue = worker('w');
    for (const job of await queue.claim('a', 5)) await queue.complete(job, FINISHED);
    for (let count = 0; count < 10; count += 1) {
      await store.accept({ ...batchOf(`own-${count}`, 'publisher', `own-${count}`), kind: 'single' });
    }
    await queue.complete(await claimOne(queue), FINISHED);
    await store.accept({ ...batchOf('audition', 'author', 'audition'), kind: 'single' });
    // One of the publisher’s auditions can be ahead, because it has the same virtual start time.
    const fetched = [await claimOne(queue), await claimOne(queue)].map(({ id }) => id);
    expect(fetched).toContain('audition');
    const rest = (await queue.claim('a', 12)).map(({ id }) => id.split('-')[0]);
    expect(rest).toEqual([...Array(8).fill('own'), ...Array(4).fill('book')]);
  });

  test('alternates between two accounts with long backlogs, even if one of them sends many small batches', async () => {
    for (let count = 0; count < 20; count += 1) await store.accept(batchOf(`one-${count}`, 'one', `one-${count}`));
    await store.accept(batchOf('two', 'two', ...Array.from({ length: 20 }, (_, index) => `two-${index}`)));
    const queue = worker('w');
    const taken = (await queue.claim('a', 20)).map(({ id }) => id.split('-')[0]);
    expect(taken.filter((account) => account === 'one')).toHaveLength(10);
  });

  test('takes interactive jobs first, alternating between accounts', async () => {
    await store.accept(batchOf('b', 'one', 'b-0', 'b-1'));
    for (let count = 0; count < 3; count += 1) {
      await store.accept({ ...batchOf(`s-${count}`, 'one', `s-${count}`), kind: 'single' });
    }
    await store.accept({ ...batchOf('t', 'two', 't'), kind: 'single' });
    const order = (await worker('w').claim('a', 9)).map(({ id }) => id);
    expect(order.slice(0, 4).sort()).toEqual(['s-0', 's-1', 's-2', 't']);
    expect(order.indexOf('t')).toBeLessThan(2);
  });
});
