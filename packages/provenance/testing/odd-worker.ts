import { parentPort } from 'node:worker_threads';
import type { WorkerReply } from '../../../node/worker-pool.ts';

/** `hang`: never answers, and keeps its thread busy. `crash`: ends its thread. Others are echoed. */
parentPort?.on('message', (job: string) => {
  if (job === 'crash') process.exit(1);
  while (job === 'hang');
  parentPort?.postMessage({ ok: true, result: job } satisfies WorkerReply<string>);
});
