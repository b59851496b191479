// The module of the thread that does work on the side: see side-work.ts.
import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../../../node/worker-pool.ts';
import { systemClock, systemRandom } from '../system.ts';
import { packedError, type SideJob, SideWork } from './side-work.ts';

const work = new SideWork({ clock: systemClock, random: systemRandom });

async function reply(job: SideJob): Promise<void> {
  let told: WorkerReply<unknown>;
  try {
    told = { ok: true, result: await work.perform(job) };
  } catch (error) {
    told = packedError(error);
  }
  parentPort?.postMessage(told);
}

parentPort?.on('message', (job: SideJob) => void reply(job));
