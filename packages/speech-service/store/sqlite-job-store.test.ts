import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredBatch } from '../ports/jobs.ts';
import { storedBatch, storedJob } from '../testing/stored-jobs.ts';
import { temporaryFolder } from '../testing/test-service.ts';
import { NewerDatabaseError, ServiceDatabase } from './database.ts';
import { SqliteJobStore } from './sqlite-job-store.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let database: ServiceDatabase;
let store: SqliteJobStore;
function open(): void {
  database = new ServiceDatabase(path);
  store = new SqliteJobStore(database);
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

const batchOf = (id: string, ...jobs: string[]): StoredBatch =>
  storedBatch(
    id,
    jobs.map((job) => storedJob(id, job)),
  );

const FINISHED = { file: 'f.mp3', duration: 1.25, size: 10 };

describe('the store of jobs', () => {
  test('gives back what it was given, to the last odd character', () => {
    const batch = batchOf('b', 'j2', 'j1');
    store.accept(batch);
    expect(store.findBatch('u', 'b')).toEqual(batch);
    expect(store.findBatch('other', 'b')).toBeUndefined();
    expect(store.createdAt('u', 'b')).toBe(1000);
    expect(store.job('b', 'id', 'j1')).toEqual(batch.jobs[1]);
  });

  test('hands out each job once, oldest first', () => {
    store.accept(batchOf('b1', 'a', 'b'));
    store.accept(batchOf('b2', 'c'));
    expect([store.claim('a')?.id, store.claim('a')?.id, store.claim('a')?.id, store.claim('a')]).toEqual([
      'a',
      'b',
      'c',
      undefined,
    ]);
    store.release('b', 'a');
    expect(store.claim('a')).toMatchObject({ id: 'b', status: 'in_progress' });
  });

  test('keeps what was finished, and only once', () => {
    store.accept(batchOf('b', 'a', 'f'));
    store.complete('a', FINISHED, 2000);
    expect(store.job('b', 'id', 'a')?.status).toBe('pending');
    store.claim('a');
    store.claim('a');
    store.complete('a', FINISHED, 2000);
    store.complete('a', { ...FINISHED, size: 99 }, 3000);
    store.fail('f', 'No.', 2000);
    store.release('f', 'a');
    expect(store.job('b', 'id', 'a')).toMatchObject({ status: 'completed', ...FINISHED });
    expect(store.job('b', 'id', 'f')).toMatchObject({ status: 'failed', error: 'No.', file: null });
    expect(store.countJobs()).toEqual({ pending: 0, in_progress: 0, completed: 1, failed: 1 });
  });

  test('takes up what was in progress when it was closed', () => {
    store.accept(batchOf('b', 'a', 'c'));
    store.claim('a');
    store.complete('a', FINISHED, 2000);
    store.claim('a');
    database.close();
    open();
    expect(store.countJobs()).toEqual({ pending: 1, in_progress: 0, completed: 1, failed: 0 });
    expect(store.claim('a')?.id).toBe('c');
  });

  test('a single job is taken before those of batches, the oldest first', () => {
    store.accept(batchOf('b', 'a', 'c'));
    store.accept({ ...batchOf('s1', 's1'), kind: 'single' });
    store.accept({ ...batchOf('s2', 's2'), kind: 'conversion' });
    expect(Array.from({ length: 4 }, () => store.claim('a')?.id)).toEqual(['s1', 's2', 'a', 'c']);
  });

  test('accepts a batch whole or not at all', () => {
    expect(() => store.accept(batchOf('b', 'a', 'a'))).toThrow();
    expect(store.findBatch('u', 'b')).toBeUndefined();
    store.accept(batchOf('b', 'a'));
    expect(store.countBatches()).toBe(1);
  });

  test('forgets batches of which every job was finished long ago', () => {
    for (const id of ['old', 'new', 'open']) store.accept(batchOf(id, `${id}-1`, `${id}-2`));
    for (const id of ['old-1', 'old-2', 'new-1', 'new-2', 'open-1', 'open-2']) {
      store.claim('a');
      const at = id === 'new-2' ? 9000 : 2000;
      if (id !== 'open-2') store.complete(id, { ...FINISHED, file: id }, at);
    }
    expect(store.removeFinished(5000, 10)).toEqual({ batches: 1, files: ['old-1', 'old-2'] });
    expect(['old', 'new', 'open'].map((id) => store.findBatch('u', id) !== undefined)).toEqual([false, true, true]);
    expect(store.countJobs().completed).toBe(3);
  });

  test('ends a job, notes whether it was its batch’s last one, and writes what belongs to it in the same go', () => {
    store.accept(batchOf('b', 'a', 'c', 'd'));
    for (let count = 0; count < 3; count += 1) store.claim('a');
    const note = (url: string): void =>
      database.run("INSERT INTO deliveries (batch_id, url, host, due_at) VALUES ('b', ?, 'h', 0)", [url]);
    const ended = store.complete('a', FINISHED, 2000, () => note('http://a'));
    expect(ended).toMatchObject({ job: { id: 'a', status: 'completed', ...FINISHED }, batchIsFinished: false });
    database.run('DELETE FROM deliveries');
    const failing = (): void => {
      note('http://c');
      throw new Error('full');
    };
    expect(() => store.fail('c', 'No.', 2000, failing)).toThrow('full');
    expect(store.job('b', 'id', 'c')?.status).toBe('in_progress');
    expect(database.all('SELECT url FROM deliveries')).toEqual([]);
    expect(store.fail('c', 'No.', 2000)?.batchIsFinished).toBe(false);
    expect(store.fail('d', 'No.', 2000)).toMatchObject({ job: { error: 'No.' }, batchIsFinished: true });
    expect(store.fail('d', 'No.', 2000, () => note('http://d'))).toBeUndefined();
    expect(database.all('SELECT url FROM deliveries')).toEqual([]);
  });

  test('hands out the jobs of each lane for themselves, and gives one back to another lane', () => {
    store.accept({ ...batchOf('b'), jobs: ['x', 'y', 'x'].map((lane, at) => storedJob('b', `j${at}`, { lane })) });
    expect(store.lanes().sort()).toEqual(['x', 'y']);
    expect([store.claim('y')?.id, store.claim('y')]).toEqual(['j1', undefined]);
    expect(store.claim('x')?.id).toBe('j0');
    store.release('j0', 'y');
    expect(store.claim('y')?.id).toBe('j0');
    expect(store.lanes()).toEqual(['x']);
  });

  test('keeps single jobs and conversions apart from batches, but counts their jobs', () => {
    store.accept(batchOf('b', 'a'));
    store.accept({ ...batchOf('s', 's'), kind: 'single' });
    expect(store.findBatch('u', 's')).toBeUndefined();
    expect(store.createdAt('u', 's')).toBeUndefined();
    expect(store.findBatch('u', 'b', 'single')).toBeUndefined();
    expect(store.findBatch('u', 's', 'single')?.jobs).toHaveLength(1);
    expect(store.findBatch('u', 's', 'conversion')).toBeUndefined();
    expect([store.countBatches(), store.countJobs().pending]).toEqual([1, 2]);
  });

  test('shows the outcomes of webhooks', () => {
    store.accept(batchOf('b', 'a'));
    const result = { called_at: '2026-01-01T00:00:00.000Z', response_status: 204 };
    database.run('UPDATE batches SET webhook_result = ?', [JSON.stringify(result)]);
    database.run('UPDATE jobs SET webhook_result = ?', [JSON.stringify({ ...result, response_status: 500 })]);
    const batch = store.findBatch('u', 'b');
    expect(batch?.webhook_result).toEqual(result);
    expect(batch?.jobs[0]?.webhook_result?.response_status).toBe(500);
  });

  test('forgets at most N batches at once', () => {
    for (const id of ['1', '2', '3']) {
      store.accept(batchOf(id, id));
      store.claim('a');
      store.complete(id, { ...FINISHED, file: id }, Number(id));
    }
    expect(store.removeFinished(3, 1)).toEqual({ batches: 1, files: ['1'] });
    expect(store.removeFinished(3, 1)).toEqual({ batches: 1, files: ['2'] });
    expect(store.removeFinished(3, 1)).toEqual({ batches: 0, files: [] });
  });

  test('knows which files jobs have to do with', () => {
    store.accept(batchOf('b', 'open', 'done'));
    expect(store.claim('a')?.id).toBe('open');
    store.claim('a');
    store.complete('done', { ...FINISHED, file: 'done.mp3' }, 2000);
    const wanted = (id: string, file: string): boolean => store.isFileInUse(id, file);
    expect([wanted('open', 'open.mp3'), wanted('done', 'done.mp3')]).toEqual([true, true]);
    expect([wanted('done', 'done.wav'), wanted('nobody', 'nobody.mp3')]).toEqual([false, false]);
  });

  test('goes through no table from end to end for what is done again and again', () => {
    const seen = new Set<string>();
    for (const method of ['get', 'all', 'run'] as const) {
      const asked = database[method].bind(database);
      Object.assign(database, {
        [method]: (sql: string, values?: never[]) => {
          seen.add(sql);
          return asked(sql, values);
        },
      });
    }
    store.accept(batchOf('b', 'a'));
    store.claim('a');
    store.release('a', 'a');
    store.claim('a');
    store.complete('a', FINISHED, 2000);
    store.findBatch('u', 'b');
    store.job('b', 'custom_id', 'x');
    store.isFileInUse('a', 'f');
    store.removeFinished(9000, 10);
    expect(seen.size).toBeGreaterThan(10);
    for (const sql of [...seen]) {
      const steps = database.all(`EXPLAIN QUERY PLAN ${sql}`).map((row) => String(row['detail']));
      expect(steps.join('\n'), sql).not.toMatch(/^SCAN (?!CONSTANT)/m);
    }
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
