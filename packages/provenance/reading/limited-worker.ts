import { createWorkerPool, WorkerLostError, type WorkerPool } from '../../../node/worker-pool.ts';

const IDLE_MS = 2000;

/**
 * Runs jobs on untrusted files in a separate thread, which is stopped if a job takes too long. Runs one job at a time, so that a
 * job can only fail or time out because of its own file.
 */
export class LimitedWorker<Job, Result> {
  readonly #script: URL;
  readonly #limitMs: number;
  #pool: WorkerPool<Job, Result> | undefined;
  /** Settles when the last job has finished. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(script: URL, limitMs: number) {
    this.#script = script;
    this.#limitMs = limitMs;
  }

  /** Returns `crashed` if the job crashed its thread. */
  run(job: Job): Promise<Result | 'crashed' | 'too-slow'> {
    const result = this.#queue.then(() => this.#runNow(job));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #runNow(job: Job): Promise<Result | 'crashed' | 'too-slow'> {
    this.#pool ??= createWorkerPool(this.#script, 1, { idleMs: IDLE_MS });
    const used = this.#pool;
    const { promise, resolve } = Promise.withResolvers<'too-slow'>();
    const timer = setTimeout(() => {
      if (this.#pool === used) this.#pool = undefined;
      resolve('too-slow');
      void used.close();
    }, this.#limitMs);
    try {
      return await Promise.race([promise, used.run(job).catch(asCrash)]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function asCrash(error: unknown): 'crashed' {
  if (error instanceof WorkerLostError) return 'crashed';
  throw error;
}
