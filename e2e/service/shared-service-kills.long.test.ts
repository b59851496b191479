// Kills nodes, workers, PostgreSQL and the object store of a service on several machines while clients submit jobs. No accepted
// job may be lost or finish twice, and every webhook call must arrive.
import { setTimeout as sleep } from 'node:timers/promises';
import { RATE_WINDOW_MS } from '@lectern/tts-protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { ServiceAccount } from '../../packages/speech-service/ports/accounts.ts';
import { openPool } from '../../packages/speech-service/postgres/connection.ts';
import { type Receiver, receiver } from '../../packages/speech-service/testing/receiver.ts';
import { S3Server } from '../../packages/speech-service/testing/s3-server.ts';
import { SharedService } from '../../packages/speech-service/testing/shared-service.ts';
import { ACCOUNT, credentials, job } from '../../packages/speech-service/testing/test-service.ts';
import { rounds } from '../support/rounds.ts';

const KILLS = rounds(100);
const CLIENTS = 20;
const JOBS_PER_BATCH = 5;

const BATCHES_PER_MINUTE = 30;
const LIMITED: ServiceAccount = {
  key: 'sk-limited-key',
  userId: 'user-limited',
  plan: 'enterprise',
  apiAccess: true,
  limits: { batch: { requests: BATCHES_PER_MINUTE } },
};
const LIMITED_CLIENTS = 2;
/** A batch’s creation time is up to a few seconds after the decision on its request. In milliseconds. */
const LIMITED_WINDOW_MS = RATE_WINDOW_MS - 5_000;

const batchSchema = z.object({
  id: z.string(),
  status: z.string(),
  jobs: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      error_message: z.string().optional(),
      output: z.object({ url: z.string(), size: z.number() }).nullable(),
    }),
  ),
});

let service: SharedService;
let hooks: Receiver;
const store = new S3Server();
beforeAll(async () => {
  await store.start();
  service = await SharedService.startWithBucket(2, 3, store, LIMITED);
  hooks = await receiver();
});
afterAll(async () => {
  await hooks?.close();
  await service?.stop();
  await store.remove();
});

/** Repeats a request until it succeeds, because nodes and the database are being killed. */
async function persistently(path: string, init: RequestInit = {}, account = ACCOUNT): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...credentials(account) };
  for (;;) {
    try {
      const response = await fetch(new URL(path, service.address), { ...init, headers });
      if (response.ok) return response;
      await response.body?.cancel();
    } catch {}
    await sleep(100);
  }
}

const readBatch = async (id: string) =>
  batchSchema.parse(await (await persistently(`/api/v2/tts/batches/${id}`)).json());

const hasEnded = ({ status }: { readonly status: string }): boolean => status === 'completed' || status === 'failed';

/** Submits a batch. Returns its ID. */
async function order(text: string): Promise<string> {
  const jobs = Array.from({ length: JOBS_PER_BATCH }, (_, index) => job({ text: `${text}, ${index}.` }));
  const body = JSON.stringify({ jobs, webhook_url: `${hooks.address}/hook` });
  return batchSchema.parse(await (await persistently('/api/v2/tts/batches', { method: 'POST', body })).json()).id;
}

async function orderUntil(isOver: () => boolean, accepted: string[]): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const id = await order(`Line ${count}`);
    accepted.push(id);
    // Wait until the batch has finished, to keep the backlog short.
    while (!isOver() && !hasEnded(await readBatch(id))) await sleep(200);
  }
}

/** Submits more batches than the limited account is allowed. */
async function exceedLimit(isOver: () => boolean): Promise<void> {
  const body = JSON.stringify({ jobs: [job({ text: 'A line.' })] });
  while (!isOver()) await persistently('/api/v2/tts/batches', { method: 'POST', body }, LIMITED);
}

/** Returns the largest number of times within `LIMITED_WINDOW_MS`. */
function mostWithinWindow(times: readonly number[]): number {
  let first = 0;
  let most = 0;
  for (const [index, time] of times.entries()) {
    while (time - (times[first] ?? time) >= LIMITED_WINDOW_MS) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** Submits a batch. Returns how long it takes until the service accepts it, in milliseconds. */
async function timeToAccept(accepted: string[]): Promise<number> {
  const started = performance.now();
  accepted.push(await order('A line after a restart'));
  return performance.now() - started;
}

/** Kills a process and starts a new one. Returns the milliseconds until a batch was accepted after PostgreSQL’s restart, or 0. */
async function killOne(kill: number, accepted: string[]): Promise<number> {
  if (kill % 10 === 9) {
    await service.server.kill();
    await service.server.restart();
    return await timeToAccept(accepted);
  }
  if (kill % 10 === 4) {
    await store.kill();
    await store.start();
    return 0;
  }
  const victims = kill % 3 === 0 ? service.nodes : service.workers;
  const victim = victims[kill % victims.length];
  if (victim === undefined) throw new Error('There is no process to kill.');
  await service.remove(victim);
  await (victims === service.nodes ? service.addNode() : service.addWorker());
  return 0;
}

/** In milliseconds. Depends on the number of kills, because starting a process takes seconds on a busy machine. */
const TIMEOUT_MS = 300_000 + KILLS * 30_000;

test(`after ${KILLS} killed processes, no job or webhook call is lost, and no job finishes twice`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const accepted: string[] = [];
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, () => orderUntil(() => isOver, accepted));
  const limitedClients = Array.from({ length: LIMITED_CLIENTS }, () => exceedLimit(() => isOver));
  let longest = 0;
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(500);
      longest = Math.max(longest, await killOne(kill, accepted));
    }
  } finally {
    isOver = true;
  }
  await Promise.all([...clients, ...limitedClients]);
  expect(accepted.length).toBeGreaterThan(KILLS);
  for (const id of accepted) {
    let batch = await readBatch(id);
    while (!hasEnded(batch)) {
      await sleep(200);
      batch = await readBatch(id);
    }
    const checked = batch.jobs.map(async ({ status, error_message, output }) => {
      expect({ status, error_message }).toEqual({ status: 'completed', error_message: undefined });
      const { pathname, search } = new URL(output?.url ?? '');
      const audio = await (await persistently(pathname + search)).arrayBuffer();
      expect(audio.byteLength).toBe(output?.size);
    });
    await Promise.all(checked);
  }
  await hooks.received(accepted.length * (JOBS_PER_BATCH + 1));
  const called = (): Set<string> => new Set(hooks.calls.map(({ body }) => String(JSON.parse(body).id)));
  const pool = openPool(service.url, 1);
  const owed = async (): Promise<number> =>
    Number((await pool.query('SELECT count(*) AS owed FROM lectern.deliveries')).rows[0]?.owed);
  while ((await owed()) > 0) await sleep(200);
  const ended = await pool.query(
    `SELECT count(*) AS jobs, count(DISTINCT file) AS files, max(attempt) AS attempts FROM lectern.jobs`,
  );
  const limited = await pool.query<{ created_at: number }>(
    'SELECT created_at FROM lectern.batches WHERE user_id = $1 ORDER BY created_at',
    [LIMITED.userId],
  );
  const most = mostWithinWindow(limited.rows.map(({ created_at: createdAt }) => createdAt));
  const open = await pool.query(
    'SELECT count(*) AS batches FROM lectern.batches WHERE open <> 0 OR finished_at IS NULL',
  );
  await pool.end();
  const jobs = accepted.length * JOBS_PER_BATCH;
  // If a node was killed, its client may have sent a batch again that had already been accepted.
  expect(ended.rows[0]?.jobs).toBeGreaterThanOrEqual(jobs);
  expect(ended.rows[0]?.files).toBe(ended.rows[0]?.jobs);
  expect(open.rows[0]?.batches).toBe(0);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(BATCHES_PER_MINUTE);
  const ids = called();
  expect(accepted.filter((id) => !ids.has(id))).toEqual([]);
  process.stdout.write(
    `${KILLS} kills: ${accepted.length} batches, ${jobs} jobs, at most ${ended.rows[0]?.attempts} attempts, ` +
      `${hooks.calls.length} webhook calls; a limited account had at most ${most} of ${BATCHES_PER_MINUTE} batches ` +
      `accepted within ${LIMITED_WINDOW_MS / 1000} s; ` +
      `batches were accepted at most ${(longest / 1000).toFixed(1)} s after PostgreSQL’s return\n`,
  );
});

test('a dead worker’s jobs are taken over within 15 s, and a frozen worker can’t finish jobs that others have taken', {
  timeout: TIMEOUT_MS,
}, async () => {
  while (service.workers.length > 0) await service.remove(service.workers[0] ?? expect.unreachable());
  const slow = await service.addWorker();
  const text = 'This sentence is spoken again and again. '.repeat(450);
  const { id } = batchSchema.parse(
    await service.json('/api/v2/tts/batches', {
      method: 'POST',
      body: JSON.stringify({ jobs: [job({ text, output_format: 'flac' })] }),
    }),
  );
  const pool = openPool(service.url, 1);
  const attempt = async (): Promise<{ attempt: number; status: string }> =>
    (await pool.query('SELECT attempt, status FROM lectern.jobs WHERE batch_id = $1', [id])).rows[0];
  while ((await attempt()).status === 'pending') await sleep(20);
  slow.process.kill('SIGSTOP');
  const frozenAt = performance.now();
  await service.addWorker();
  while ((await attempt()).attempt === 1) await sleep(50);
  const takenOver = performance.now() - frozenAt;
  slow.process.kill('SIGCONT');
  let batch = await readBatch(id);
  while (!hasEnded(batch)) {
    await sleep(100);
    batch = await readBatch(id);
  }
  const { rows } = await pool.query('SELECT attempt, file FROM lectern.jobs WHERE batch_id = $1', [id]);
  await pool.end();
  expect(rows[0]?.file).toMatch(new RegExp(`-${rows[0]?.attempt}\\.flac$`));
  const { pathname, search } = new URL(batch.jobs[0]?.output?.url ?? '');
  const audio = await (await persistently(pathname + search)).arrayBuffer();
  expect(audio.byteLength).toBe(batch.jobs[0]?.output?.size);
  process.stdout.write(`taken over after ${(takenOver / 1000).toFixed(1)} s\n`);
  expect(takenOver).toBeLessThan(15_000);
});
