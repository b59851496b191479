import type { RecogniserProblem } from '../../../shared/model/proofed-take.ts';
import type { HeardWord } from '../rules/proof/compare-words.ts';

export interface SpeechToRecognise {
  /** One channel, normalised to ±1. */
  readonly samples: Float32Array;
  /** In Hz. */
  readonly sampleRate: number;
  /** A BCP 47 tag, such as `en-GB`. */
  readonly languageCode: string;
  /** Words that are likely to be spoken. Recognisers that can't use them ignore them. */
  readonly hotwords: readonly string[];
}

export interface RecognisedSpeech {
  /** In the order in which they were spoken, with times relative to the start of the samples. */
  readonly words: readonly HeardWord[];
  /** Whether the model reports word times. Otherwise, times are estimated from the lengths of the words. */
  readonly isTimed: boolean;
}

export class RecogniserError extends Error {
  override readonly name = 'RecogniserError';
  readonly problem: RecogniserProblem;

  constructor(problem: RecogniserProblem) {
    super(`The recogniser ${problem.pack} can't be used (${problem.kind})`);
    this.problem = problem;
  }
}

/** Recognises one take at a time. */
export interface Recogniser {
  /** The pack's name. */
  readonly name: string;
  /** @throws RecogniserError; the signal's reason */
  recognise(speech: SpeechToRecognise, signal?: AbortSignal): Promise<RecognisedSpeech>;
  /** Unloads the model. A recognition in progress fails. */
  close(): void;
}
