import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../../../../node/worker-pool.ts';
import { type BackupJob, backUpInProject } from './routine-backups.ts';

parentPort?.on('message', ({ folder, now }: BackupJob) => {
  let told: WorkerReply<string | null>;
  try {
    told = { ok: true, result: backUpInProject(folder, now) };
  } catch (error) {
    // Only report the error's name, because its message might contain the names of the producer's folders.
    told = { ok: false, message: error instanceof Error ? error.name : 'unknown' };
  }
  parentPort?.postMessage(told);
});
