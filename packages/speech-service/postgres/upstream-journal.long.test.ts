// The journal and the lease of a gateway, on a real server.
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../common/ids.ts';
import { createLogger } from '../common/log.ts';
import type { ClaimedJob } from '../ports/jobs.ts';
import { LeaseLostError, type NewUpstreamJob } from '../ports/upstream.ts';
import { PostgresServer } from '../testing/postgres-server.ts';
import { migrate } from './migrate.ts';
import { openSharedDatabase, type SharedDatabase } from './open.ts';
import { PostgresJobStore } from './postgres-job-store.ts';
import { PostgresWorkQueue } from './postgres-work-queue.ts';
import { PostgresUpstreamJournal } from './upstream-journal.ts';
import { type HeldLease, takeLease } from './upstream-lease.ts';

const ACCOUNT = 'https://upstream.example team';
const LANE = 'upstream-team';
const log = createLogger('silent', () => {});

let server: PostgresServer;
let url: string;
let database: SharedDatabase;
let pool: pg.Pool;
let lease: HeldLease;
let queue: PostgresWorkQueue;
let journal: PostgresUpstreamJournal;

beforeAll(async () => {
  server = await PostgresServer.start();
});
afterAll(async () => {
  await server?.stop();
});
beforeEach(async () => {
  url = await server.createDatabase();
  await migrate(url);
  database = await openSharedDatabase(url, 'api', log);
  pool = database.pool;
  const held = await takeLease(url, ACCOUNT);
  if (held === undefined) throw new Error('The lease is held.');
  lease = held;
  queue = new PostgresWorkQueue({ ...database, worker: 'gateway', now: Date.now, onDeliveries: () => {}, log });
  journal = new PostgresUpstreamJournal({ pool, account: ACCOUNT, backend: lease.backend });
  return async () => {
    queue.stop();
    await lease.release();
    await database.close();
  };
});

async function claim(count: number): Promise<readonly ClaimedJob[]> {
  const store = new PostgresJobStore(database);
  const batch = newId('bb-');
  const jobs = Array.from({ length: count }, (_, number) => ({
    id: newId('bc-'),
    batch_id: batch,
    custom_id: null,
    input: { voice_engine: 'SvcDialog', text: `Line ${number}.`, voice: 'a voice' } as const,
    seed: 1,
    lane: LANE,
    webhook_url: null,
    webhook_result: null,
    status: 'pending' as const,
    file: null,
    duration: null,
    size: null,
    error: null,
  }));
  const created = { id: batch, kind: 'batch', user_id: 'anna', created_at: Date.now() } as const;
  await store.accept({ ...created, webhook_url: null, webhook_result: null, jobs });
  return queue.claim(LANE, count);
}

const toSend = ({ id, attempt, input: { text } }: ClaimedJob): NewUpstreamJob => ({
  id,
  attempt,
  customId: newId('c'),
  request: { voice_engine: 'SvcDialog', text, voice: 's3://anna' },
  fingerprint: text,
  characters: text.length,
});

test('a job can only be in one batch, and only if its attempt is current', async () => {
  const jobs = await claim(3);
  const [first, second, third] = jobs.map(toSend);
  if (first === undefined || second === undefined || third === undefined) throw new Error('Three jobs are needed.');
  expect((await journal.begin(1, [first, { ...second, attempt: 7 }])).map(({ id }) => id)).toEqual([first.id]);
  expect((await journal.begin(2, [{ ...first, customId: 'again' }, second])).map(({ id }) => id)).toEqual([second.id]);
  expect(await journal.begin(3, [{ ...first, customId: 'once-more' }])).toEqual([]);
  await journal.withdraw(1, false);
  expect((await journal.begin(4, [first, third])).map(({ characters }) => characters)).toEqual([7, 7]);
  const batches = await journal.batchesOf([third.id]);
  expect(batches).toMatchObject([{ number: 4, state: 'sending', jobs: [{ id: first.id }, { id: third.id }] }]);
});

test('only one process has the lease, and without it no batch is recorded', async () => {
  expect(await takeLease(url, ACCOUNT)).toBeUndefined();
  const other = await takeLease(url, 'https://upstream.example others');
  expect(other).toBeDefined();
  await other?.release();
  const jobs = await claim(1);
  await lease.release();
  expect(lease.lost.aborted).toBe(true);
  await expect(journal.begin(1, jobs.map(toSend))).rejects.toThrow(LeaseLostError);
  const next = await takeLease(url, ACCOUNT);
  expect(next).toBeDefined();
  await next?.release();
});

test('a waiting process gets the lease as soon as the holder ends, and can stop waiting', async () => {
  const stopping = new AbortController();
  const waits: string[] = [];
  const wait = (name: string, signal: AbortSignal) =>
    takeLease(url, ACCOUNT, { onWait: () => waits.push(name), signal });
  const waiting = wait('first', new AbortController().signal);
  const other = wait('second', stopping.signal);
  await expect.poll(() => waits.length).toBe(2);
  stopping.abort(new Error('stopped'));
  await expect(other).rejects.toThrow('stopped');
  await lease.release();
  const next = await waiting;
  expect(next?.backend).not.toBe(lease.backend);
  await next?.release();
});

test('batches that were being sent are in doubt after a restart, and count towards the limits', async () => {
  const jobs = (await claim(3)).map(toSend);
  await journal.begin(1, jobs.slice(0, 1));
  await journal.begin(2, jobs.slice(1, 2));
  await journal.begin(3, jobs.slice(2));
  await journal.markAccepted(1, '/batches/1');
  await journal.withdraw(3, true);
  expect(await journal.recover()).toBe(1);
  expect(await journal.recover()).toBe(0);
  const batches = await journal.batchesOf(jobs.map(({ id }) => id));
  expect(batches.map(({ number, state }) => [number, state])).toEqual([
    [1, 'accepted'],
    [2, 'in-doubt'],
  ]);
  const recent = await journal.recent();
  expect(recent.map(({ number, hasReply }) => [number, hasReply]).sort()).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ]);
  for (const { age, characters } of recent) {
    expect(age).toBeGreaterThanOrEqual(0);
    expect(characters).toBe(7);
  }
  await pool.query("UPDATE lectern.upstream_batches SET replied_at = replied_at - interval '1 hour'");
  expect(await journal.recent()).toEqual([]);
  await journal.tidy();
  const { rows } = await pool.query('SELECT number FROM lectern.upstream_batches ORDER BY number');
  expect(rows.map(({ number }) => number)).toEqual([1, 2]);
});

test('finds a stored result by its fingerprint until the job is removed', async () => {
  const [job] = await claim(1);
  if (job === undefined) throw new Error('A job is needed.');
  await journal.begin(1, [toSend(job)]);
  await journal.markAccepted(1, '/batches/1');
  expect(await journal.findResult('Line 0.')).toBeUndefined();
  const finished = { file: `${job.id}.mp3`, duration: 1.5, size: 100 };
  await queue.complete(job, finished);
  expect(await journal.findResult('Line 0.')).toEqual(finished);
  expect(await journal.findResult('Line 1.')).toBeUndefined();
  await pool.query('DELETE FROM lectern.jobs');
  expect(await journal.findResult('Line 0.')).toBeUndefined();
});
