import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder, VOICE } from '../testing/test-service.ts';
import { ServiceDatabase } from './database.ts';
import { JobStore, type StoredBatch, type StoredJob } from './job-store.ts';
import { NewerDatabaseError } from './schema.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let database: ServiceDatabase;
let store: JobStore;
function open(): void {
  database = new ServiceDatabase(path);
  store = new JobStore(database);
}
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'service.db');
  open();
});
afterEach(() => {
  database.close();
  folder.remove();
});

const storedJob = (batch: string, id: string, different: Partial<StoredJob> = {}): StoredJob => ({
  id,
  batch_id: batch,
  custom_id: null,
  input: { voice_engine: 'SvcDialog', text: `Text of ${id}: \u0000 \ud800 é 😀`, voice: VOICE },
  seed: 5,
  webhook_url: null,
  status: 'pending',
  file: null,
  duration: null,
  size: null,
  error: null,
  ...different,
});

const batchOf = (id: string, ...jobs: string[]): StoredBatch => ({
  id,
  user_id: 'u',
  created_at: 1000,
  webhook_url: null,
  jobs: jobs.map((job) => storedJob(id, job)),
});

const FINISHED = { file: 'f.mp3', duration: 1.25, size: 10 };

describe('the store of jobs', () => {
  test('gives back what it was given, to the last odd character', () => {
    const batch = batchOf('b', 'j2', 'j1');
    store.accept(batch);
    expect(store.batch('u', 'b')).toEqual(batch);
    expect(store.batch('other', 'b')).toBeUndefined();
    expect(store.createdAt('u', 'b')).toBe(1000);
    expect(store.job('b', 'id', 'j1')).toEqual(batch.jobs[1]);
  });

  test('hands out each job once, oldest first', () => {
    store.accept(batchOf('b1', 'a', 'b'));
    store.accept(batchOf('b2', 'c'));
    expect([store.claim()?.id, store.claim()?.id, store.claim()?.id, store.claim()]).toEqual([
      'a',
      'b',
      'c',
      undefined,
    ]);
    store.release('b');
    expect(store.claim()).toMatchObject({ id: 'b', status: 'in_progress' });
  });

  test('keeps what was finished, and only once', () => {
    store.accept(batchOf('b', 'a', 'f'));
    store.complete('a', FINISHED, 2000);
    expect(store.job('b', 'id', 'a')?.status).toBe('pending');
    store.claim();
    store.claim();
    store.complete('a', FINISHED, 2000);
    store.complete('a', { ...FINISHED, size: 99 }, 3000);
    store.fail('f', 'No.', 2000);
    store.release('f');
    expect(store.job('b', 'id', 'a')).toMatchObject({ status: 'completed', ...FINISHED });
    expect(store.job('b', 'id', 'f')).toMatchObject({ status: 'failed', error: 'No.', file: null });
    expect(store.counts()).toEqual({ pending: 0, in_progress: 0, completed: 1, failed: 1 });
  });

  test('takes up what was in progress when it was closed', () => {
    store.accept(batchOf('b', 'a', 'c'));
    store.claim();
    store.complete('a', FINISHED, 2000);
    store.claim();
    database.close();
    open();
    expect(store.counts()).toEqual({ pending: 1, in_progress: 0, completed: 1, failed: 0 });
    expect(store.claim()?.id).toBe('c');
  });

  test('accepts a batch whole or not at all', () => {
    expect(() => store.accept(batchOf('b', 'a', 'a'))).toThrow();
    expect(store.batch('u', 'b')).toBeUndefined();
    store.accept(batchOf('b', 'a'));
    expect(store.batches()).toBe(1);
  });

  test('forgets batches of which every job was finished long ago', () => {
    for (const id of ['old', 'new', 'open']) store.accept(batchOf(id, `${id}-1`, `${id}-2`));
    for (const id of ['old-1', 'old-2', 'new-1', 'new-2', 'open-1', 'open-2']) {
      store.claim();
      const at = id === 'new-2' ? 9000 : 2000;
      if (id !== 'open-2') store.complete(id, { ...FINISHED, file: id }, at);
    }
    expect(store.sweep(5000).sort()).toEqual(['old-1', 'old-2']);
    expect(['old', 'new', 'open'].map((id) => store.batch('u', id) !== undefined)).toEqual([false, true, true]);
    expect(store.counts().completed).toBe(3);
  });

  test('refuses a database of a version to come', () => {
    database.close();
    const sqlite = new DatabaseSync(path);
    sqlite.exec('PRAGMA user_version = 99');
    sqlite.close();
    expect(open).toThrow(NewerDatabaseError);
    const back = new DatabaseSync(path);
    back.exec('PRAGMA user_version = 2');
    back.close();
    open();
  });
});
