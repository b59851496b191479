// A project whose process was killed and whose write-ahead log is missing: lines that were sent may not be recorded, so nothing
// is sent until the producer accepts that. A project that was closed properly needs no log, wherever it is copied to.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type HostileService, startHostileService } from './hostile-service/hostile-service.ts';
import { lectern, startLectern, temporaryFolder } from './support/processes.ts';
import { SCENE, SCENE_SPEECHES } from './support/sample-texts.ts';

let folder: ReturnType<typeof temporaryFolder>;
let service: HostileService;
let account: Readonly<Record<string, string>>;
const at = (...names: string[]): string => join(folder.path, ...names);
const project = (): string => at('scene.lectern');
const log = (): string => join(project(), 'project.db-wal');

beforeEach(async () => {
  folder = temporaryFolder();
  writeFileSync(at('scene.txt'), SCENE);
  service = await startHostileService({ seed: 1, behaviours: { readsUntilDone: 200 } });
  account = {
    LECTERN_BASE_URL: service.baseUrl.origin,
    LECTERN_API_KEY: service.key,
    LECTERN_USER_ID: service.userId,
    LECTERN_HOME: at('home'),
  };
});
afterEach(async () => {
  await service.close();
  folder.remove();
});

const render = (...more: string[]): string[] => [
  ...['render', at('scene.txt'), '--out', at('out'), '--project', project(), '--json'],
  ...more,
];

/** Renders until the service has the lines and is being read, and kills the command there. */
async function killWhileWaiting(): Promise<void> {
  const running = startLectern(render(), account);
  while (service.stats().requests.read < 2) await sleep(2);
  running.process.kill('SIGKILL');
  await running.result;
}

it.each([
  ['deleted', () => rmSync(log())],
  ['emptied', () => truncateSync(log())],
  [
    'left behind in a copy',
    () => {
      cpSync(project(), at('copy'), { recursive: true, filter: (path) => !/-(wal|shm)$/.test(path) });
      rmSync(project(), { recursive: true });
      cpSync(at('copy'), project(), { recursive: true });
    },
  ],
])('a log that was %s after a kill is reported, and nothing is sent unasked', async (_, disturb) => {
  await killWhileWaiting();
  expect(existsSync(log())).toBe(true);
  disturb();
  const before = readdirSync(project()).sort();
  for (const args of [render(), ['resume', project(), '--out', at('out'), '--json']]) {
    const { status, stderr } = await lectern(args, account);
    expect(status, stderr).toBe(2);
    expect(stderr).toMatch(/project\.db-wal.* is missing/);
    expect(stderr).toMatch(/--accept-missing-log/);
    expect(service.stats().jobs).toBe(SCENE_SPEECHES);
  }
  expect(readdirSync(project()).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(
    before.filter((name) => !/-(wal|shm)$/.test(name)),
  );
  const text = await lectern(['status', project()], account);
  expect([text.status, text.stderr]).toEqual([0, expect.stringMatching(/project\.db-wal.* is missing/)]);
  const json = await lectern(['status', project(), '--json'], account);
  expect(JSON.parse(json.stdout)).toMatchObject({ log_missing: true });
});

it.each([
  ['cut to half', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
  ['filled with zeros from its middle', (bytes: Buffer) => bytes.fill(0, bytes.length >> 1)],
  ['changed in one byte', (bytes: Buffer) => bytes.fill((bytes[5_000] ?? 0) ^ 1, 5_000, 5_001)],
])('a log that was %s after a kill is reported, and nothing is sent unasked', async (_, disturb) => {
  await killWhileWaiting();
  writeFileSync(log(), disturb(readFileSync(log())));
  for (const args of [render(), ['resume', project(), '--out', at('out'), '--json']]) {
    const { status, stderr } = await lectern(args, account);
    expect(status, stderr).toBe(2);
    expect(stderr).toMatch(/project\.db-wal.* is damaged or out of date/);
    expect(stderr).toMatch(/--accept-missing-log/);
    expect(service.stats().jobs).toBe(SCENE_SPEECHES);
  }
  const json = await lectern(['status', project(), '--json'], account);
  expect(JSON.parse(json.stdout)).toMatchObject({ log_missing: true, log_damaged: true });
});

it('a log that is put back is used, and nothing is asked', async () => {
  await killWhileWaiting();
  mkdirSync(at('aside'));
  copyFileSync(log(), at('aside', 'wal'));
  rmSync(log());
  expect((await lectern(render(), account)).status).toBe(2);
  copyFileSync(at('aside', 'wal'), log());
  rmSync(join(project(), 'project.db-shm'), { force: true });
  const { status, stdout, stderr } = await lectern(['status', project(), '--json'], account);
  expect(status, stderr).toBe(0);
  expect(stderr).not.toMatch(/is missing/);
  expect(JSON.parse(stdout)).toMatchObject({ in_flight: SCENE_SPEECHES, log_missing: false });
});

it('goes on once the producer accepts it, and does not ask again', async () => {
  await service.close();
  service = await startHostileService({ seed: 1, behaviours: { readsUntilDone: 3 } });
  account = { ...account, LECTERN_BASE_URL: service.baseUrl.origin };
  const running = startLectern(render(), account);
  while (service.stats().requests.read < 1) await sleep(1);
  running.process.kill('SIGKILL');
  await running.result;
  rmSync(log(), { force: true });
  expect((await lectern(render(), account)).status).toBe(2);
  const accepted = await lectern(render('--accept-missing-log'), account);
  expect(accepted.status, accepted.stderr).toBe(0);
  const again = await lectern(render(), account);
  expect(again.status, again.stderr).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ reused: SCENE_SPEECHES, rendered: 0 });
  // Its database and its takes are all that it needs.
  mkdirSync(at('bare.lectern'));
  copyFileSync(join(project(), 'project.db'), at('bare.lectern', 'project.db'));
  cpSync(join(project(), 'takes'), at('bare.lectern', 'takes'), { recursive: true });
  const bare = await lectern(['resume', at('bare.lectern'), '--out', at('out')], account);
  expect(bare.status, bare.stderr).toBe(0);
});
