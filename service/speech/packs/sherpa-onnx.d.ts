// The packages bring no types. Only what is used here is declared.
declare module 'sherpa-onnx-node' {
  import type { referenceConfig, SherpaModel } from './pack-messages.ts';

  interface NativeSpeech {
    readonly sampleRate: number;
    readonly numSpeakers: number;
    /** Never settles where the model fails while it speaks: that is told on stderr alone. */
    generateAsync(order: {
      readonly text: string;
      readonly sid: number;
      readonly speed: number;
      readonly generationConfig?: ReturnType<typeof referenceConfig>;
      /** Whether it goes on is what it returns. */
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
        /** 1 goes on, 0 stops. */
        readonly callback: (samples: Float32Array) => 0 | 1;
      },
    ): unknown;
  }

  const sherpa: { createOfflineTts(model: SherpaModel): WasmSpeech };
  export default sherpa;
}
