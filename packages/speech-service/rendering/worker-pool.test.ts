import { getEventListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import { DECISIONS } from '../common/decisions.ts';
import { temporaryFolder } from '../testing/test-service.ts';
import type { RenderTask } from './task-flow.ts';
import { RenderPool } from './worker-pool.ts';

// A thread that does what the name of the "file" says, so that its end can be watched.
const SCRIPT = `
import { parentPort, threadId } from 'node:worker_threads';
import { TaskFlow } from '${new URL('./task-flow.ts', import.meta.url).href}';
parentPort.on('message', async ({ task, flow: cells }) => {
  const [what] = task.path.split(' ');
  const flow = new TaskFlow(cells);
  if (what === 'loop') for (;;) {}
  if (what === 'beat') {
    for (let sent = 1; !flow.isCancelled; sent += 1) {
      flow.beat();
      parentPort.postMessage({ kind: 'samples', samples: new Int16Array(1) });
      flow.waitUntilTaken(sent);
    }
    parentPort.postMessage({ kind: 'done' });
  }
  if (what === 'progress') {
    for (let part = 1; part < 4; part += 1) {
      flow.reach('postprocessing', part / 4);
      parentPort.postMessage({ kind: 'samples', samples: new Int16Array(1) });
      flow.waitUntilTaken(part);
    }
    parentPort.postMessage({ kind: 'done', finished: { duration: flow.isWatched ? 1 : 0, size: 1 } });
  }
  if (what === 'sum') {
    const size = task.parts.flatMap((part) => [...part]).reduce((sum, sample) => sum + sample, 0);
    parentPort.postMessage({ kind: 'done', finished: { duration: task.parts.length, size } });
  }
  if (what === 'die') process.exit(7);
  if (what === 'throw') setImmediate(() => { throw new Error('broken'); });
  if (what === 'answer') parentPort.postMessage({ kind: 'done', finished: { duration: threadId, size: 1 } });
  if (what === 'fail') parentPort.postMessage({ kind: 'failed', reason: 'No.', broken: task.path.includes('broken') });
});
`;

let folder: ReturnType<typeof temporaryFolder>;
let pool: RenderPool;
const never = new AbortController().signal;

/** How often the pool looks at its threads. */
const LOOK_MS = 50;

const task = (path: string): RenderTask => ({
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
  pool = new RenderPool(1, pathToFileURL(script));
});
afterEach(async () => {
  vi.useRealTimers();
  await pool.close();
  folder.remove();
});

test('a thread is used again', async () => {
  expect(await thread('answer')).toBe(await thread('answer'));
});

test('a thread that has had nothing to do for a minute is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const first = await thread('answer');
  vi.advanceTimersByTime(59_000);
  expect(await thread('answer')).toBe(first);
  vi.advanceTimersByTime(59_000);
  expect(await thread('answer')).toBe(first);
  vi.advanceTimersByTime(60_000);
  expect(await thread('answer')).not.toBe(first);
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

test('a caller that asks for the progress of a task gets it, and the thread knows whether one asked', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const told: number[] = [];
  const onProgress = (stage: string, fraction: number): void => {
    expect(stage).toBe('postprocessing');
    told.push(fraction);
  };
  /** The pool looks at the thread, which goes on afterwards. */
  const listen = (_: unknown, taken: () => void): void => {
    vi.advanceTimersByTime(LOOK_MS);
    taken();
  };
  expect((await pool.run(task('progress'), { signal: never, onProgress, listen }))?.duration).toBe(1);
  expect(told.map((fraction) => fraction.toFixed(2))).toEqual(['0.00', '0.25', '0.50', '0.75', '1.00']);
  expect((await pool.run(task('progress'), { signal: never }))?.duration).toBe(0);
});

test('a task that is done before anybody looked is told of from its beginning to its end', async () => {
  const told: [string, number][] = [];
  await pool.run(task('answer'), { signal: never, onProgress: (...step) => told.push(step) });
  expect(told).toEqual([
    ['postprocessing', 0],
    ['postprocessing', 1],
  ]);
});

const untilLost = (DECISIONS.threadStallSeconds * 1000) / LOOK_MS + 1;

test('a thread that is stuck in its task is ended, and another takes the next', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const first = await thread('answer');
  const stuck = pool.run(task('loop'), { signal: never });
  const next = thread('answer');
  vi.advanceTimersByTime(untilLost * LOOK_MS);
  await expect(stuck).rejects.toThrow(WorkerLostError);
  expect(await next).not.toBe(first);
});

test('a thread that shows that it is at work may be so for as long as it likes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const abort = new AbortController();
  let heard = Promise.withResolvers<() => void>();
  const listen = (_: unknown, taken: () => void): void => heard.resolve(taken);
  const busy = pool.run(task('beat'), { signal: abort.signal, listen });
  busy.catch(() => {});
  for (let round = 0; round < 5; round += 1) {
    const taken = await heard.promise;
    vi.advanceTimersByTime((untilLost - 2) * LOOK_MS);
    heard = Promise.withResolvers();
    taken();
  }
  abort.abort(new Error('enough'));
  await expect(busy).rejects.toThrow('enough');
  expect(await thread('answer')).toBeGreaterThan(0);
});

test('samples that lie in memory of somebody else’s are copied out of it, others are handed over', async () => {
  const own = Int16Array.of(1, 2);
  const shared = Int16Array.of(100, 3, 4, 5, 100);
  const parts = [own, shared.subarray(1, 3), shared.subarray(3, 4), shared];
  const finished = await pool.run({ ...task('sum'), parts } as RenderTask, { signal: never });
  expect(finished).toEqual({ duration: 4, size: 1 + 2 + 3 + 4 + 5 + 212 });
  expect(own.length).toBe(0);
});

test('samples that were handed over before are refused, and the next task is done', async () => {
  const parts = [Int16Array.of(1)];
  await pool.run({ ...task('sum'), parts } as RenderTask, { signal: never });
  await expect(pool.run({ ...task('sum'), parts } as RenderTask, { signal: never })).rejects.toThrow();
  expect(await thread('answer')).toBeGreaterThan(0);
});

test('a pool that is closed does nothing more', async () => {
  await pool.close();
  await expect(thread('answer')).rejects.toThrow(WorkerLostError);
});
