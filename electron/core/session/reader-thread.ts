// Asks the thread that reads the open project, so that an edit waits for no question about the whole of it.
import { createWorkerPool, WorkerJobError, type WorkerPool } from '../../../node/worker-pool.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Clock } from '../ports.ts';
import type { Project } from '../project/project.ts';
import type { QuestionContext } from './questions.ts';
import { type AnswerOf, answer, type InputOf, type QuestionName, type ReaderJob, UNREAD } from './questions.ts';

export interface ReaderThreadParts {
  /** The studio's own, for where there is no thread. */
  readonly context: QuestionContext;
  readonly clock: Pick<Clock, 'now'>;
  /** Told why a question was not answered by the thread. */
  readonly onTrouble: (error: unknown) => void;
}

const WORKER = new URL('./reader-worker.ts', import.meta.url);
/** A thread that died, or could not read the project, so often in a row is left alone for a while. */
const MOST_TROUBLES = 3;
/** Then it is tried once more. Milliseconds. */
const REST_MS = 60_000;

export class ReaderThread {
  readonly #parts: ReaderThreadParts;
  readonly #thread: WorkerPool<ReaderJob, unknown> | null;
  /** In a row. */
  #troubles = 0;
  /** The thread is left alone until then. Milliseconds since the epoch. */
  #restsUntil = 0;
  #isClosed = false;

  /** Where another thread may read the project beside the studio, one is started as soon as it is needed. */
  constructor(parts: ReaderThreadParts) {
    this.#parts = parts;
    this.#thread = parts.context.project.isReadBeside ? createWorkerPool<ReaderJob, unknown>(WORKER, 1) : null;
  }

  /**
   * Answers a question about the project as it is now, or is a moment later.
   *
   * @throws ProjectError; RequestError `no-project` if the project is closed before the answer
   */
  async ask<N extends QuestionName>(name: N, input: InputOf<N>): Promise<AnswerOf<N>> {
    const { context, onTrouble } = this.#parts;
    if (this.#isClosed) refuse({ kind: 'no-project' });
    if (this.#thread && this.#mayAsk()) {
      try {
        const found = await this.#thread.run({ ...fileOf(context.project), name, input });
        this.#troubles = 0;
        return found as AnswerOf<N>;
      } catch (error) {
        if (this.#isClosed) refuse({ kind: 'no-project' });
        this.#noteTrouble(error);
        onTrouble(error);
      }
    }
    // Where the question itself is what failed, it fails here again, with its own error.
    return answer(context, name, input);
  }

  /** A clock that was set back ends the rest. */
  #mayAsk(): boolean {
    const left = this.#restsUntil - this.#parts.clock.now();
    return left <= 0 || left > REST_MS;
  }

  /** An error of a question is that question's; only those of the thread itself count. */
  #noteTrouble(error: unknown): void {
    if (error instanceof WorkerJobError && error.detail !== UNREAD) {
      this.#troubles = 0;
      return;
    }
    this.#troubles += 1;
    if (this.#troubles >= MOST_TROUBLES) this.#restsUntil = this.#parts.clock.now() + REST_MS;
  }

  /** The same on the studio's own thread: before editing can start, this is quicker than starting another thread. */
  here<N extends QuestionName>(name: N, input: InputOf<N>): Promise<AnswerOf<N>> {
    return answer(this.#parts.context, name, input);
  }

  /** Ends the thread, once it has answered what was asked and let go of the project's file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { project } = this.#parts.context;
    await this.#thread?.run({ ...fileOf(project), name: 'close', input: null }).catch(() => {});
    await this.#thread?.close();
  }
}

const fileOf = ({ dir, file }: Project) => ({ folder: dir, file: file.identity });
