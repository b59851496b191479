import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../common/log.ts';
import { ApiError } from '../http/errors.ts';
import { RateLimits } from '../http/rate-limits.ts';
import type { ServiceAccount } from '../ports/accounts.ts';
import { MemoryRateWindows } from '../store/memory-rate-windows.ts';
import { PostgresServer } from '../testing/postgres-server.ts';
import { storedBatch, storedJob } from '../testing/stored-jobs.ts';
import { AccountRegister } from './account-register.ts';
import { migrate } from './migrate.ts';
import { openSharedDatabase, type SharedDatabase } from './open.ts';
import { PostgresAccounts } from './postgres-accounts.ts';
import { PostgresJobStore } from './postgres-job-store.ts';
import { PostgresUsage, readMonthlyUsage, readRenderedJobs } from './postgres-usage.ts';
import { PostgresWorkQueue } from './postgres-work-queue.ts';

const NOVEMBER = Date.UTC(2026, 10, 30, 23, 59, 59);
const DECEMBER = Date.UTC(2026, 11, 1);
const log = createLogger('silent', () => {});

let server: PostgresServer;
let database: SharedDatabase;
let pool: pg.Pool;
let register: AccountRegister;
beforeAll(async () => {
  server = await PostgresServer.start();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  const url = await server.createDatabase();
  await migrate(url);
  database = await openSharedDatabase(url, 'api', log);
  pool = database.pool;
  register = new AccountRegister(pool);
});
afterEach(() => database.close());

const account = (userId: string, different: Partial<ServiceAccount> = {}) => ({
  ...({
    userId,
    key: `sk-${userId}`,
    name: `Studio ${userId}`,
    plan: 'growth',
    apiAccess: true,
    createdAt: NOVEMBER,
  } as const),
  ...different,
});

describe('accounts', () => {
  test('are found by their key and user identifier, with their plan, limits and quota', async () => {
    const limits = { batch: { requests: 7 }, read: null };
    await register.add(account('a', { limits, monthlyCharacters: 1000 }));
    await register.add(account('b'));
    const accounts = new PostgresAccounts(pool);
    expect(await accounts.find('sk-a', 'a')).toEqual({
      ...{ key: 'sk-a', userId: 'a', plan: 'growth', apiAccess: true, limits, monthlyCharacters: 1000 },
    });
    expect(await accounts.find('sk-b', 'b')).toEqual({ key: 'sk-b', userId: 'b', plan: 'growth', apiAccess: true });
    expect(await accounts.find('sk-a', 'b')).toBeUndefined();
  });

  test('that are revoked are rejected after at most 5 s, even by nodes that have cached them', async () => {
    await register.add(account('a'));
    let elapsed = 0;
    const node = new PostgresAccounts(pool, () => elapsed);
    expect(await node.find('sk-a', 'a')).toBeDefined();
    await register.revoke('a', NOVEMBER);
    elapsed = 5001;
    expect(await node.find('sk-a', 'a')).toBeUndefined();
    expect(await new PostgresAccounts(pool).find('sk-a', 'a')).toBeUndefined();
    expect(await register.list(NOVEMBER)).toMatchObject([{ user_id: 'a', revoked_at: NOVEMBER }]);
    // Revoking again keeps the first time, and a new key doesn't reactivate the account.
    expect(await register.revoke('a', DECEMBER)).toMatchObject({ revoked_at: NOVEMBER });
    expect(await register.replaceKey('a', 'sk-new')).toBeUndefined();
    expect(await register.revoke('nobody', NOVEMBER)).toBeUndefined();
  });

  test('can get a new key without any other change', async () => {
    await register.add(account('a', { monthlyCharacters: 5 }));
    const before = await register.list(NOVEMBER);
    await register.replaceKey('a', 'sk-new');
    const node = new PostgresAccounts(pool);
    expect([await node.find('sk-a', 'a'), (await node.find('sk-new', 'a'))?.userId]).toEqual([undefined, 'a']);
    expect(await register.list(NOVEMBER)).toEqual(before);
  });

  test('can change their plan, limits and quota, each without the others', async () => {
    await register.add(account('a', { limits: { batch: { requests: 7 }, read: null }, monthlyCharacters: 1000 }));
    await register.add(account('b'));
    const others = (await register.list(NOVEMBER))[1];
    let elapsed = 0;
    const node = new PostgresAccounts(pool, () => elapsed);
    const settings = async () => {
      const { plan, limits, monthlyCharacters } = (await node.find('sk-a', 'a')) ?? {};
      return { plan, limits, monthlyCharacters };
    };
    const before = { plan: 'growth', limits: { batch: { requests: 7 }, read: null }, monthlyCharacters: 1000 };
    expect(await settings()).toEqual(before);
    await register.change('a', { plan: 'hacker' });
    expect(await settings()).toEqual(before);
    elapsed += 5001;
    expect(await settings()).toEqual({ ...before, plan: 'hacker' });
    await register.change('a', {
      limits: { list: { requests: 3, characters: 9 }, read: { requests: 5 }, batch: 'plan' },
    });
    elapsed += 5001;
    const limits = { list: { requests: 3, characters: 9 }, read: { requests: 5 } };
    expect(await settings()).toEqual({ ...before, plan: 'hacker', limits });
    await register.change('a', { limits: { list: 'plan', read: 'plan' }, monthlyCharacters: null });
    elapsed += 5001;
    expect(await settings()).toEqual({ plan: 'hacker', limits: undefined, monthlyCharacters: undefined });
    expect(await register.change('a', { monthlyCharacters: 0, limits: { clone: null } })).toMatchObject({
      ...{ plan: 'hacker', limits: { clone: null }, monthly_characters: 0 },
    });
    expect((await register.list(NOVEMBER))[1]).toEqual(others);
  });

  test('can’t be changed once they are revoked', async () => {
    await register.add(account('a'));
    await register.revoke('a', NOVEMBER);
    expect(await register.change('a', { plan: 'hacker' })).toBeUndefined();
    expect(await register.change('nobody', { plan: 'hacker' })).toBeUndefined();
    expect(await register.list(NOVEMBER)).toMatchObject([{ plan: 'growth', revoked_at: NOVEMBER }]);
  });

  test('are stored without their keys', async () => {
    await register.add(account('a', { key: 'sk-secret' }));
    const { rows } = await pool.query(
      "SELECT encode(key_digest, 'escape') AS digest, accounts::text AS row FROM lectern.accounts",
    );
    expect(JSON.stringify(rows)).not.toContain('sk-secret');
    expect(JSON.stringify(await register.list(NOVEMBER))).not.toContain('sk-');
  });
});

describe('a monthly quota', () => {
  test('is used up exactly, however many nodes count at the same time', async () => {
    const limited = account('a', { monthlyCharacters: 1000 });
    const nodes = [1, 2, 3].map(() => new PostgresUsage(pool, () => NOVEMBER));
    const asked = Array.from({ length: 90 }, (_, index) => nodes[index % 3]?.count(limited, 'batch', 30));
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(33);
    expect(await nodes[0]?.count(limited, 'single', 11)).toEqual({ used: 990, nextMonth: DECEMBER });
    expect(await nodes[0]?.count(limited, 'stream', 10)).toBeUndefined();
    await register.add(limited);
    expect(await register.list(NOVEMBER)).toMatchObject([{ accepted_characters: 1000 }]);
    expect(await register.list(DECEMBER)).toMatchObject([{ accepted_characters: 0 }]);
  });

  test('starts again each month (UTC)', async () => {
    let now = NOVEMBER;
    const usage = new PostgresUsage(pool, () => now);
    const limited = account('a', { monthlyCharacters: 10 });
    expect(await usage.count(limited, 'batch', 10)).toBeUndefined();
    expect(await usage.count(limited, 'batch', 1)).toEqual({ used: 10, nextMonth: DECEMBER });
    now = DECEMBER;
    expect(await usage.count(limited, 'batch', 10)).toBeUndefined();
    expect(await usage.count(limited, 'batch', 11)).toEqual({ used: 10, nextMonth: Date.UTC(2027, 0) });
  });

  test('rejects requests with the error for an insufficient plan, and states the quota', async () => {
    const limits = new RateLimits(new MemoryRateWindows(() => 0), new PostgresUsage(pool, () => NOVEMBER));
    const limited = account('a', { monthlyCharacters: 40_000 });
    await limits.count(limited, 'batch', 39_000);
    const refusal = await limits.count(limited, 'batch', 1001).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({
      status: 403,
      errorId: 'UNSUPPORTED_PLAN',
      message:
        'This account may render 40,000 characters a month and has used 39,000; this request has 1,001. The next month starts on 2026-12-01 (UTC).',
    });
    // Reading isn't rejected.
    await limits.count(limited, 'read');
    await limits.count(limited, 'batch', 1000);
  });
});

describe('usage', () => {
  const months = async () =>
    (await readMonthlyUsage(pool, {})).map(({ user_id, month, jobs, unfinished, failed, characters, seconds }) => [
      ...[user_id, month, jobs, unfinished, failed, characters, seconds],
    ]);

  async function render(): Promise<PostgresJobStore> {
    const store = new PostgresJobStore(database);
    const text = (characters: number) => ({ input: { ...storedJob('', '').input, text: '😀'.repeat(characters) } });
    const batch = (id: string, user: string, created: number, ...lengths: readonly number[]) => ({
      ...storedBatch(
        id,
        lengths.map((length, index) => storedJob(id, `${id}-${index}`, text(length))),
      ),
      ...{ user_id: user, created_at: created },
    });
    await store.accept(batch('first', 'a', NOVEMBER, 10, 20, 30));
    await store.accept(batch('second', 'a', DECEMBER, 7));
    await store.accept(batch('third', 'b', DECEMBER, 5));
    const queue = new PostgresWorkQueue({ ...database, worker: 'w', now: () => DECEMBER, onDeliveries: () => {}, log });
    for (const job of await queue.claim('a', 4)) {
      if (job.id === 'first-1') await queue.fail(job, 'No.');
      else if (job.id !== 'third-0') await queue.complete(job, { file: `${job.id}.mp3`, duration: 1.5, size: 10 });
    }
    queue.stop();
    return store;
  }

  test('is listed per account and month, and stays the same when finished jobs are removed', async () => {
    for (const user of ['a', 'b']) await register.add(account(user));
    const store = await render();
    const before = await months();
    expect(before).toEqual([
      ['a', '2026-11', 3, 0, 1, 40, 3],
      ['a', '2026-12', 1, 1, 0, 0, 0],
      ['b', '2026-12', 1, 1, 0, 0, 0],
    ]);
    expect((await store.removeFinished(DECEMBER + 1, 50)).batches).toBe(1);
    expect(await months()).toEqual(before);
    expect((await readMonthlyUsage(pool, { userId: 'a', month: '2026-11' })).map(({ name }) => name)).toEqual([
      'Studio a',
    ]);
  });

  test('is listed per job as long as the job is stored', async () => {
    const store = await render();
    const jobs = async (filter = {}) => {
      const found = [];
      for await (const group of readRenderedJobs(pool, filter)) found.push(...group);
      return found;
    };
    expect(await jobs({ month: '2026-11' })).toMatchObject([
      { job_id: 'first-0', batch_id: 'first', user_id: 'a', characters: 10, seconds: 1.5, status: 'completed' },
      { job_id: 'first-1', characters: 20, seconds: null, status: 'failed', error: 'No.' },
      { job_id: 'first-2', created_at: NOVEMBER, finished_at: DECEMBER, input: { voice_engine: 'SvcDialog' } },
    ]);
    expect(await jobs({ userId: 'b' })).toMatchObject([{ job_id: 'third-0', finished_at: null }]);
    await store.removeFinished(DECEMBER + 1, 50);
    expect((await jobs()).map(({ job_id }) => job_id)).toEqual(['second-0', 'third-0']);
  });

  test('counts streams of all accounts', async () => {
    const usage = new PostgresUsage(pool, () => NOVEMBER);
    await usage.count(account('a'), 'stream', 12);
    await usage.count(account('a'), 'stream', 3);
    await usage.count(account('a'), 'batch', 99);
    expect(await readMonthlyUsage(pool, {})).toMatchObject([
      { user_id: 'a', streams: 2, stream_characters: 15, jobs: 0 },
    ]);
  });
});
