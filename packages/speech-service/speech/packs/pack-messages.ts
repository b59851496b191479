// Messages between the service and a pack's process.

/** A model configuration for sherpa-onnx, with absolute paths. Unused fields are empty. */
export interface SherpaModel {
  readonly model: Readonly<Record<string, unknown>> & { readonly numThreads: number; readonly provider: 'cpu' };
  /** Process one sentence at a time, to start as early as possible. */
  readonly maxNumSentences: 1;
  /** Scales pauses within a sentence; 1 leaves them unchanged. */
  readonly silenceScale: 1;
}

/** `any` prefers the native package and falls back to WebAssembly. */
export type Runtime = 'any' | 'wasm';

/** A mono recording, full scale -1 to 1. */
export interface Reference {
  readonly samples: Float32Array;
  /** In Hz. */
  readonly sampleRate: number;
}

export interface SpeakOrder {
  readonly id: number;
  readonly text: string;
  /** Zero-based index of the model's speaker. */
  readonly speaker: number;
  readonly speed: number;
  /** The voice to imitate, for models without voices of their own. */
  readonly reference?: Reference | undefined;
  /** Only supported together with `reference`. */
  readonly seed?: number | undefined;
}

const SEEDS = 2 ** 31;

/** Returns sherpa-onnx settings for imitating a recording. */
export const referenceConfig = (
  { speaker, speed, seed }: Omit<SpeakOrder, 'id' | 'text'>,
  { samples, sampleRate }: Reference,
) => ({
  sid: speaker,
  speed,
  silenceScale: 1,
  referenceAudio: samples,
  referenceSampleRate: sampleRate,
  ...(seed !== undefined && { extra: { seed: seed % SEEDS } }),
});

/** To the process. `load` must come first. */
export type ToPack =
  | {
      readonly kind: 'load';
      readonly model: SherpaModel;
      readonly runtime: Runtime;
      /** Memory limit in bytes, above which the process reports `greedy`. */
      readonly mostMemory: number;
    }
  | ({ readonly kind: 'speak' } & SpeakOrder)
  /** No more is wanted of an order. */
  | { readonly kind: 'cancel'; readonly id: number };

export type FromPack =
  /**
   * The native or WebAssembly code is loaded, and the model comes next. If the process ends from here on, the model is
   * the cause.
   */
  | { readonly kind: 'ready-for-model' }
  | { readonly kind: 'loaded' }
  | { readonly kind: 'unloadable' }
  /** The model failed while speaking. Native code reports failures on stderr only. */
  | { readonly kind: 'failed' }
  /** The memory limit was exceeded. */
  | { readonly kind: 'greedy' }
  | { readonly kind: 'sound'; readonly id: number; readonly samples: Float32Array; readonly sampleRate: number }
  /** An order has ended. `isWhole` means it was spoken completely or cancelled. */
  | { readonly kind: 'end'; readonly id: number; readonly isWhole: boolean };
