import { type Transferable, Worker } from 'node:worker_threads';
import { childEnvironment } from '../shared/rules/child-environment.ts';

/** Limits the young generation, so that threads free encoded audio early instead of keeping about 100 MB each. */
const YOUNG_GENERATION_MB = 2;

export type WorkerReply<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly message: string; readonly detail?: string | undefined };

/** A job's thread crashed, or the pool was closed. Neither means that the job's input is invalid. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
}

/** `detail` identifies the kind of failure. */
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
   * Runs a job, in order of arrival. Buffers and ports in `transfer` are moved, so the caller can't use them
   * afterwards.
   */
  run(job: Job, transfer?: readonly Transferable[]): Promise<Result>;
  /** Makes unfinished jobs fail with WorkerLostError. */
  close(): Promise<void>;
}

interface Task<Job, Result> {
  readonly job: Job;
  readonly transfer: readonly Transferable[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

interface PooledWorker<Job, Result> {
  readonly worker: Worker;
  task: Task<Job, Result> | undefined;
  leaving?: NodeJS.Timeout;
  /** Removes the pool's listeners. */
  readonly detach: () => void;
}

interface WorkerPoolOptions {
  /** Threads are stopped after being idle for this time. By default, they keep running. */
  readonly idleMs?: number | null;
  /** Given to each thread as `workerData`. */
  readonly data?: string;
  /**
   * Whether an idle thread of a closed pool may continue in another pool with the same script, data and option. The
   * script must not keep anything between jobs that another pool could notice.
   */
  readonly isHandedOn?: boolean;
}

/** How long an idle thread of a closed pool waits for another pool, in milliseconds. */
const SPARE_MS = 10_000;

/** For each script. */
const MAX_SPARES = 2;

interface Spare {
  readonly worker: Worker;
  readonly leave: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Idle threads of closed pools, by script. Starting a thread takes longer than most of its jobs. */
const spares = new Map<string, Set<Spare>>();

function takeSpare(key: string): Worker | undefined {
  const [spare] = spares.get(key) ?? [];
  return spare && removeSpare(key, spare);
}

function removeSpare(key: string, spare: Spare): Worker {
  spares.get(key)?.delete(spare);
  clearTimeout(spare.timer);
  return spare.worker.off('error', spare.leave).off('exit', spare.leave);
}

/** Returns false if enough threads are already waiting. */
function keepSpare(key: string, worker: Worker): boolean {
  const waiting = spares.get(key) ?? new Set();
  if (waiting.size >= MAX_SPARES) return false;
  const leave = () => void removeSpare(key, spare).terminate();
  const spare: Spare = { worker, leave, timer: setTimeout(leave, SPARE_MS).unref() };
  worker.on('error', leave).on('exit', leave);
  spares.set(key, waiting.add(spare));
  return true;
}

class Pool<Job, Result> implements WorkerPool<Job, Result> {
  readonly #script: URL;
  readonly #size: number;
  readonly #places = new Set<PooledWorker<Job, Result>>();
  readonly #waiting: Task<Job, Result>[] = [];
  readonly #idleMs: number | null;
  readonly #data: string | undefined;
  /** Null if threads are not handed on. */
  readonly #spareKey: string | null;
  #closed = false;

  constructor(script: URL, size: number, { idleMs = null, data, isHandedOn = false }: WorkerPoolOptions) {
    this.#script = script;
    this.#size = size;
    this.#idleMs = idleMs;
    this.#data = data;
    this.#spareKey = isHandedOn ? `${script.href} ${data ?? ''}` : null;
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
    await Promise.all(places.map((place) => this.#handOnOrEnd(place)));
  }

  #handOnOrEnd({ worker, task, detach }: PooledWorker<Job, Result>): Promise<unknown> | undefined {
    if (this.#spareKey !== null && task === undefined) {
      detach();
      if (keepSpare(this.#spareKey, worker)) return undefined;
    }
    return worker.terminate();
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const place = [...this.#places].find((candidate) => candidate.task === undefined) ?? this.#acquireWorker();
      if (place === undefined) return;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      place.task = task;
      clearTimeout(place.leaving);
      // A busy thread keeps the process alive; an idle one doesn't.
      place.worker.ref();
      try {
        place.worker.postMessage(task.job, task.transfer);
      } catch (error) {
        this.#settle(place, () => task.reject(error instanceof Error ? error : new Error(String(error))));
      }
    }
  }

  #acquireWorker(): PooledWorker<Job, Result> | undefined {
    if (this.#places.size >= this.#size) return undefined;
    const worker = this.#takeSpare() ?? this.#startWorker();
    const onMessage = (reply: WorkerReply<Result>) => this.#handleReply(place, reply);
    const onError = (error: unknown) => this.#handleCrash(place, error);
    const onExit = () => this.#handleCrash(place, undefined);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    const detach = () => void worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    const place: PooledWorker<Job, Result> = { worker, task: undefined, detach };
    this.#places.add(place);
    return place;
  }

  #takeSpare(): Worker | undefined {
    return this.#spareKey === null ? undefined : takeSpare(this.#spareKey);
  }

  #startWorker(): Worker {
    return new Worker(this.#script, {
      env: childEnvironment(process.env),
      workerData: this.#data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
  }

  #handleReply(worker: PooledWorker<Job, Result>, reply: WorkerReply<Result>): void {
    const { task } = worker;
    this.#settle(worker, () => {
      if (reply.ok) task?.resolve(reply.result);
      else task?.reject(new WorkerJobError(reply.message, reply.detail));
    });
  }

  #settle(worker: PooledWorker<Job, Result>, notify: () => void): void {
    worker.task = undefined;
    worker.worker.unref();
    notify();
    this.#dispatch();
    if (worker.task === undefined && this.#idleMs !== null && this.#places.has(worker)) {
      worker.leaving = setTimeout(() => this.#end(worker), this.#idleMs).unref();
    }
  }

  #end(worker: PooledWorker<Job, Result>): void {
    if (this.#places.delete(worker)) void worker.worker.terminate();
  }

  /** A crashed thread only fails its own job; the next job starts a new thread. */
  #handleCrash(worker: PooledWorker<Job, Result>, cause: unknown): void {
    if (!this.#places.delete(worker)) return;
    const { task } = worker;
    worker.task = undefined;
    task?.reject(new WorkerLostError('An audio thread has crashed.', { cause }));
    this.#dispatch();
  }
}

/**
 * Creates a pool of up to `size` threads, which start on demand. The module `script` answers each message with one
 * WorkerReply.
 */
export function createWorkerPool<Job, Result>(
  script: URL,
  size: number,
  options: WorkerPoolOptions = {},
): WorkerPool<Job, Result> {
  return new Pool<Job, Result>(script, Math.max(1, size), options);
}
