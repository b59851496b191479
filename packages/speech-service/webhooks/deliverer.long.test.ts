import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { webhookBodySchema } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DECISIONS } from '../common/decisions.ts';
import { createLogger } from '../common/log.ts';
import { ServiceDatabase } from '../store/database.ts';
import { DeliveryStore } from '../store/delivery-store.ts';
import { SqliteJobStore } from '../store/sqlite-job-store.ts';
import { type Receiver, receiver } from '../testing/receiver.ts';
import { storedBatch, storedJob } from '../testing/stored-jobs.ts';
import { temporaryFolder } from '../testing/test-service.ts';
import { createWebhookCaller } from './call-webhook.ts';
import { backoffMs } from './deliver.ts';
import { createWebhookBody, Deliverer } from './deliverer.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

let folder: ReturnType<typeof temporaryFolder>;
let time = START;
let timers: { dueAt: number; callback: () => void }[] = [];
let logged: string[] = [];
const receivers: Receiver[] = [];

/** The parts of a service that webhooks are made of, on the folder of the test. */
function open() {
  const database = new ServiceDatabase(join(folder.path, 'service.db'));
  const jobs = new SqliteJobStore(database);
  const store = new DeliveryStore(database);
  const deliverer = new Deliverer({
    store,
    call: createWebhookCaller({ reach: 'loopback', version: '0' }),
    bodyOf: (delivery) => createWebhookBody(delivery, (file) => `http://here/audio/${file}`),
    log: createLogger('info', (row) => void logged.push(row)),
    now: () => time,
    random: () => 1,
    after: (ms, callback) => {
      const timer = { dueAt: time + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });
  return { database, jobs, store, deliverer };
}
let service: ReturnType<typeof open>;

async function close(): Promise<void> {
  await service.deliverer.stop();
  service.database.close();
}

beforeEach(() => {
  folder = temporaryFolder();
  time = START;
  timers = [];
  logged = [];
  service = open();
});
afterEach(async () => {
  await close();
  for (const one of receivers.splice(0)) await one.close();
  folder.remove();
});

async function receiving(...how: Parameters<typeof receiver>): Promise<Receiver> {
  const one = await receiver(...how);
  receivers.push(one);
  return one;
}

/** Waits for what other turns of the loop bring. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise<void>((resolve) => setImmediate(resolve));
}

function pass(ms: number): void {
  time += ms;
  for (const timer of timers.filter(({ dueAt }) => dueAt <= time)) {
    timers = timers.filter((one) => one !== timer);
    timer.callback();
  }
}

/** Accepts a batch whose jobs have these addresses. */
function accept(batch: string, batchUrl: string | null, jobUrls: readonly (string | null)[]): void {
  const jobs = jobUrls.map((webhook_url, index) => storedJob(batch, `${batch}-${index}`, { webhook_url }));
  service.jobs.accept({ ...storedBatch(batch, jobs), webhook_url: batchUrl });
}

/** Ends the next job in line. */
function end(failure?: string): void {
  const { jobs, store } = service;
  const id = jobs.claim('a')?.id ?? '';
  const alongside = (ended: Parameters<typeof store.recordEndedJob>[0]): void => void store.recordEndedJob(ended, time);
  if (failure === undefined) jobs.complete(id, { file: `${id}.mp3`, duration: 1.5, size: 99 }, time, alongside);
  else jobs.fail(id, failure, time, alongside);
}

const owed = (): number => Number(service.database.get('SELECT count(*) AS owed FROM deliveries')?.['owed']);
const resultOf = (batch: string, job?: string) =>
  job === undefined
    ? service.jobs.findBatch('u', batch)?.webhook_result
    : service.jobs.job(batch, 'id', job)?.webhook_result;
const idsOf = ({ calls }: Receiver): string[] => calls.map(({ body }) => webhookBodySchema.parse(JSON.parse(body)).id);

describe('who is called', () => {
  test('a job’s own address first, else the batch’s; the batch’s own call comes when all have ended', async () => {
    const [ofBatch, own] = [await receiving(), await receiving()];
    accept('b', ofBatch.address, [null, own.address, null]);
    service.deliverer.start();
    for (const failure of [undefined, undefined, 'It is too long.']) end(failure);
    service.deliverer.wake();
    await until(() => owed() === 0);
    expect(idsOf(own)).toEqual(['b-1']);
    expect(ofBatch.calls.map(({ body }) => JSON.parse(body))).toEqual([
      {
        version: '2',
        id: 'b-0',
        status: 'complete',
        progress: 1,
        url: 'http://here/audio/b-0.mp3',
        duration: 1.5,
        size: 99,
      },
      { version: '2', id: 'b-2', status: 'error', progress: 0, error_message: 'It is too long.' },
      { version: '2', id: 'b', status: 'complete', progress: 1 },
    ]);
    const taken = { called_at: '2026-01-01T00:00:00.000Z', response_status: 200 };
    expect([resultOf('b'), resultOf('b', 'b-0'), resultOf('b', 'b-1')]).toEqual([taken, taken, taken]);
  });

  test('a batch of which all jobs failed ended in an error', async () => {
    const ofBatch = await receiving();
    accept('b', ofBatch.address, [null]);
    service.deliverer.start();
    end('No.');
    service.deliverer.wake();
    await until(() => owed() === 0);
    expect(JSON.parse(ofBatch.calls[1]?.body ?? '')).toEqual({ version: '2', id: 'b', status: 'error', progress: 0 });
  });

  test('is no receiver without an address, and only the job’s where only the job has one', async () => {
    const own = await receiving();
    accept('none', null, [null]);
    accept('own', null, [own.address]);
    end();
    expect(owed()).toBe(0);
    end();
    expect(owed()).toBe(1);
    expect(resultOf('none', 'none-0')).toBeNull();
  });

  test('what is owed is written with the end of the job, or not at all', () => {
    accept('b', 'http://127.0.0.1:9/', [null]);
    const id = service.jobs.claim('a')?.id ?? '';
    const failing = (ended: Parameters<DeliveryStore['recordEndedJob']>[0]): never => {
      service.store.recordEndedJob(ended, time);
      throw new Error('The disk is full.');
    };
    expect(() => service.jobs.fail(id, 'No.', time, failing)).toThrow('The disk is full.');
    expect(owed()).toBe(0);
    expect(service.jobs.job('b', 'id', id)?.status).toBe('in_progress');
    // Nothing is called, and nothing is looked for again and again.
    service.deliverer.start();
    expect([...service.store.receivers()]).toEqual([]);
  });
});

describe('a receiver that is not well', () => {
  test('is called again, later each time, until it takes the call', async () => {
    const one = await receiving((reply, _call, number) => void reply.writeHead(number < 4 ? 500 : 204).end());
    accept('b', null, [one.address]);
    service.deliverer.start();
    end();
    service.deliverer.wake();
    for (const [wait, status] of [
      [1000, 500],
      [4000, 500],
      [16_000, 500],
    ] as const) {
      await until(() => timers.length > 0);
      const calls = one.calls.length;
      expect(resultOf('b', 'b-0')?.response_status).toBe(status);
      pass(wait - 1);
      expect(one.calls).toHaveLength(calls);
      pass(1);
      await one.received(calls + 1);
    }
    await until(() => owed() === 0);
    expect(resultOf('b', 'b-0')).toEqual({ called_at: '2026-01-01T00:00:21.000Z', response_status: 204 });
    expect(new Set(one.calls.map(({ body }) => body)).size).toBe(1);
  });

  test('is given up after the maximum number of calls; its last answer is shown', async () => {
    const one = await receiving((reply) => void reply.writeHead(404).end());
    accept('b', null, [one.address]);
    service.deliverer.start();
    end();
    service.deliverer.wake();
    for (let call = 1; call < DECISIONS.webhooks.attempts; call += 1) {
      await until(() => timers.length > 0);
      pass(3_600_000);
    }
    await until(() => owed() === 0);
    expect(one.calls).toHaveLength(10);
    expect(timers).toEqual([]);
    expect(resultOf('b', 'b-0')?.response_status).toBe(404);
    expect(logged.at(-1)).toContain('a webhook was given up');
  });

  test('has no result shown if it never answered, and the log says why', async () => {
    const gone = await receiver();
    await gone.close();
    accept('b', null, [`${gone.address}/?token=secret`]);
    service.deliverer.start();
    end();
    service.deliverer.wake();
    await until(() => timers.length > 0);
    expect(resultOf('b', 'b-0')).toBeNull();
    const row = JSON.parse(logged.at(-1) ?? '');
    expect(row).toMatchObject({ id: 'b-0', attempt: 1, reason: 'ECONNREFUSED' });
    expect(logged.join('')).not.toMatch(/secret|127\.0\.0\.1/);
    // It comes back.
    const back = await receiving(undefined, gone.port);
    pass(1000);
    await until(() => owed() === 0);
    expect(back.calls).toHaveLength(1);
  });

  test('does not delay other receivers, nor the next batch to itself', async () => {
    const held: ServerResponse[] = [];
    const slow = await receiving((reply) => void held.push(reply));
    const quick = await receiving();
    for (const batch of ['s1', 's2', 's3', 's4', 's5', 's6']) accept(batch, null, [slow.address, slow.address]);
    accept('q', quick.address, [null]);
    service.deliverer.start();
    for (let job = 0; job < 13; job += 1) end();
    service.deliverer.wake();
    await quick.received(2);
    await slow.received(DECISIONS.webhooks.atOncePerReceiver);
    await until(() => owed() === 12);
    // Four at once, each of another batch; the next one of a batch only when its first one is answered.
    expect(idsOf(slow).sort()).toEqual(['s1-0', 's2-0', 's3-0', 's4-0']);
    held[0]?.end();
    await slow.received(5);
    expect(idsOf(slow)[4]).toBe(`${idsOf(slow)[0]?.slice(0, 2)}-1`);
  });
});

describe('what is owed', () => {
  test('stays owed over a restart, with the time that it waits for', async () => {
    const one = await receiving((reply, _call, number) => void reply.writeHead(number === 1 ? 503 : 200).end());
    accept('b', one.address, [null]);
    service.deliverer.start();
    end();
    service.deliverer.wake();
    await until(() => owed() === 1);
    await close();
    timers = [];
    service = open();
    service.deliverer.start();
    expect(one.calls).toHaveLength(2);
    pass(1000);
    await until(() => owed() === 0);
    expect(idsOf(one)).toEqual(['b-0', 'b', 'b-0']);
  });

  test('is called again after the service stopped during the call', async () => {
    const held: ServerResponse[] = [];
    const one = await receiving((reply, _call, number) => void (number === 1 ? held.push(reply) : reply.end()));
    accept('b', null, [one.address]);
    service.deliverer.start();
    end();
    service.deliverer.wake();
    await one.received(1);
    await close();
    service = open();
    expect(owed()).toBe(1);
    service.deliverer.start();
    await until(() => owed() === 0);
    expect(idsOf(one)).toEqual(['b-0', 'b-0']);
  });

  test('is not called again and again where its outcome can’t be written', async () => {
    const one = await receiving();
    accept('b', null, [one.address]);
    service.deliverer.start();
    end();
    service.database.run("CREATE TRIGGER full BEFORE DELETE ON deliveries BEGIN SELECT raise(ABORT, 'full'); END");
    service.deliverer.wake();
    await until(() => timers.length > 0);
    expect(logged.at(-1)).toContain('the outcome of a webhook could not be written');
    expect(resultOf('b', 'b-0')).toBeNull();
    service.database.run('DROP TRIGGER full');
    pass(999);
    service.deliverer.wake();
    expect(one.calls).toHaveLength(1);
    pass(1);
    await until(() => owed() === 0);
    expect(one.calls).toHaveLength(2);
  });

  test('goes with its batch', async () => {
    const one = await receiving((reply) => void reply.writeHead(500).end());
    accept('b', one.address, [null]);
    service.deliverer.start();
    end();
    service.deliverer.wake();
    await until(() => timers.length > 0 && logged.length === 2);
    service.jobs.removeFinished(time + 1, 10);
    expect(owed()).toBe(0);
    pass(1000);
    expect([...service.store.receivers()]).toEqual([]);
    expect(timers).toEqual([]);
  });

  test('may be thousands of calls: each is made once, those of a batch in order', async () => {
    const many = [await receiving(), await receiving(), await receiving()];
    for (let batch = 0; batch < 42; batch += 1) {
      accept(
        `b${batch}`,
        many[batch % 3]?.address ?? '',
        Array.from({ length: 50 }, () => null),
      );
    }
    service.deliverer.start();
    for (let job = 0; job < 2100; job += 1) end();
    service.deliverer.wake();
    await until(() => owed() === 0);
    const ids = many.flatMap(idsOf);
    expect(ids).toHaveLength(2142);
    expect(new Set(ids).size).toBe(2142);
    for (const [index, one] of many.entries()) {
      const ofBatch = idsOf(one).filter((id) => id === `b${index}` || id.startsWith(`b${index}-`));
      expect(ofBatch).toEqual([...Array.from({ length: 50 }, (_, job) => `b${index}-${job}`), `b${index}`]);
    }
  });
});

test('the waits grow four times as long each time, up to an hour; half of each is chance', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 9].map((attempts) => backoffMs(attempts, 1) / 1000)).toEqual([
    1, 4, 16, 64, 256, 1024, 3600, 3600,
  ]);
  expect(backoffMs(1, 0)).toBe(500);
});
