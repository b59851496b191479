import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { TaskFlow } from './task-flow.ts';

const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.terminate();
});

function started(flow: TaskFlow): Worker {
  const worker = new Worker(new URL('../testing/flow-thread.ts', import.meta.url), { workerData: flow.cells });
  workers.push(worker);
  return worker;
}

test('a thread is never further ahead than it may be, and goes on as its samples are taken', async () => {
  const flow = new TaskFlow();
  const worker = started(flow);
  const seen: { sample: number; taken: number }[] = [];
  worker.on('message', (message) => {
    seen.push(message);
    flow.take(1);
  });
  await once(worker, 'exit');
  expect(seen.map(({ sample }) => sample)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const { sample, taken } of seen) expect(taken).toBeGreaterThanOrEqual(sample - 2);
});

test('a thread that waits is let go when its task is cancelled', async () => {
  const flow = new TaskFlow();
  const worker = started(flow);
  let seen = 0;
  worker.on('message', () => {
    seen += 1;
    if (seen === 3) flow.cancel();
  });
  await once(worker, 'exit');
  expect(seen).toBe(3);
});

test('what is taken after the end of a task holds up no caller', () => {
  const flow = new TaskFlow();
  flow.cancel();
  flow.take(5);
  flow.waitUntilTaken(1_000_000);
  expect(flow.isCancelled).toBe(true);
});
