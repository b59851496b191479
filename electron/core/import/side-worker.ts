// Worker module for long tasks; see side-work.ts.
import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import { systemClock, systemRandom } from '../system.ts';
import { packedError, type SideOrder, SideWork, watchOnPort } from './side-work.ts';

const work = new SideWork({ clock: systemClock, random: systemRandom });

async function reply({ job, port }: SideOrder): Promise<void> {
  let told: WorkerReply<unknown>;
  try {
    told = { ok: true, result: await work.perform(job, port ? watchOnPort(port) : undefined) };
  } catch (error) {
    told = packedError(error);
  } finally {
    port?.close();
  }
  parentPort?.postMessage(told);
}

parentPort?.on('message', (order: SideOrder) => void reply(order));
