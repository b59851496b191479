// What the service and the process that speaks with a pack tell each other.

/** A model as sherpa-onnx takes it; all paths are absolute. Fields that it has none for are empty. */
export interface SherpaModel {
  readonly model: Readonly<Record<string, unknown>> & { readonly numThreads: number; readonly provider: 'cpu' };
  /** Sentences that are spoken at once: one, so that the first is heard as early as can be. */
  readonly maxNumSentences: 1;
  /** Of pauses within a sentence; 1 leaves them as they are. */
  readonly silenceScale: 1;
}

/** Which of the two packages is taken: the native one unless it can't be loaded. */
export type Runtime = 'any' | 'wasm';

/** A recording: one channel, full scale -1 to 1. */
export interface Reference {
  readonly samples: Float32Array;
  /** Hz. */
  readonly sampleRate: number;
}

/** Something to say. */
export interface SpeakOrder {
  readonly id: number;
  readonly text: string;
  /** Which of the model's speakers, counted from 0. */
  readonly speaker: number;
  readonly speed: number;
  /** The voice to speak like, for models that have none of their own. */
  readonly reference?: Reference | undefined;
  /** Only such models take one. */
  readonly seed?: number | undefined;
}

/** Seeds that there are. */
const SEEDS = 2 ** 31;

/** How sherpa-onnx is told to speak like a recording. */
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

/** To the process. The first is to load. */
export type ToPack =
  | {
      readonly kind: 'load';
      readonly model: SherpaModel;
      readonly runtime: Runtime;
      /** Bytes of memory beyond which it says that it is greedy. */
      readonly mostMemory: number;
    }
  | ({ readonly kind: 'speak' } & SpeakOrder)
  /** No more is wanted of an order. */
  | { readonly kind: 'cancel'; readonly id: number };

/** From the process. */
export type FromPack =
  /** Its code is loaded, be it native or not, and the model comes next: what ends the process from now on is the model's. */
  | { readonly kind: 'ready-for-model' }
  | { readonly kind: 'loaded' }
  /** The model can't be loaded. */
  | { readonly kind: 'unloadable' }
  /** The model failed while it spoke. Failures of native code tell on stderr alone. */
  | { readonly kind: 'failed' }
  /** It has more memory than it may. */
  | { readonly kind: 'greedy' }
  | { readonly kind: 'sound'; readonly id: number; readonly samples: Float32Array; readonly sampleRate: number }
  /** No more comes of an order. `isWhole`: all of it was spoken, or it was cancelled. */
  | { readonly kind: 'end'; readonly id: number; readonly isWhole: boolean };
