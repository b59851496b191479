import type { FinishedFile, OnProgress, SpeechStage } from '../speech/speech-engine.ts';
import { type RenderTask, TaskFlow, type TaskMessage } from './task-flow.ts';

const MIN_PROGRESS_STEP = 1 / 20 - 1e-9;

export class StageReporter {
  readonly #stages: readonly SpeechStage[];
  readonly #tell: OnProgress;
  #index = -1;
  #told = 0;

  constructor(stages: readonly SpeechStage[], report: OnProgress) {
    this.#stages = stages;
    this.#tell = report;
  }

  /** @param fraction of the stage, 0 to 1; changes below one progress step aren't reported */
  reach(stage: SpeechStage, fraction: number): void {
    const index = this.#stages.indexOf(stage);
    while (this.#index < index) this.#startNextStage();
    if (index < 0 || index !== this.#index || !(fraction < 1) || fraction - this.#told < MIN_PROGRESS_STEP) return;
    this.#told = fraction;
    this.#tell(stage, fraction);
  }

  end(): void {
    while (this.#index < this.#stages.length) this.#startNextStage();
  }

  #startNextStage(): void {
    const done = this.#stages[this.#index];
    if (done !== undefined) this.#tell(done, 1);
    this.#index += 1;
    this.#told = 0;
    const next = this.#stages[this.#index];
    if (next !== undefined) this.#tell(next, 0);
  }
}

export interface SpokenPiece {
  readonly length: number;
  readonly samples?: Int16Array;
}

export interface TaskOptions {
  readonly signal: AbortSignal;
  /** Receives samples. Call `taken` once they are consumed, because the thread might be waiting for this call. */
  readonly listen?: (piece: SpokenPiece, taken: () => void) => void;
  /**
   * Receives at most about twenty updates per stage, and at least one for each stage of a completed task. Must not
   * throw.
   */
  readonly onProgress?: OnProgress;
}

const STAGES: Readonly<Record<RenderTask['kind'], readonly SpeechStage[]>> = {
  speak: ['preload', 'generate'],
  finish: ['postprocessing'],
  'speak-file': ['preload', 'generate', 'postprocessing'],
};

/** Copies parts that share a buffer, so that each can be transferred. */
function separateBuffers(parts: readonly Int16Array[]): Int16Array<ArrayBuffer>[] {
  const buffers = new Set<ArrayBufferLike>();
  return parts.map((part) => {
    const { buffer } = part;
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === part.byteLength && !buffers.has(buffer);
    buffers.add(buffer);
    return isOwn ? new Int16Array(buffer) : Int16Array.from(part);
  });
}

export class TaskOrder {
  readonly task: RenderTask;
  readonly options: TaskOptions;
  readonly flow = new TaskFlow();
  readonly resolve: (finished: FinishedFile | undefined) => void;
  readonly reject: (error: unknown) => void;
  readonly #reporter: StageReporter | undefined;

  constructor(task: RenderTask, options: TaskOptions, settlers: Pick<TaskOrder, 'resolve' | 'reject'>) {
    this.task = task;
    this.options = options;
    this.resolve = settlers.resolve;
    this.reject = settlers.reject;
    const { onProgress, signal } = options;
    if (onProgress === undefined) return;
    this.#reporter = new StageReporter(STAGES[task.kind], (stage, fraction) => {
      if (!signal.aborted) onProgress(stage, fraction);
    });
  }

  message(): { readonly message: TaskMessage; readonly transfer: ArrayBuffer[] } {
    const flow = this.flow.cells;
    if (this.task.kind !== 'finish') return { message: { task: this.task, flow }, transfer: [] };
    const parts = separateBuffers(this.task.parts);
    return { message: { task: { ...this.task, parts }, flow }, transfer: parts.map(({ buffer }) => buffer) };
  }

  begin(): void {
    const [first] = STAGES[this.task.kind];
    if (first !== undefined) this.#reporter?.reach(first, 0);
  }

  /** Reports progress. Threads only provide it once this has been called. */
  poll(): void {
    if (this.#reporter === undefined) return;
    this.flow.watch();
    const { stage, fraction } = this.flow.progress;
    this.#reporter.reach(stage, fraction);
  }

  end(finished: FinishedFile | undefined): void {
    this.#reporter?.end();
    this.resolve(finished);
  }
}
