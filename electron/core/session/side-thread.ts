// Work on the side, in a thread that is started when it is first needed.

import { createWorkerPool, type WorkerPool } from '../../../node/worker-pool.ts';
import type { ImportPreview } from '../../../shared/ipc/project-requests.ts';
import { type SideJob, unpackedError } from './side-work.ts';

const WORKER = new URL('./side-worker.ts', import.meta.url);

export class SideThread {
  readonly #pool: WorkerPool<SideJob, ImportPreview | null> = createWorkerPool(WORKER, 1);

  /** As `SideWork.perform`. @throws WorkerLostError too, where the thread dies or is closed */
  async perform(job: SideJob): Promise<ImportPreview | null> {
    try {
      return await this.#pool.run(job);
    } catch (error) {
      throw unpackedError(error);
    }
  }

  /** Ends the thread. What it was at is lost. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
