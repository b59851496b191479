// A test thread that sends ten sample numbers, each with the number taken so far, and waits when more than two ahead.
import { parentPort, workerData } from 'node:worker_threads';
import { TaskFlow } from '../rendering/task-flow.ts';

const cells: Int32Array<SharedArrayBuffer> = workerData;
const flow = new TaskFlow(cells);
for (let sample = 0; sample < 10 && !flow.isCancelled; sample += 1) {
  parentPort?.postMessage({ sample, taken: Atomics.load(cells, 1) });
  flow.waitUntilTaken(sample + 1 - 2);
}
