// Answers queries about the whole project in a thread, so that edits don't wait for them.
import { createWorkerPool, WorkerJobError, type WorkerPool } from '../../../node/worker-pool.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Clock } from '../ports.ts';
import type { Project } from '../project/project.ts';
import type { QueryContext } from './queries.ts';
import { type QueryInput, type QueryName, type QueryResult, type ReaderJob, runQuery, UNREAD } from './queries.ts';

export interface ReaderThreadParts {
  readonly context: QueryContext;
  readonly clock: Pick<Clock, 'now'>;
  readonly onError: (error: unknown) => void;
}

const WORKER = new URL('./reader-worker.ts', import.meta.url);
/** Number of consecutive failures to read the project before the thread pauses. */
const MAX_FAILURES = 3;
const PAUSE_MS = 60_000;

export class ReaderThread {
  readonly #parts: ReaderThreadParts;
  readonly #thread: WorkerPool<ReaderJob, unknown> | null;
  #failures = 0;
  #pausedUntil = 0;
  #isUsed = false;
  #isClosed = false;

  /** If another thread can read the project, starts one when it is first needed. */
  constructor(parts: ReaderThreadParts) {
    this.#parts = parts;
    this.#thread = parts.context.project.allowsConcurrentReads
      ? createWorkerPool<ReaderJob, unknown>(WORKER, 1, { isHandedOn: true })
      : null;
  }

  /**
   * Answers queries with the current state or a slightly later one.
   * @throws ProjectError; RequestError `no-project` if the project is closed first
   */
  async query<N extends QueryName>(name: N, input: QueryInput<N>): Promise<QueryResult<N>> {
    const { context, onError } = this.#parts;
    if (this.#isClosed) refuse({ kind: 'no-project' });
    if (this.#thread && this.#canUseThread()) {
      this.#isUsed = true;
      try {
        const found = await this.#thread.run({ ...fileOf(context.project), name, input });
        this.#failures = 0;
        return found as QueryResult<N>;
      } catch (error) {
        if (this.#isClosed) refuse({ kind: 'no-project' });
        this.#countFailure(error);
        onError(error);
      }
    }
    // If the query itself caused the failure, it fails again here, with its original error.
    return runQuery(context, name, input);
  }

  /** The pause also ends if the system clock is set back. */
  #canUseThread(): boolean {
    const left = this.#pausedUntil - this.#parts.clock.now();
    return left <= 0 || left > PAUSE_MS;
  }

  /** Counts failures of the thread itself, but not a query's errors. */
  #countFailure(error: unknown): void {
    if (error instanceof WorkerJobError && error.detail !== UNREAD) {
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    if (this.#failures >= MAX_FAILURES) this.#pausedUntil = this.#parts.clock.now() + PAUSE_MS;
  }

  /** Runs the query in this thread. While a project is being opened, this is faster than starting a thread. */
  queryHere<N extends QueryName>(name: N, input: QueryInput<N>): Promise<QueryResult<N>> {
    return runQuery(this.#parts.context, name, input);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const { project } = this.#parts.context;
    if (this.#isUsed) await this.#thread?.run({ ...fileOf(project), name: 'close', input: null }).catch(() => {});
    await this.#thread?.close();
  }
}

const fileOf = ({ dir, file }: Project) => ({ folder: dir, file: file.identity });
