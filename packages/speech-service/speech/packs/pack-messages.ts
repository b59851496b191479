/** A model configuration for sherpa-onnx, with absolute paths. Unused fields are empty. */
export interface SherpaModel {
  readonly model: Readonly<Record<string, unknown>> & { readonly numThreads: number; readonly provider: 'cpu' };
  /** Process one sentence at a time, to start as early as possible. */
  readonly maxNumSentences: 1;
  readonly silenceScale: 1;
}

/** `any` prefers the native package and falls back to WebAssembly. */
export type Runtime = 'any' | 'wasm';

export interface Reference {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

export interface SpeakOrder {
  readonly id: number;
  readonly text: string;
  readonly speaker: number;
  readonly speed: number;
  readonly reference?: Reference | undefined;
  readonly seed?: number | undefined;
}

const SEED_COUNT = 2 ** 31;

export const referenceConfig = (
  { speaker, speed, seed }: Omit<SpeakOrder, 'id' | 'text'>,
  { samples, sampleRate }: Reference,
) => ({
  sid: speaker,
  speed,
  silenceScale: 1,
  referenceAudio: samples,
  referenceSampleRate: sampleRate,
  ...(seed !== undefined && { extra: { seed: seed % SEED_COUNT } }),
});

/** Messages to the process. `load` must come first. */
export type MessageToPack =
  | {
      readonly kind: 'load';
      readonly model: SherpaModel;
      readonly runtime: Runtime;
      readonly mostMemory: number;
    }
  /** Answers `ready-for-model`. */
  | { readonly kind: 'continue' }
  | ({ readonly kind: 'speak' } & SpeakOrder)
  | { readonly kind: 'cancel'; readonly id: number };

export type MessageFromPack =
  /**
   * The native or WebAssembly code is loaded. If the process crashes after this message, the model is the likely cause.
   * The process waits for `continue`, so that a crash can't overtake this message.
   */
  | { readonly kind: 'ready-for-model' }
  | { readonly kind: 'loaded' }
  | { readonly kind: 'unloadable' }
  /** The model failed while speaking. If native code fails, it doesn't send this message but only writes to stderr. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'greedy' }
  | { readonly kind: 'sound'; readonly id: number; readonly samples: Float32Array; readonly sampleRate: number }
  | { readonly kind: 'end'; readonly id: number; readonly isWhole: boolean };
