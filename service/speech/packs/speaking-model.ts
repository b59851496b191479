// A pack's model, ready to speak: in native code, or in WebAssembly where that can't be loaded.
import type { Runtime, SherpaModel, SpeakOrder } from './pack-messages.ts';

export interface SpeakingModel {
  /** Hz. */
  readonly sampleRate: number;
  /**
   * Speaks sentence by sentence.
   *
   * @param onPart takes a sentence and tells whether the next is wanted
   */
  speak(order: SpeakOrder, onPart: (samples: Float32Array) => boolean): Promise<void>;
}

async function native(model: SherpaModel): Promise<SpeakingModel | undefined> {
  const sherpa = await import('sherpa-onnx-node').catch(() => undefined);
  if (sherpa === undefined) return undefined;
  const speech = await sherpa.default.OfflineTts.createAsync(model);
  return {
    sampleRate: speech.sampleRate,
    speak: async ({ text, speaker, speed }, onPart) => {
      await speech.generateAsync({ text, sid: speaker, speed, onProgress: ({ samples }) => onPart(samples) });
    },
  };
}

async function inWasm(model: SherpaModel): Promise<SpeakingModel> {
  const { default: sherpa } = await import('sherpa-onnx');
  const speech = sherpa.createOfflineTts(model);
  if (speech.handle === 0) throw new Error('The model is not one that can be used.');
  return {
    sampleRate: speech.sampleRate,
    speak: async ({ text, speaker, speed }, onPart) => {
      const callback = (samples: Float32Array): 0 | 1 => (onPart(samples) ? 1 : 0);
      speech.generateWithConfig(text, { sid: speaker, speed, silenceScale: 1, callback });
    },
  };
}

/** @throws what keeps it from being loaded; where the model is no such model, the process may end instead */
export async function loadModel(model: SherpaModel, runtime: Runtime): Promise<SpeakingModel> {
  const loaded = runtime === 'wasm' ? undefined : await native(model);
  return loaded ?? inWasm(model);
}
