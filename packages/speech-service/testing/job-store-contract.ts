// What every store and queue of jobs must do, whichever database it uses.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClaimedJob, JobStore, StoredBatch, WorkQueue } from '../ports/jobs.ts';
import { storedBatch, storedJob } from './stored-jobs.ts';

export interface JobPorts {
  readonly store: JobStore;
  readonly queue: WorkQueue;
  /** Sets the time in milliseconds at which jobs end. */
  setTime(now: number): void;
  close(): Promise<void> | void;
}

const FINISHED = { file: 'f.mp3', duration: 1.25, size: 10 };
const PNG = 'https://example.com/hook?a=1';

const batchOf = (id: string, ...jobs: string[]): StoredBatch =>
  storedBatch(
    id,
    jobs.map((job) => storedJob(id, job)),
  );

/** Describes the ports. @param open returns ports on an empty database */
export function describeJobPorts(name: string, open: () => Promise<JobPorts> | JobPorts): void {
  let ports: JobPorts;
  let store: JobStore;
  let queue: WorkQueue;
  beforeEach(async () => {
    ports = await open();
    ({ store, queue } = ports);
    ports.setTime(2000);
  });
  afterEach(() => ports.close());

  const claimOne = async (lane = 'a'): Promise<ClaimedJob> => {
    const [job] = await queue.claim(lane, 1);
    if (job === undefined) throw new Error(`No job is waiting in the lane ${lane}.`);
    return job;
  };
  const idsOf = (jobs: readonly { readonly id: string }[]): string[] => jobs.map(({ id }) => id);

  describe(`job store: ${name}`, () => {
    test('returns what it was given, including odd characters', async () => {
      const batch = { ...batchOf('b', 'j2', 'j1'), webhook_url: PNG };
      await store.accept(batch);
      expect(await store.findBatch('u', 'b')).toEqual(batch);
      expect(await store.createdAt('u', 'b')).toBe(1000);
      expect(await store.job('b', 'id', 'j1')).toEqual(batch.jobs[1]);
    });

    test('finds nothing for other users, other kinds and odd identifiers', async () => {
      await store.accept(batchOf('b', 'a'));
      await store.accept({ ...batchOf('s', 's'), kind: 'single' });
      for (const id of ['s', 'x', '', '\0', '\ud800', "'"]) {
        expect(await store.findBatch('u', id)).toBeUndefined();
        expect(await store.createdAt('u', id)).toBeUndefined();
        expect(await store.job('b', 'id', id)).toBeUndefined();
        expect(await store.job('b', 'custom_id', id)).toBeUndefined();
      }
      expect(await store.findBatch('other', 'b')).toBeUndefined();
      expect((await store.findBatch('u', 's', 'single'))?.jobs).toHaveLength(1);
      expect([await store.countBatches(), (await store.countJobs()).pending]).toEqual([1, 2]);
    });

    test('accepts a batch completely or not at all', async () => {
      await expect((async () => await store.accept(batchOf('b', 'a', 'a')))()).rejects.toThrow();
      expect(await store.findBatch('u', 'b')).toBeUndefined();
      expect(await queue.claim('a', 10)).toEqual([]);
      await store.accept(batchOf('b', 'a'));
      expect(await store.countBatches()).toBe(1);
    });

    test('removes batches whose jobs all ended long ago, and returns their files', async () => {
      for (const id of ['old', 'new', 'open']) await store.accept(batchOf(id, `${id}-1`, `${id}-2`));
      for (const job of await queue.claim('a', 10)) {
        ports.setTime(job.id === 'new-2' ? 9000 : 2000);
        if (job.id !== 'open-2') await queue.complete(job, { ...FINISHED, file: job.id });
      }
      expect(await store.removeFinished(5000, 10)).toEqual({ batches: 1, files: ['old-1', 'old-2'] });
      const found = await Promise.all(['old', 'new', 'open'].map(async (id) => await store.findBatch('u', id)));
      expect(found.map((batch) => batch !== undefined)).toEqual([false, true, true]);
      expect((await store.countJobs()).completed).toBe(3);
    });

    test('removes at most the given number of batches', async () => {
      for (const id of ['1', '2', '3']) {
        await store.accept(batchOf(id, id));
        ports.setTime(Number(id));
        await queue.complete(await claimOne(), { ...FINISHED, file: id });
      }
      expect(await store.removeFinished(3, 1)).toEqual({ batches: 1, files: ['1'] });
      expect(await store.removeFinished(3, 1)).toEqual({ batches: 1, files: ['2'] });
      expect(await store.removeFinished(3, 1)).toEqual({ batches: 0, files: [] });
    });

    test('reports which files belong to jobs', async () => {
      await store.accept(batchOf('b', 'open', 'done'));
      const [, done] = await queue.claim('a', 2);
      if (done !== undefined) await queue.complete(done, { ...FINISHED, file: 'done.mp3' });
      expect([await store.isFileInUse('open', 'open.mp3'), await store.isFileInUse('done', 'done.mp3')]).toEqual([
        true,
        true,
      ]);
      expect([await store.isFileInUse('done', 'done.wav'), await store.isFileInUse('nobody', 'x.mp3')]).toEqual([
        false,
        false,
      ]);
    });
  });

  describe(`job queue: ${name}`, () => {
    test('hands out each job once, the oldest first', async () => {
      await store.accept(batchOf('b1', 'a', 'b'));
      await store.accept(batchOf('b2', 'c'));
      expect(idsOf(await queue.claim('a', 2))).toEqual(['a', 'b']);
      expect(await queue.claim('a', 5)).toMatchObject([{ id: 'c', status: 'in_progress', attempt: 1 }]);
      expect(await queue.claim('a', 5)).toEqual([]);
      expect(await store.job('b1', 'id', 'a')).toMatchObject({ status: 'in_progress' });
    });

    test('hands out single jobs before those of batches', async () => {
      await store.accept(batchOf('b', 'a', 'c'));
      await store.accept({ ...batchOf('s1', 's1'), kind: 'single' });
      await store.accept({ ...batchOf('s2', 's2'), kind: 'conversion' });
      expect(idsOf(await queue.claim('a', 4))).toEqual(['s1', 's2', 'a', 'c']);
    });

    test('keeps lanes apart, and gives a job back to another lane', async () => {
      const jobs = ['x', 'y/z ü', 'x'].map((lane, at) => storedJob('b', `j${at}`, { lane }));
      await store.accept({ ...batchOf('b'), jobs });
      expect(idsOf(await queue.claim('y/z ü', 9))).toEqual(['j1']);
      const first = await claimOne('x');
      expect(first.id).toBe('j0');
      await queue.release(first, 'y/z ü');
      expect(await store.job('b', 'id', 'j0')).toMatchObject({ status: 'pending', lane: 'y/z ü' });
      expect(idsOf(await queue.claim('y/z ü', 9))).toEqual(['j0']);
      expect(idsOf(await queue.claim('x', 9))).toEqual(['j2']);
    });

    test('hands out a job again that was given back', async () => {
      await store.accept(batchOf('b', 'a', 'c'));
      const job = await claimOne();
      await queue.release(job, 'a');
      expect(idsOf(await queue.claim('a', 9)).sort()).toEqual(['a', 'c']);
    });

    test('counts an end once, and reports the last one of a batch', async () => {
      await store.accept(batchOf('b', 'a', 'f'));
      const [first, second] = await queue.claim('a', 2);
      if (first === undefined || second === undefined) throw new Error('Two jobs were expected.');
      expect(await queue.complete(first, FINISHED)).toMatchObject({
        job: { id: 'a', status: 'completed', ...FINISHED, error: null },
        batchIsFinished: false,
      });
      expect(await queue.complete(first, { ...FINISHED, size: 99 })).toBeUndefined();
      expect(await queue.fail(first, 'Late.')).toBeUndefined();
      await queue.release(first, 'a');
      expect(await queue.fail(second, 'No \0 voice.')).toMatchObject({ job: { id: 'f' }, batchIsFinished: true });
      expect(await store.job('b', 'id', 'a')).toMatchObject({ status: 'completed', ...FINISHED });
      expect(await store.job('b', 'id', 'f')).toMatchObject({ status: 'failed', file: null });
      expect(await store.countJobs()).toEqual({ pending: 0, in_progress: 0, completed: 1, failed: 1 });
      expect(await queue.claim('a', 9)).toEqual([]);
    });

    test('counts many ends at the same time, each with its own result', async () => {
      const ids = Array.from({ length: 50 }, (_, index) => `j${index}`);
      await store.accept(batchOf('b', ...ids));
      const jobs = await queue.claim('a', 50);
      const ended = await Promise.all(
        jobs.map((job, index) =>
          index % 7 === 0 ? queue.fail(job, `No ${job.id}`) : queue.complete(job, { ...FINISHED, file: job.id }),
        ),
      );
      expect(ended.map((one) => one?.job.id)).toEqual(idsOf(jobs));
      expect(ended.map((one) => one?.job.file ?? one?.job.error)).toEqual(
        jobs.map(({ id }, index) => (index % 7 === 0 ? `No ${id}` : id)),
      );
      expect(await store.countJobs()).toMatchObject({ completed: 42, failed: 8 });
    });
  });
}
