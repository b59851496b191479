// Messages between the pool and its threads, and the memory they share while a thread is busy with a task.

import { at } from '../../../shared/rules/at.ts';
import type { SpeakTask } from '../speech/embedded/plan.ts';
import type { FinishedFile, SpeechFile, SpeechStage } from '../speech/speech-engine.ts';

interface FinishTask extends SpeechFile {
  readonly kind: 'finish';
  readonly parts: Int16Array[];
  readonly spokenRate: number;
}

interface SpeakFileTask {
  readonly kind: 'speak-file';
  readonly speech: SpeakTask;
  readonly file: SpeechFile;
}

export type RenderTask = SpeakTask | FinishTask | SpeakFileTask;

export interface TaskMessage {
  readonly task: RenderTask;
  readonly flow: Int32Array<SharedArrayBuffer>;
}

export type WorkerMessage =
  | { readonly kind: 'samples'; readonly samples: Int16Array }
  | { readonly kind: 'stored'; readonly length: number }
  | { readonly kind: 'done'; readonly finished: FinishedFile | undefined }
  /** `reason` is a sentence for the client. If `broken` is true, the thread is replaced. */
  | { readonly kind: 'failed'; readonly reason: string; readonly broken: boolean };

const CANCELLED = 0;
const TAKEN = 1;
const BEATS = 2;
const WATCHED = 3;
const PROGRESS = 4;
const CELLS = 5;

/** Maximum time between heartbeats of a waiting thread, in milliseconds. */
const WAIT_MS = 1000;

/** More samples than any task produces. Storing this number releases a waiting thread. */
const ALL_SAMPLES = 2 ** 31 - 1;

const STAGES = ['preload', 'generate', 'postprocessing'] as const satisfies SpeechStage[];

const PROGRESS_STEPS = 1 << 16;

export class TaskFlow {
  readonly cells: Int32Array<SharedArrayBuffer>;

  constructor(cells: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(4 * CELLS))) {
    this.cells = cells;
  }

  get isCancelled(): boolean {
    return Atomics.load(this.cells, CANCELLED) === 1;
  }

  get beats(): number {
    return Atomics.load(this.cells, BEATS);
  }

  /** Whether the caller wants progress; if not, calling `reach` is unnecessary. */
  get isWatched(): boolean {
    return Atomics.load(this.cells, WATCHED) === 1;
  }

  get progress(): { readonly stage: SpeechStage; readonly fraction: number } {
    const reached = Atomics.load(this.cells, PROGRESS);
    return {
      stage: at(STAGES, Math.floor(reached / PROGRESS_STEPS)),
      fraction: (reached % PROGRESS_STEPS) / (PROGRESS_STEPS - 1),
    };
  }

  beat(): void {
    Atomics.add(this.cells, BEATS, 1);
  }

  watch(): void {
    Atomics.store(this.cells, WATCHED, 1);
  }

  reach(stage: SpeechStage, fraction: number): void {
    const part = Math.floor(Math.max(0, Math.min(1, fraction)) * (PROGRESS_STEPS - 1));
    Atomics.store(this.cells, PROGRESS, STAGES.indexOf(stage) * PROGRESS_STEPS + part);
  }

  cancel(): void {
    Atomics.store(this.cells, CANCELLED, 1);
    // Change the cell before notifying, so that a thread that is just about to wait isn't missed.
    Atomics.store(this.cells, TAKEN, ALL_SAMPLES);
    Atomics.notify(this.cells, TAKEN);
  }

  take(samples: number): void {
    if (this.isCancelled) return;
    Atomics.add(this.cells, TAKEN, samples);
    Atomics.notify(this.cells, TAKEN);
  }

  get taken(): number {
    return Atomics.load(this.cells, TAKEN);
  }

  /** Blocks until this many samples have been taken or the task is cancelled. Must not be called on the main thread. */
  waitUntilTaken(samples: number): void {
    for (;;) {
      const { taken } = this;
      if (taken >= samples || this.isCancelled) return;
      this.beat();
      Atomics.wait(this.cells, TAKEN, taken, WAIT_MS);
    }
  }
}
