// What is asked of a worker thread, and what it answers.
import type { Utterance } from '../speech/espeak/espeak-module.ts';
import type { FinishedFile, SpeechFile } from '../speech/speech-engine.ts';
import type { TurnShape } from '../speech/turn-sound.ts';

/** An utterance and what is done to its sound; the stretch comes on top of the utterance's own rate. */
export interface PlannedTurn extends TurnShape {
  readonly utterance: Utterance;
}

/** Speak with eSpeak NG. */
export interface SpeakTask {
  readonly kind: 'speak';
  readonly turns: readonly PlannedTurn[];
  /** Samples of silence before the first turn, between two, and after the last. */
  readonly lead: number;
  readonly pause: number;
  readonly tail: number;
  /** More samples than this are refused. */
  readonly most: number;
  /** As far as it gets unless given. */
  readonly ahead?: Ahead;
}

/** How many samples may be spoken and not yet taken. */
export interface Ahead {
  /** In memory. */
  readonly held: number;
  /** With those on the disk. */
  readonly most: number;
  /** A file that is there, for those that are not held; without one there are none. */
  readonly path: string | undefined;
}

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
