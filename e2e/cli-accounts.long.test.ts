// `lectern accounts`, and what it changes on the nodes of a service on several machines.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SharedService } from '../packages/speech-service/testing/shared-service.ts';
import { ACCOUNT, job } from '../packages/speech-service/testing/test-service.ts';
import { lecternProcess, temporaryFolder } from './support/processes.ts';

const figure = z.int().min(0);
const account = z.strictObject({
  user: z.string(),
  name: z.string(),
  plan: z.enum(['hacker', 'startup', 'growth', 'enterprise']),
  limits: z
    .record(z.string(), z.strictObject({ requests: figure.optional(), characters: figure.optional() }).nullable())
    .nullable(),
  monthly_characters: figure.nullable(),
  created_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
});
const listedAccount = account.extend({ accepted_characters: figure.nullable() });
const newAccount = account.extend({ key: z.string().regex(/^sk-[0-9A-Za-z]{44}$/) });
const monthlyUsage = z.strictObject({
  ...{ user: z.string(), name: z.string(), month: z.string().regex(/^\d{4}-\d{2}$/) },
  ...{ jobs: figure, unfinished: figure, failed: figure, characters: figure, seconds: z.number() },
  ...{ streams: figure, stream_characters: figure },
});
const renderedJob = z.strictObject({
  ...{ user: z.string(), job: z.string(), batch: z.string(), custom_id: z.string().nullable() },
  ...{ created_at: z.iso.datetime(), finished_at: z.iso.datetime().nullable() },
  ...{ voice: z.string(), voice_2: z.string().nullable(), engine: z.string(), characters: figure },
  ...{ seconds: z.number().nullable(), status: z.string(), error: z.string().nullable() },
});

const folder = temporaryFolder();
let service: SharedService;
let home: Readonly<Record<string, string>>;
const log = join(folder.path, 'nodes.log');
beforeAll(async () => {
  service = await SharedService.start(0, 0);
  for (let node = 0; node < 2; node += 1) await service.addNode('--log', 'info', '--log-file', log);
  await service.addWorker('--speech', 'silent');
  home = { LECTERN_HOME: folder.path, LECTERN_DATABASE_URL: service.url };
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

const run = (...args: string[]) => lecternProcess(['accounts', ...args], home);

async function call<T extends z.ZodType>(schema: T, ...args: string[]): Promise<z.infer<T>> {
  const { status, stdout, stderr } = await run(...args, '--json');
  expect(status, stderr).toBe(0);
  return schema.parse(JSON.parse(stdout));
}

interface Caller {
  readonly key: string;
  readonly user: string;
}

const asCaller = ({ key, user }: Caller) => ({ ...ACCOUNT, key, userId: user });

/** The status of a request, sent to both nodes. */
async function statuses(caller: Caller): Promise<number[]> {
  const headers = { authorization: `Bearer ${caller.key}`, 'x-user-id': caller.user };
  const ask = async () => (await fetch(new URL('/api/v2/voices', service.address), { headers })).status;
  return [await ask(), await ask()];
}

async function order(caller: Caller, text: string): Promise<string> {
  const body = JSON.stringify({ jobs: [{ ...job(), text }] });
  const batch = await service.json('/api/v2/tts/batches', { method: 'POST', body }, asCaller(caller));
  return z.looseObject({ id: z.string() }).parse(batch).id;
}

describe('`lectern accounts`', () => {
  it('adds an account whose key works on all nodes, and never shows the key again', async () => {
    const added = await call(newAccount, 'add', '--name', 'Studio Bergmann', '--plan', 'growth');
    expect(added).toMatchObject({ name: 'Studio Bergmann', plan: 'growth', limits: null, revoked_at: null });
    expect(await statuses(added)).toEqual([200, 200]);
    const { stdout, stderr } = await run('list');
    expect(stdout).toMatch(/^NAME +USER ID +PLAN/);
    expect(stdout).toContain('Studio Bergmann');
    const listed = await call(z.array(listedAccount), 'list');
    expect(listed.map(({ user }) => user)).toContain(added.user);
    for (const text of [stdout, stderr, JSON.stringify(listed), readFileSync(log, 'utf8')]) {
      expect(text).not.toContain(added.key);
    }
  });

  it('prints the key for people, on stdout alone', async () => {
    const { status, stdout, stderr } = await run('add', '--name', '山田', '--plan', 'hacker');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^key: sk-\w{44}\nuser: user-\w+\n$/)]);
    expect(stderr).toBe('Account “山田” added. The key isn’t stored, so copy it now.\n');
  });

  it('revokes an account on all nodes within seconds, and finishes its jobs', async () => {
    const added = await call(newAccount, 'add', '--name', 'Gone', '--plan', 'growth');
    expect(await statuses(added)).toEqual([200, 200]);
    await order(added, 'Accepted before.');
    const revoked = await call(account, 'revoke', added.user);
    expect(revoked.revoked_at).not.toBeNull();
    await expect.poll(() => statuses(added), { timeout: 30_000, interval: 200 }).toEqual([401, 401]);
    const jobs = () => call(z.array(renderedJob), 'usage', '--user', added.user, '--jobs');
    await expect.poll(async () => (await jobs()).map(({ status }) => status), { interval: 500 }).toEqual(['completed']);
    const again = await run('revoke', added.user, '--new-key');
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('No active account has the user ID')]);
  });

  it('replaces a key', async () => {
    const added = await call(newAccount, 'add', '--name', 'Careless', '--plan', 'growth');
    const changed = await call(newAccount, 'revoke', added.user, '--new-key');
    expect([changed.user, changed.revoked_at]).toEqual([added.user, null]);
    expect(await statuses(changed)).toEqual([200, 200]);
    await expect.poll(() => statuses(added), { timeout: 30_000, interval: 200 }).toEqual([401, 401]);
  });

  it('gives an account its own limits and a quota, which requests beyond it are refused with', async () => {
    const options = ['--limit', 'list=3/none', '--limit', 'read=none/none', '--monthly-characters', '20'];
    const added = await call(newAccount, 'add', '--name', 'Small', '--plan', 'hacker', ...options);
    expect(added).toMatchObject({ limits: { list: { requests: 3 }, read: null }, monthly_characters: 20 });
    expect([...(await statuses(added)), ...(await statuses(added))]).toEqual([200, 200, 200, 429]);
    await order(added, 'Fifteen letters');
    await expect(order(added, 'Six...')).rejects.toThrow(
      /^403 .*may render 20 characters a month and has used 15; this request has 6.*UNSUPPORTED_PLAN/,
    );
    const listed = await call(z.array(listedAccount), 'list');
    expect(listed.find(({ user }) => user === added.user)?.accepted_characters).toBe(15);
    expect((await run('list')).stdout).toMatch(/Small .*hacker \(own limits\) +15 of 20/);
  });

  it('changes a plan, limits and a quota, which all nodes apply within seconds', async () => {
    const added = await call(newAccount, 'add', '--name', 'Growing', '--plan', 'hacker', '--limit', 'list=1/none');
    expect([...(await statuses(added)), ...(await statuses(added))]).toEqual([200, 429, 429, 429]);
    const options = ['--plan', 'growth', '--limit', 'list=plan', '--monthly-characters', '10'];
    const changed = await call(account, 'change', added.user, ...options);
    const { key: _, ...before } = added;
    expect(changed).toEqual({ ...before, plan: 'growth', limits: null, monthly_characters: 10 });
    await expect.poll(() => statuses(added), { timeout: 30_000, interval: 1000 }).toEqual([200, 200]);
    await expect(order(added, 'Eleven char')).rejects.toThrow(/^403 /);
    const { status, stdout, stderr } = await run('change', added.user, '--monthly-characters', 'none');
    expect([status, stdout, stderr]).toEqual([
      0,
      '',
      'Account “Growing” changed. This takes effect within 5 seconds.\n',
    ]);
    await expect.poll(() => order(added, 'Eleven char').catch(String), { timeout: 30_000 }).toMatch(/^bb-/);
  });

  it('shows usage per account and month, and per job, also as CSV for spreadsheets', async () => {
    const added = await call(newAccount, 'add', '--name', '=Sum(A1)', '--plan', 'growth');
    const batch = await order(added, 'Ten chars.');
    const usage = () => call(z.array(monthlyUsage), 'usage', '--user', added.user);
    await expect.poll(async () => (await usage())[0]?.unfinished, { interval: 500 }).toBe(0);
    const month = new Date().toISOString().slice(0, 7);
    expect(await usage()).toMatchObject([{ month, jobs: 1, failed: 0, characters: 10, seconds: expect.any(Number) }]);
    const [rendered] = await call(z.array(renderedJob), 'usage', '--user', added.user, '--jobs', '--month', month);
    expect(rendered).toMatchObject({ batch, characters: 10, engine: 'SvcDialog', status: 'completed', error: null });
    const csv = join(folder.path, 'usage.csv');
    expect((await run('usage', '--user', added.user, '--csv', csv)).status).toBe(0);
    const [head, row] = readFileSync(csv, 'utf8').split('\r\n');
    expect(head).toBe('user,name,month,jobs,unfinished,failed,characters,seconds,streams,stream_characters');
    expect(row).toContain("'=Sum(A1)");
    expect((await run('usage', '--month', '1999-01')).stderr).toBe('No usage found.\n');
    expect((await run('usage')).stdout).toMatch(/^MONTH +NAME +USER ID +JOBS/);
  });

  it.each([
    [['add', '--plan', 'growth'], /--name/],
    [['add', '--name', ' ', '--plan', 'growth'], /empty/],
    [['add', '--name', 'x'.repeat(201), '--plan', 'growth'], /200 characters/],
    [['add', '--name', 'a\tb', '--plan', 'growth'], /control characters/],
    [['add', '--name', 'a', '--plan', 'gold'], /hacker, startup, growth, enterprise/],
    [['add', '--name', 'a', '--plan', 'growth', '--limit', 'batch=1'], /batch=200\/350000/],
    [['add', '--name', 'a', '--plan', 'growth', '--limit', 'lines=1/1'], /batch, single, stream, read, list, clone/],
    [['add', '--name', 'a', '--plan', 'growth', '--monthly-characters', 'many'], /whole number/],
    [['revoke', 'user-nobody'], /No active account has the user ID “user-nobody”/],
    [['revoke', "'; DROP TABLE lectern.accounts; --"], /No active account/],
    [['change', 'user-nobody', '--plan', 'growth'], /No active account has the user ID “user-nobody”/],
    [['change', 'user-nobody'], /Specify what to change/],
    [['change', 'user-nobody', '--limit', 'batch=gold'], /batch=plan/],
    [['change', 'user-nobody', '--monthly-characters', 'many'], /whole number/],
    [['usage', '--month', '2026-13'], /month such as 2026-11/],
  ])('%j is wrong use, and it is said why', async (args, says) => {
    const { status, stdout, stderr } = await run(...args);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(says)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('explains a database that is missing or was never set up', async () => {
    const none = await lecternProcess(['accounts', 'list'], { LECTERN_HOME: folder.path });
    expect([none.status, none.stderr]).toEqual([
      2,
      'lectern: Name the PostgreSQL database with --database or LECTERN_DATABASE_URL.\n',
    ]);
    const empty = await lecternProcess(['accounts', 'list'], {
      ...home,
      LECTERN_DATABASE_URL: await service.server.createDatabase(),
    });
    expect([empty.status, empty.stderr]).toEqual([1, expect.stringContaining('run "lectern migrate')]);
  });
});
