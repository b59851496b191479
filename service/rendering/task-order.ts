// A task on its way through the pool of threads.
import type { FinishedFile, OnProgress, SpeechStage } from '../speech/speech-engine.ts';
import { type RenderTask, TaskFlow, type TaskMessage } from './task-flow.ts';

// How far a task is, told in few steps: who watches needs no more.

/** Twenty steps a stage at most. The little that is left out is for fractions that are rounded. */
const STEP = 1 / 20 - 1e-9;

/** Tells of one stage after the other: that it begins (0), how far it is, and that it is done (1). None is left out. */
export class StageReporter {
  readonly #stages: readonly SpeechStage[];
  readonly #tell: OnProgress;
  #index = -1;
  #told = 0;

  /** @param stages those that there are, in their order */
  constructor(stages: readonly SpeechStage[], tell: OnProgress) {
    this.#stages = stages;
    this.#tell = tell;
  }

  /** @param fraction how much of the stage is done, 0 to 1; what is not a step further than what was told is not told */
  reach(stage: SpeechStage, fraction: number): void {
    const index = this.#stages.indexOf(stage);
    while (this.#index < index) this.#goOn();
    if (index < 0 || index !== this.#index || !(fraction < 1) || fraction - this.#told < STEP) return;
    this.#told = fraction;
    this.#tell(stage, fraction);
  }

  /** All is done. */
  end(): void {
    while (this.#index < this.#stages.length) this.#goOn();
  }

  #goOn(): void {
    const done = this.#stages[this.#index];
    if (done !== undefined) this.#tell(done, 1);
    this.#index += 1;
    this.#told = 0;
    const next = this.#stages[this.#index];
    if (next !== undefined) this.#tell(next, 0);
  }
}

/** Samples that a thread has made: they themselves, or how many of them are the next ones in the task's file. */
export interface SpokenPiece {
  readonly length: number;
  readonly samples?: Int16Array;
}

export interface TaskOptions {
  readonly signal: AbortSignal;
  /**
   * Gets the samples of a `speak` task as they are made. `taken` is to be called when they are out of the way: where
   * the task says how far it may be ahead, the thread waits for it.
   */
  readonly listen?: (piece: SpokenPiece, taken: () => void) => void;
  /**
   * Told how far the task is, in some twenty steps a stage at most; no stage of a task that is done is left out. Must not
   * throw.
   */
  readonly onProgress?: OnProgress;
}

const STAGES: Readonly<Record<RenderTask['kind'], readonly SpeechStage[]>> = {
  speak: ['preload', 'generate'],
  finish: ['postprocessing'],
  'speak-file': ['preload', 'generate', 'postprocessing'],
};

/** Samples in memory of their own, which can be handed over: what is part of something larger is copied out of it. */
function ownParts(parts: readonly Int16Array[]): Int16Array<ArrayBuffer>[] {
  const buffers = new Set<ArrayBufferLike>();
  return parts.map((part) => {
    const { buffer } = part;
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === part.byteLength && !buffers.has(buffer);
    buffers.add(buffer);
    return isOwn ? new Int16Array(buffer) : Int16Array.from(part);
  });
}

/** A task, its caller's callbacks, and what it shares with the thread that does it. */
export class TaskOrder {
  readonly task: RenderTask;
  readonly options: TaskOptions;
  readonly flow = new TaskFlow();
  readonly resolve: (finished: FinishedFile | undefined) => void;
  readonly reject: (error: unknown) => void;
  readonly #reporter: StageReporter | undefined;

  constructor(task: RenderTask, options: TaskOptions, settle: Pick<TaskOrder, 'resolve' | 'reject'>) {
    this.task = task;
    this.options = options;
    this.resolve = settle.resolve;
    this.reject = settle.reject;
    const { onProgress, signal } = options;
    if (onProgress === undefined) return;
    this.#reporter = new StageReporter(STAGES[task.kind], (stage, fraction) => {
      if (!signal.aborted) onProgress(stage, fraction);
    });
  }

  /** What a thread is sent, and what is handed over to it with that. */
  message(): { readonly message: TaskMessage; readonly transfer: ArrayBuffer[] } {
    const flow = this.flow.cells;
    if (this.task.kind !== 'finish') return { message: { task: this.task, flow }, transfer: [] };
    const parts = ownParts(this.task.parts);
    return { message: { task: { ...this.task, parts }, flow }, transfer: parts.map(({ buffer }) => buffer) };
  }

  /** The task has been given to a thread. */
  begin(): void {
    const [first] = STAGES[this.task.kind];
    if (first !== undefined) this.#reporter?.reach(first, 0);
  }

  /** Checks how far the task is. The thread need not report its progress before the first check. */
  poll(): void {
    if (this.#reporter === undefined) return;
    this.flow.watch();
    const { stage, fraction } = this.flow.progress;
    this.#reporter.reach(stage, fraction);
  }

  /** The thread is done with it. */
  end(finished: FinishedFile | undefined): void {
    this.#reporter?.end();
    this.resolve(finished);
  }
}
