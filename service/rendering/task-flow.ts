// What a worker thread and its caller tell each other: in messages, and in shared memory while the thread is busy with a
// task and reads no messages.

import { at } from '../../shared/rules/at.ts';
import type { SpeakTask } from '../speech/embedded/plan.ts';
import type { FinishedFile, SpeechFile, SpeechStage } from '../speech/speech-engine.ts';

/** Make an audio file out of samples of one channel. */
interface FinishTask extends SpeechFile {
  readonly kind: 'finish';
  /** Handed over to the thread, which releases each part as soon as it is in the file. */
  readonly parts: Int16Array[];
  /** Hz of the parts. */
  readonly spokenRate: number;
}

/** Speak and make a file of it, if it need not be heard earlier: the samples stay in the thread. */
interface SpeakFileTask {
  readonly kind: 'speak-file';
  readonly speech: SpeakTask;
  readonly file: SpeechFile;
}

export type RenderTask = SpeakTask | FinishTask | SpeakFileTask;

/** What a thread is sent: a task, and the cells of its flow (task-flow.ts), which both can see. */
export interface TaskMessage {
  readonly task: RenderTask;
  readonly flow: Int32Array<SharedArrayBuffer>;
}

/** What a thread sends: samples as they are made, then an end. */
export type WorkerMessage =
  | { readonly kind: 'samples'; readonly samples: Int16Array }
  /** The next samples are in the task's file. */
  | { readonly kind: 'stored'; readonly length: number }
  | { readonly kind: 'done'; readonly finished: FinishedFile | undefined }
  /** `reason` is a sentence for the client. A thread that is broken is not used again. */
  | { readonly kind: 'failed'; readonly reason: string; readonly broken: boolean };

const CANCELLED = 0;
const TAKEN = 1;
const BEATS = 2;
const WATCHED = 3;
const PROGRESS = 4;
const CELLS = 5;

/** A waiting thread shows at least this often that it is there. Milliseconds. */
const WAIT_MS = 1000;

/** More samples than any task has, so that a thread waiting for fewer goes on. */
const EVERYTHING = 2 ** 31 - 1;

const STAGES = ['preload', 'generate', 'postprocessing'] as const satisfies SpeechStage[];

/** Parts of a stage that can be told apart. */
const PARTS = 1 << 16;

/** Shared between two threads. */
export class TaskFlow {
  readonly cells: Int32Array<SharedArrayBuffer>;

  /** @param cells those of another thread's flow */
  constructor(cells: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(4 * CELLS))) {
    this.cells = cells;
  }

  get isCancelled(): boolean {
    return Atomics.load(this.cells, CANCELLED) === 1;
  }

  /** Changes whenever the thread does something. */
  get beats(): number {
    return Atomics.load(this.cells, BEATS);
  }

  /** Whether the task's progress is watched: `reach` need not be called if it is not. */
  get isWatched(): boolean {
    return Atomics.load(this.cells, WATCHED) === 1;
  }

  /** How far the task is: 0 to 1 of the stage. */
  get progress(): { readonly stage: SpeechStage; readonly fraction: number } {
    const reached = Atomics.load(this.cells, PROGRESS);
    return { stage: at(STAGES, Math.floor(reached / PARTS)), fraction: (reached % PARTS) / (PARTS - 1) };
  }

  /** The thread is at work: to be called now and then, from within whatever may take long. */
  beat(): void {
    Atomics.add(this.cells, BEATS, 1);
  }

  /** The task's progress is watched from now on. */
  watch(): void {
    Atomics.store(this.cells, WATCHED, 1);
  }

  /** @param fraction how much of the stage is done, 0 to 1 */
  reach(stage: SpeechStage, fraction: number): void {
    const part = Math.floor(Math.max(0, Math.min(1, fraction)) * (PARTS - 1));
    Atomics.store(this.cells, PROGRESS, STAGES.indexOf(stage) * PARTS + part);
  }

  /** The task is no longer wanted. Who waits is woken. */
  cancel(): void {
    Atomics.store(this.cells, CANCELLED, 1);
    // A changed cell, so that a wait that is just about to begin does not.
    Atomics.store(this.cells, TAKEN, EVERYTHING);
    Atomics.notify(this.cells, TAKEN);
  }

  /** This many more samples have reached their listener. */
  take(samples: number): void {
    if (this.isCancelled) return;
    Atomics.add(this.cells, TAKEN, samples);
    Atomics.notify(this.cells, TAKEN);
  }

  /** Samples that have reached their listener. */
  get taken(): number {
    return Atomics.load(this.cells, TAKEN);
  }

  /** Holds this thread until this many samples have been taken, or the task is cancelled. Not for the main thread. */
  waitUntilTaken(samples: number): void {
    for (;;) {
      const { taken } = this;
      if (taken >= samples || this.isCancelled) return;
      this.beat();
      Atomics.wait(this.cells, TAKEN, taken, WAIT_MS);
    }
  }
}
