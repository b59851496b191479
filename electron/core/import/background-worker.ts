// Worker module for long tasks; see background-work.ts.
import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import { systemClock, systemRandom } from '../system.ts';
import { type BackgroundOrder, BackgroundWork, packError, watchOnPort } from './background-work.ts';

const work = new BackgroundWork({ clock: systemClock, random: systemRandom });

async function reply({ job, port }: BackgroundOrder): Promise<void> {
  let told: WorkerReply<unknown>;
  try {
    told = { ok: true, result: await work.perform(job, port ? watchOnPort(port) : undefined) };
  } catch (error) {
    told = packError(error);
  } finally {
    port?.close();
  }
  parentPort?.postMessage(told);
}

parentPort?.on('message', (order: BackgroundOrder) => void reply(order));
