// A few threads that share a queue of jobs.
import { type Transferable, Worker } from 'node:worker_threads';
import { childEnvironment } from '../shared/rules/child-environment.ts';

/**
 * Blocks of sound are garbage as soon as they are encoded. A thread collects it once this many megabytes of small objects
 * have gathered; with the default of 16 or more, each thread holds about a hundred megabytes of it.
 */
const YOUNG_GENERATION_MB = 2;

/** What a thread answers to the one job that it has. */
export type WorkerReply<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly message: string; readonly detail?: string | undefined };

/** A job's thread died under it, or the pool was closed. What the job was given is unharmed. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
}

/** A thread did the job and says that it can't be done. `detail` is the thread's own word for the kind of failure. */
export class WorkerJobError extends Error {
  override readonly name = 'WorkerJobError';
  readonly detail: string | undefined;

  constructor(message: string, detail: string | undefined) {
    super(message);
    this.detail = detail;
  }
}

export interface WorkerPool<Job, Result> {
  /**
   * Has a thread do the job, after those that came before. `transfer` are buffers and ports that are handed over, not
   * copied: the caller has no more use of them.
   *
   * @throws WorkerJobError as the thread says, WorkerLostError where the thread dies or the pool is closed
   */
  run(job: Job, transfer?: readonly Transferable[]): Promise<Result>;
  /** Ends all threads; jobs that are not done fail with WorkerLostError. May be called again. */
  close(): Promise<void>;
}

interface Task<Job, Result> {
  readonly job: Job;
  readonly transfer: readonly Transferable[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** A thread and what it is at. */
interface PooledWorker<Job, Result> {
  readonly worker: Worker;
  task: Task<Job, Result> | undefined;
  /** Ends it, where it stays without a job. */
  leaving?: NodeJS.Timeout;
}

class Pool<Job, Result> implements WorkerPool<Job, Result> {
  readonly #script: URL;
  readonly #size: number;
  readonly #places = new Set<PooledWorker<Job, Result>>();
  readonly #waiting: Task<Job, Result>[] = [];
  readonly #idleMs: number | null;
  #closed = false;

  constructor(script: URL, size: number, idleMs: number | null) {
    this.#script = script;
    this.#size = size;
    this.#idleMs = idleMs;
  }

  run(job: Job, transfer: readonly Transferable[] = []): Promise<Result> {
    if (this.#closed) return Promise.reject(new WorkerLostError('The audio threads have been closed.'));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ job, transfer, resolve, reject });
    this.#dispatch();
    return promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const lost = new WorkerLostError('The audio threads have been closed.');
    for (const task of this.#waiting.splice(0)) task.reject(lost);
    const places = [...this.#places];
    this.#places.clear();
    for (const place of places) {
      clearTimeout(place.leaving);
      place.task?.reject(lost);
    }
    await Promise.all(places.map((place) => place.worker.terminate()));
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const place = [...this.#places].find((candidate) => candidate.task === undefined) ?? this.#open();
      if (place === undefined) return;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      place.task = task;
      clearTimeout(place.leaving);
      // A thread at work keeps the process alive; an idle one does not.
      place.worker.ref();
      try {
        place.worker.postMessage(task.job, task.transfer);
      } catch (error) {
        this.#settle(place, () => task.reject(error instanceof Error ? error : new Error(String(error))));
      }
    }
  }

  #open(): PooledWorker<Job, Result> | undefined {
    if (this.#places.size >= this.#size) return undefined;
    const worker = new Worker(this.#script, {
      env: childEnvironment(process.env),
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    const place: PooledWorker<Job, Result> = { worker, task: undefined };
    this.#places.add(place);
    worker.on('message', (reply: WorkerReply<Result>) => this.#answer(place, reply));
    worker.on('error', (error: unknown) => this.#lose(place, error));
    worker.on('exit', () => this.#lose(place, undefined));
    return place;
  }

  #answer(place: PooledWorker<Job, Result>, reply: WorkerReply<Result>): void {
    const { task } = place;
    this.#settle(place, () => {
      if (reply.ok) task?.resolve(reply.result);
      else task?.reject(new WorkerJobError(reply.message, reply.detail));
    });
  }

  #settle(place: PooledWorker<Job, Result>, tell: () => void): void {
    place.task = undefined;
    place.worker.unref();
    tell();
    this.#dispatch();
    if (place.task === undefined && this.#idleMs !== null && this.#places.has(place)) {
      place.leaving = setTimeout(() => this.#end(place), this.#idleMs).unref();
    }
  }

  /** What a thread holds is given back; another one is started for the next job. */
  #end(place: PooledWorker<Job, Result>): void {
    if (this.#places.delete(place)) void place.worker.terminate();
  }

  /** A dead thread takes only its own job with it; the next job gets a new one. */
  #lose(place: PooledWorker<Job, Result>, cause: unknown): void {
    if (!this.#places.delete(place)) return;
    const { task } = place;
    place.task = undefined;
    task?.reject(new WorkerLostError('A thread that worked on audio has died.', { cause }));
    this.#dispatch();
  }
}

/**
 * Threads of the module `script`, which answers each message (a job) with one WorkerReply. They are started when they
 * are needed, at most `size` (1 or more) of them.
 *
 * @param idleMs a thread without a job for as long is ended; unless given, it stays
 */
export function createWorkerPool<Job, Result>(
  script: URL,
  size: number,
  { idleMs = null }: { readonly idleMs?: number | null } = {},
): WorkerPool<Job, Result> {
  return new Pool<Job, Result>(script, Math.max(1, size), idleMs);
}
