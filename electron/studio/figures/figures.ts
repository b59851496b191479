// Figures of the open project, found by a thread of its own, so that an edit never waits for them.
import { createWorkerPool, type WorkerPool } from '../../core/audio/worker-pool.ts';
import { refuse } from '../studio-error.ts';
import type { Desk } from './desk.ts';
import { type AnswerOf, answer, type FigureJob, type InputOf, type QuestionName } from './questions.ts';

export interface FiguresParts {
  /** The studio's own, for where there is no thread. */
  readonly desk: Desk;
  /** Told why a question was not answered by the thread. */
  readonly onTrouble: (error: unknown) => void;
}

const WORKER = new URL('./figures-worker.ts', import.meta.url);
/** A thread that failed so often is asked no more. */
const MOST_TROUBLES = 3;

export class Figures {
  readonly #parts: FiguresParts;
  readonly #thread: WorkerPool<FigureJob, unknown> | null;
  #troubles = 0;
  #isClosed = false;

  /** Where another thread may read the project beside the studio, one is started as soon as it is needed. */
  constructor(parts: FiguresParts) {
    this.#parts = parts;
    this.#thread = parts.desk.project.isReadBeside ? createWorkerPool<FigureJob, unknown>(WORKER, 1) : null;
  }

  /**
   * Answers a question about the project as it is now, or is a moment later.
   *
   * @throws ProjectError; StudioError `no-project` where the project is closed meanwhile
   */
  async ask<N extends QuestionName>(name: N, input: InputOf<N>): Promise<AnswerOf<N>> {
    const { desk, onTrouble } = this.#parts;
    if (this.#isClosed) refuse({ kind: 'no-project' });
    if (this.#thread && this.#troubles < MOST_TROUBLES) {
      try {
        return (await this.#thread.run({ folder: desk.project.dir, name, input })) as AnswerOf<N>;
      } catch (error) {
        if (this.#isClosed) refuse({ kind: 'no-project' });
        this.#troubles += 1;
        onTrouble(error);
      }
    }
    return answer(desk, name, input);
  }

  /** The same by the studio's own thread: while nobody can be editing yet, it is quicker than starting another. */
  here<N extends QuestionName>(name: N, input: InputOf<N>): Promise<AnswerOf<N>> {
    return answer(this.#parts.desk, name, input);
  }

  /** Ends the thread, once it has answered what was asked and let go of the project's file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { project } = this.#parts.desk;
    await this.#thread?.run({ folder: project.dir, name: 'close', input: null }).catch(() => {});
    await this.#thread?.close();
  }
}
