// What is asked of a worker thread, and what it answers.
import type { SpeakTask } from '../speech/espeak/plan.ts';
import type { FinishedFile, SpeechFile } from '../speech/speech-engine.ts';

/** Make an audio file out of samples of one channel. */
export interface FinishTask extends SpeechFile {
  readonly kind: 'finish';
  /** Handed over to the thread, which releases each part as soon as it is in the file. */
  readonly parts: Int16Array[];
  /** Hz of the parts. */
  readonly spokenRate: number;
}

/** Speak with eSpeak NG and make a file of it, if it need not be heard earlier: the samples stay in the thread. */
export interface SpeakFileTask {
  readonly kind: 'speak-file';
  readonly speech: SpeakTask;
  readonly file: SpeechFile;
}

export type Task = SpeakTask | FinishTask | SpeakFileTask;

/** What a thread is sent: a task, and the cells of its flow (task-flow.ts), which both can see. */
export interface TaskMessage {
  readonly task: Task;
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
