declare module 'sherpa-onnx-node' {
  import type { referenceConfig, SherpaModel } from './pack-messages.ts';

  interface NativeSpeech {
    readonly sampleRate: number;
    readonly numSpeakers: number;
    /** The promise never settles if the model fails while speaking. The failure is only reported on stderr. */
    generateAsync(order: {
      readonly text: string;
      readonly sid: number;
      readonly speed: number;
      /** True by default. */
      readonly enableExternalBuffer: boolean;
      readonly generationConfig?: ReturnType<typeof referenceConfig>;
      readonly onProgress: (part: { readonly samples: Float32Array }) => boolean;
    }): Promise<unknown>;
  }

  const sherpa: { readonly OfflineTts: { createAsync(model: SherpaModel): Promise<NativeSpeech> } };
  export default sherpa;
}

declare module 'sherpa-onnx' {
  import type { SherpaModel } from './pack-messages.ts';

  interface WasmSpeech {
    readonly handle: number;
    readonly sampleRate: number;
    readonly numSpeakers: number;
    generateWithConfig(
      text: string,
      order: {
        readonly sid: number;
        readonly speed: number;
        readonly silenceScale: number;
        readonly referenceAudio?: Float32Array;
        readonly referenceSampleRate?: number;
        readonly extra?: Readonly<Record<string, number>>;
        readonly callback: (samples: Float32Array) => 0 | 1;
      },
    ): unknown;
  }

  const sherpa: { createOfflineTts(model: SherpaModel): WasmSpeech };
  export default sherpa;
}
