import type { RecogniserModel } from '@lectern/tts-protocol';

/** A model with absolute paths. */
export interface ModelToLoad {
  readonly model: RecogniserModel;
  /** In Hz. */
  readonly sampleRate: number;
  readonly threads: number;
}

/** Messages to the process. The first one must be `load`. */
export type MessageToRecogniser =
  | { readonly kind: 'load'; readonly model: ModelToLoad; readonly maxMemoryBytes: number }
  | {
      readonly kind: 'recognise';
      readonly id: number;
      readonly samples: Float32Array;
      readonly sampleRate: number;
      /** An ISO 639 code. */
      readonly language: string;
      readonly hotwords: readonly string[];
    };

/** What sherpa-onnx recognised in a stretch of speech. */
export interface RecognisedTokens {
  readonly text: string;
  readonly tokens: readonly string[];
  /** The start of each token, in seconds. Empty if the model doesn't report times. */
  readonly timestamps: readonly number[];
  /** In seconds. Empty if the model doesn't report them. */
  readonly durations: readonly number[];
  /** Logarithms of the tokens' probabilities. Empty if the model doesn't report them. */
  readonly logProbabilities: readonly number[];
}

export type MessageFromRecogniser =
  | { readonly kind: 'recognised'; readonly id: number; readonly result: RecognisedTokens }
  | { readonly kind: 'unloadable' | 'failed' | 'greedy' };
