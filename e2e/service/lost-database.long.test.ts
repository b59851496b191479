// The database of a service process is damaged, deleted or replaced, or its disk is full: the service says so, keeps the old file,
// and goes on. What it accepted before and lost answers 404, so that a client calls it lost.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BATCH_ENGINE, lenientBatchJobSchema, PATHS, voiceListSchema } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canMount, mountDrive } from '../support/drives.ts';
import { type ServiceProcess, startService, temporaryFolder } from '../support/processes.ts';
import { type Answer, type Caller, createCaller, parseJsonBody } from './service-calls.ts';

let folder: ReturnType<typeof temporaryFolder>;
let service: ServiceProcess;
let caller: Caller;
let voice: string;
const data = (...names: string[]): string => join(folder.path, 'service', ...names);
const database = (): string => data('service.db');

async function start(): Promise<void> {
  service = await startService(
    data(),
    '--speech',
    'silent',
    '--log',
    'warn',
    '--log-file',
    join(folder.path, 'service.log'),
  );
  caller = createCaller(service);
  const voices = voiceListSchema.parse(parseJsonBody(await caller.json('GET', PATHS.voices)));
  voice = voices.find((each) => each.voice_engine === BATCH_ENGINE)?.id ?? '';
}

async function stop(): Promise<void> {
  caller.close();
  await service.stop();
}

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await stop();
  folder.remove();
});

const log = (): string => readFileSync(join(folder.path, 'service.log'), 'utf8');
const asides = (): string[] => readdirSync(data()).filter((name) => /^service\.db\.damaged-[\dTZ-]+$/.test(name));

/** Sends a batch. @returns the answer */
const send = (lines = 50): Promise<Answer> => {
  const text = 'Did you hear what I was playing, Lane? '.repeat(20);
  const jobs = Array.from({ length: lines }, () => ({ voice_engine: BATCH_ENGINE, voice, text, output_format: 'wav' }));
  return caller.json('POST', PATHS.batches, { jobs });
};

/** Sends a batch that has to be accepted. @returns its path */
async function accepted(): Promise<string> {
  const answer = await send();
  expect(answer.status).toBe(201);
  return new URL(String(answer.headers['location'])).pathname;
}

const statusOf = async (path: string): Promise<number> => (await caller.json('GET', path)).status;

/** Reads a batch until all of its jobs have ended. */
async function untilDone(path: string): Promise<void> {
  for (;;) {
    const { jobs = [] } = lenientBatchJobSchema.parse(parseJsonBody(await caller.json('GET', path)));
    if (jobs.length > 0 && jobs.every(({ status }) => status === 'completed')) return;
  }
}

const DAMAGES: Readonly<Record<string, () => void>> = {
  'a page is overwritten': () => {
    const bytes = readFileSync(database());
    bytes.fill(0x5a, 4096 * 3, 4096 * 5);
    writeFileSync(database(), bytes);
  },
  'it is cut short': () => truncateSync(database(), Math.floor(statSync(database()).size / 2)),
  'it holds something else': () => writeFileSync(database(), 'Dear diary, '.repeat(4000)),
  'a folder stands in its place': () => {
    rmSync(database());
    mkdirSync(database());
  },
};

describe('a service whose database is damaged when it starts', () => {
  it.each(Object.entries(DAMAGES))('starts with a new one where %s, and keeps the old one', async (_, damage) => {
    await start();
    const lost = await accepted();
    await stop();
    damage();
    await start();
    expect(asides().map((name) => data(name))).toEqual([service.damagedDatabase]);
    expect(log()).toMatch(/service\.db could not be read.*service\.db\.damaged-/);
    expect(await statusOf(lost)).toBe(404);
    await untilDone(await accepted());
    await stop();
    await start();
    expect([asides().length, service.damagedDatabase]).toEqual([1, undefined]);
  });

  it('starts with a new one where it is missing', async () => {
    await start();
    const lost = await accepted();
    await stop();
    rmSync(database());
    await start();
    expect([await statusOf(lost), asides()]).toEqual([404, []]);
    await untilDone(await accepted());
  });
});

function removeAll(): void {
  for (const part of ['', '-wal', '-shm']) rmSync(database() + part);
}

describe('a service whose database goes while it runs', () => {
  it.each([
    ['is deleted', () => rmSync(database())],
    ['is deleted with its log', removeAll],
    ['gives place to a folder', () => DAMAGES['a folder stands in its place']?.()],
  ])('writes it again where it %s, and loses nothing', async (_, remove) => {
    await start();
    const first = await accepted();
    remove();
    const second = await accepted();
    for (const path of [first, second]) await untilDone(path);
    await stop();
    await start();
    expect(await Promise.all([first, second].map(statusOf))).toEqual([200, 200]);
    expect(log()).toMatch(/service\.db was written again/);
  });

  it('answers and accepts where it is overwritten, and never hangs', async () => {
    await start();
    const first = await accepted();
    await untilDone(first);
    DAMAGES['it holds something else']?.();
    // What the service still has in memory may answer; what it can't read any more is lost.
    expect([200, 404]).toContain(await statusOf(first));
    await untilDone(await accepted());
    await stop();
    await start();
    await untilDone(await accepted());
  });
});

describe.skipIf(!canMount)('a service whose disk is full (mounted: needs root on Linux)', () => {
  it('refuses a batch, keeps nothing of it, and speaks it once when it is sent again', async () => {
    const drive = mountDrive(data(), 24 * 1024 * 1024);
    try {
      await start();
      await accepted().then(untilDone);
      drive.fill(0);
      const refused = await send();
      expect(refused.status).toBe(500);
      expect(parseJsonBody(refused)).toMatchObject({ error: 'DISK_FULL' });
      drive.makeRoom();
      await untilDone(await accepted());
      await stop();
      const sqlite = new DatabaseSync(database(), { readOnly: true });
      const counts = sqlite
        .prepare('SELECT (SELECT count(*) FROM batches) AS b, (SELECT count(*) FROM jobs) AS j')
        .get();
      sqlite.close();
      expect(counts).toEqual({ b: 2, j: 100 });
      await start();
    } finally {
      await stop();
      drive.remove();
    }
  });
});
