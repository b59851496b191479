import { getEventListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/test-service.ts';
import type { Task } from './tasks.ts';
import { WorkerLostError, WorkerPool } from './worker-pool.ts';

// A thread that does what the name of the "file" says, so that its end can be watched.
const SCRIPT = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ task }) => {
  const [what] = task.path.split(' ');
  if (what === 'die') process.exit(7);
  if (what === 'throw') setImmediate(() => { throw new Error('broken'); });
  if (what === 'answer') parentPort.postMessage({ kind: 'done', finished: { duration: threadId, size: 1 } });
  if (what === 'fail') parentPort.postMessage({ kind: 'failed', reason: 'No.', broken: task.path.includes('broken') });
});
`;

let folder: ReturnType<typeof temporaryFolder>;
let pool: WorkerPool;
const never = new AbortController().signal;

const task = (path: string): Task => ({
  kind: 'finish',
  parts: [],
  spokenRate: 8000,
  sampleRate: undefined,
  format: 'wav',
  quality: 'low',
  path,
});

/** The number of the thread that did the task. */
const thread = async (path: string): Promise<number> =>
  (await pool.run(task(path), { signal: never }))?.duration ?? Number.NaN;

beforeEach(() => {
  folder = temporaryFolder();
  const script = join(folder.path, 'thread.mjs');
  writeFileSync(script, SCRIPT);
  pool = new WorkerPool(1, pathToFileURL(script));
});
afterEach(async () => {
  await pool.close();
  folder.remove();
});

test('a thread is used again', async () => {
  expect(await thread('answer')).toBe(await thread('answer'));
});

for (const end of ['die', 'throw']) {
  test(`a thread that ends (${end}) takes its task with it, and no other`, async () => {
    const first = await thread('answer');
    const lost = pool.run(task(end), { signal: never });
    const next = thread('answer');
    await expect(lost).rejects.toThrow(WorkerLostError);
    expect(await next).not.toBe(first);
  });
}

test('a refusal keeps the thread, unless it is broken', async () => {
  const first = await thread('answer');
  await expect(thread('fail')).rejects.toThrow('No.');
  expect(await thread('answer')).toBe(first);
  await expect(thread('fail broken')).rejects.toThrow('No.');
  expect(await thread('answer')).not.toBe(first);
});

test('a task that is given up while it waits is never begun', async () => {
  const abort = new AbortController();
  const stuck = pool.run(task('stay'), { signal: never });
  const waiting = pool.run(task('die'), { signal: abort.signal });
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  const closed = pool.close();
  await expect(stuck).rejects.toThrow(WorkerLostError);
  await closed;
});

test('a task that is done is held by no signal', async () => {
  const abort = new AbortController();
  await pool.run(task('answer'), { signal: abort.signal });
  await pool.run(task('fail'), { signal: abort.signal }).catch(() => {});
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
});

test('a pool that is closed does nothing more', async () => {
  await pool.close();
  await expect(thread('answer')).rejects.toThrow(WorkerLostError);
});
