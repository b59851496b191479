// The database file of a service is damaged, deleted or replaced, at its start and while it is open.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredBatch } from '../ports/jobs.ts';
import { EMBEDDED_LANE } from '../speech/speech-engine.ts';
import { temporaryFolder } from '../testing/test-service.ts';
import { type DatabaseTrouble, ServiceDatabase } from './database.ts';
import { SqliteJobStore } from './sqlite-job-store.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let troubles: DatabaseTrouble[];
const open: ServiceDatabase[] = [];
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'service.db');
  troubles = [];
});
afterEach(() => {
  for (const database of open.splice(0)) database.close();
  folder.remove();
});

function opened(): ServiceDatabase {
  const database = new ServiceDatabase(path, (trouble) => troubles.push(trouble));
  open.push(database);
  return database;
}

const batch = (id: string): StoredBatch => ({
  id,
  kind: 'batch',
  user_id: 'u',
  created_at: 1,
  webhook_url: null,
  webhook_result: null,
  jobs: Array.from({ length: 20 }, (_, at) => ({
    id: `${id}-${at}`,
    batch_id: id,
    custom_id: null,
    seed: 1,
    lane: EMBEDDED_LANE,
    webhook_url: null,
    webhook_result: null,
    status: 'pending',
    file: null,
    duration: null,
    size: null,
    error: null,
    input: { voice_engine: 'SvcDialog', text: 'Word '.repeat(500), voice: 'v' },
  })),
});

/** A closed database that knows a batch. */
function withBatch(): void {
  const database = new ServiceDatabase(path);
  new SqliteJobStore(database).accept(batch('bb-1'));
  database.close();
}

const GARBAGE = 'Dear diary, '.repeat(4000);

/** What can happen to the file, by what stands in its place afterwards. */
const DAMAGES: Readonly<Record<string, () => void>> = {
  garbage: () => writeFileSync(path, GARBAGE),
  'a file cut in half': () => truncateSync(path, Math.floor(statSync(path).size / 2)),
  'a file cut within its head': () => truncateSync(path, 50),
  'a file with a damaged page': () => {
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 8192, 20_000);
    writeFileSync(path, bytes);
  },
  'a folder': () => {
    rmSync(path);
    mkdirSync(join(path, 'within'), { recursive: true });
  },
  'another program’s database': () => {
    rmSync(path);
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE batches (note TEXT)');
    other.close();
  },
  'another program’s database of the same version': () => {
    rmSync(path);
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE diary (note TEXT); PRAGMA user_version = 2');
    other.close();
  },
};

const asides = (): string[] => readdirSync(folder.path).filter((name) => /^service\.db\.damaged-[\dTZ-]+$/.test(name));

describe('at the start', () => {
  test.each(Object.entries(DAMAGES))(
    '%s is set aside and reported, and a new database takes its place',
    (_, damage) => {
      withBatch();
      damage();
      const before = statSync(path).isFile() ? readFileSync(path) : undefined;
      const store = new SqliteJobStore(opened());
      expect(store.findBatch('u', 'bb-1')).toBeUndefined();
      store.accept(batch('bb-2'));
      expect(store.findBatch('u', 'bb-2')?.jobs).toHaveLength(20);
      expect(troubles).toEqual([
        { kind: 'damaged', isKept: false, aside: expect.stringContaining('.damaged-'), reason: expect.any(String) },
      ]);
      const [aside = ''] = asides();
      if (before !== undefined) expect(readFileSync(join(folder.path, aside)).equals(before)).toBe(true);
      else expect(readdirSync(join(folder.path, aside))).toEqual(['within']);
    },
  );

  test('a sound database is opened as it is, and a missing one is made', () => {
    withBatch();
    expect(new SqliteJobStore(opened()).findBatch('u', 'bb-1')).toBeDefined();
    open.pop()?.close();
    rmSync(path);
    expect(new SqliteJobStore(opened()).findBatch('u', 'bb-1')).toBeUndefined();
    expect([troubles, asides()]).toEqual([[], []]);
  });

  test('a database of a newer version is left as it is', () => {
    const newer = new DatabaseSync(path);
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    expect(() => opened()).toThrow(/newer version/);
    expect(asides()).toEqual([]);
  });
});

function removeAll(): void {
  for (const part of ['', '-wal', '-shm']) rmSync(path + part, { force: true });
}

function replaceFile(): void {
  rmSync(path);
  writeFileSync(path, GARBAGE);
}

describe('while it is open', () => {
  test.each([
    ['deleted', () => rmSync(path)],
    ['left without its log', () => rmSync(`${path}-wal`)],
    ['deleted with its log', removeAll],
    ['replaced by a folder', () => DAMAGES['a folder']?.()],
    ['replaced by another file', replaceFile],
  ])('a file that is %s is written again with everything in it, before anything else is accepted', (_, remove) => {
    const store = new SqliteJobStore(opened());
    store.accept(batch('bb-1'));
    remove();
    store.accept(batch('bb-2'));
    expect(troubles).toMatchObject([{ kind: 'gone', isKept: true }]);
    open.pop()?.close();
    const again = new SqliteJobStore(opened());
    for (const id of ['bb-1', 'bb-2']) expect(again.findBatch('u', id)?.jobs).toHaveLength(20);
    expect(troubles).toHaveLength(1);
  });

  test('a file that is overwritten is set aside, and what it held is lost', () => {
    withBatch();
    const store = new SqliteJobStore(opened());
    writeFileSync(path, GARBAGE);
    expect(store.findBatch('u', 'bb-1')).toBeUndefined();
    store.accept(batch('bb-2'));
    expect(store.findBatch('u', 'bb-2')?.jobs).toHaveLength(20);
    expect(troubles).toMatchObject([{ kind: 'damaged', isKept: false }]);
    expect(asides()).toHaveLength(1);
  });

  test('a file that is emptied still accepts a batch', () => {
    withBatch();
    const store = new SqliteJobStore(opened());
    truncateSync(path, 0);
    store.accept(batch('bb-2'));
    open.pop()?.close();
    expect(new SqliteJobStore(opened()).findBatch('u', 'bb-2')?.jobs).toHaveLength(20);
  });
});
