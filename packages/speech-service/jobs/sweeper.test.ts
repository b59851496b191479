import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../common/ids.ts';
import { createLogger } from '../common/log.ts';
import { ServiceDatabase } from '../store/database.ts';
import { FolderObjects } from '../store/folder-objects.ts';
import { SqliteJobStore } from '../store/sqlite-job-store.ts';
import { storedBatch, storedJob } from '../testing/stored-jobs.ts';
import { temporaryFolder } from '../testing/test-service.ts';
import { Sweeper, type SweeperOptions } from './sweeper.ts';

let folder: ReturnType<typeof temporaryFolder>;
let audio: string;
let database: ServiceDatabase;
let store: SqliteJobStore;
let now: number;
let logged: string[];

beforeEach(() => {
  folder = temporaryFolder();
  audio = join(folder.path, 'audio');
  mkdirSync(audio);
  database = new ServiceDatabase(join(folder.path, 'service.db'));
  store = new SqliteJobStore(database);
  now = 1_000_000;
  logged = [];
});
afterEach(() => {
  database.close();
  folder.remove();
});

const newSweeper = (different: Partial<SweeperOptions> = {}): Sweeper =>
  new Sweeper({
    store,
    objects: new FolderObjects(audio),
    keptSeconds: 100,
    log: createLogger('info', (row) => void logged.push(row)),
    now: () => now,
    ...different,
  });

/** Accepts a single job. @returns its identifier */
function accept(): string {
  const id = newId('sj-');
  store.accept(storedBatch(id, [storedJob(id, id)], 'single'));
  return id;
}

/** One that was completed. @returns the name of its file */
function completed(at: number): string {
  const id = accept();
  const file = `${id}.mp3`;
  store.claim('a');
  writeFileSync(join(audio, file), 'x');
  store.complete(id, { file, duration: 1, size: 1 }, at);
  return file;
}

const files = (): string[] => readdirSync(audio).sort();

describe('old results', () => {
  test('are removed with their files, when they were kept for as long as they are', async () => {
    const [old, kept] = [completed(now - 100_001), completed(now - 99_999)];
    const sweeper = newSweeper();
    await sweeper.sweep();
    expect(files()).toEqual([kept]);
    expect(store.findBatch('u', old.slice(0, -4), 'single')).toBeUndefined();
    now += 2;
    await sweeper.sweep();
    expect(files()).toEqual([]);
    expect(logged.join('')).not.toContain(old);
  });

  test('are removed however many they are, and what is open stays however old it is', async () => {
    for (let count = 0; count < 130; count += 1) completed(5);
    accept();
    await newSweeper().sweep();
    expect(files()).toEqual([]);
    expect(store.countJobs()).toEqual({ pending: 1, in_progress: 0, completed: 0, failed: 0 });
  });

  test('do no harm where their files are gone already', async () => {
    completed(5);
    await newSweeper({ objects: new FolderObjects(join(folder.path, 'nowhere')) }).sweep();
    expect(store.countJobs().completed).toBe(0);
  });

  test('are looked for at the start, and until the sweeper stops', async () => {
    completed(5);
    const sweeper = newSweeper();
    sweeper.start();
    await sweeper.stop();
    // Whatever was begun is through; nothing is begun any more.
    const left = files();
    database.close();
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(files()).toEqual(left);
    expect(logged.filter((row) => row.includes('"error"'))).toEqual([]);
    database = new ServiceDatabase(join(folder.path, 'service.db'));
  });
});

describe('leftovers of a crash', () => {
  test('are files of jobs that are gone, failed, or have another file', async () => {
    const done = completed(now);
    const open = accept();
    const inProgress = accept();
    store.claim('a');
    const failed = accept();
    store.claim('a');
    store.claim('a');
    store.fail(failed, 'No.', now);
    // Unfinished files may be those of a thread at work: the start of the service removes them.
    const keep = [done, `${open}.wav`, `${inProgress}.mp3`, `${inProgress}.mp3.part`, 'notes.txt', 'my-song.mp3'];
    const gone = [done.replace('.mp3', '.wav'), `${failed}.mp3`, `${newId('bc-')}.flac`, `${newId('cv-')}.ogg`];
    for (const name of [...keep, ...gone]) writeFileSync(join(audio, name), 'x');
    await newSweeper().sweepLeftovers();
    expect(files()).toEqual([...keep].sort());
  });
});
