// Loads a pack's model in native code, or in WebAssembly as a fallback.
import { Worker } from 'node:worker_threads';
import type { Sound } from '../elsewhere/speech-source.ts';
import { type Runtime, referenceConfig, type SherpaModel, type SpeakOrder } from './pack-messages.ts';
import type { MessageFromThread, WasmThreadData } from './wasm-thread.ts';

/** The model failed while speaking and must not be used again. */
export class ModelFailedError extends Error {
  override readonly name = 'ModelFailedError';
}

export interface SpeakingModel {
  /** Speaks sentence by sentence. If aborted, stops after the current sentence. @throws ModelFailedError and others */
  speak(order: SpeakOrder, signal: AbortSignal, onPart: (sound: Sound) => void): Promise<void>;
}

/** Electron's V8 rejects buffers outside its own heap, which the native code returns by default. */
export const nativeOrder = ({ reference, ...order }: SpeakOrder) => ({
  text: order.text,
  sid: order.speaker,
  speed: order.speed,
  enableExternalBuffer: false,
  ...(reference && { generationConfig: referenceConfig(order, reference) }),
});

async function loadNative(model: SherpaModel, onReady: () => Promise<void>): Promise<SpeakingModel | undefined> {
  const sherpa = await import('sherpa-onnx-node').catch(() => undefined);
  if (sherpa === undefined) return undefined;
  await onReady();
  const speech = await sherpa.default.OfflineTts.createAsync(model);
  const { sampleRate } = speech;
  return {
    speak: async (order, signal, onPart) => {
      const onProgress = ({ samples }: { readonly samples: Float32Array }): boolean => {
        // Copy the samples, because their memory belongs to the model.
        if (!signal.aborted) onPart({ sampleRate, samples: samples.slice() });
        return !signal.aborted;
      };
      await speech.generateAsync({ ...nativeOrder(order), onProgress });
    },
  };
}

/**
 * Runs the model in a thread, so that cancellation and memory checks needn't wait until the whole text has been spoken.
 */
async function loadWasm(model: SherpaModel): Promise<SpeakingModel> {
  const isWanted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = new Worker(new URL('./wasm-thread.ts', import.meta.url), {
    workerData: { model, isWanted } satisfies WasmThreadData,
    env: {},
  });
  const ended = new Promise<never>((_resolve, reject) => {
    const end = (): void => reject(new ModelFailedError('The thread has ended.'));
    thread.once('error', end).once('exit', end);
  });
  // Prevents an unhandled rejection if the thread ends while idle.
  ended.catch(() => {});
  const done = (onPart: (sound: Sound) => void): Promise<Extract<MessageFromThread, { kind: 'done' }>> => {
    const { promise, resolve } = Promise.withResolvers<Extract<MessageFromThread, { kind: 'done' }>>();
    const take = (message: MessageFromThread): void =>
      message.kind === 'part' ? onPart(message.sound) : resolve(message);
    thread.on('message', take);
    return Promise.race([promise, ended]).finally(() => thread.off('message', take));
  };
  await done(() => {});
  return {
    speak: async (order, signal, onPart) => {
      const cancel = (): void => void Atomics.store(isWanted, 0, 0);
      Atomics.store(isWanted, 0, 1);
      signal.addEventListener('abort', cancel);
      try {
        const saying = done((sound) => {
          if (!signal.aborted) onPart(sound);
        });
        thread.postMessage(order);
        const { outcome } = await saying;
        if (outcome === 'failed') throw new ModelFailedError('The model has failed.');
        if (outcome === 'unsayable') throw new Error('The text can not be said.');
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
  };
}

/**
 * Loads a model.
 * @param onReady awaited once the runtime has been chosen and before it loads the model, which can crash the process
 */
export async function loadModel(
  model: SherpaModel,
  runtime: Runtime,
  onReady: () => Promise<void>,
): Promise<SpeakingModel> {
  const loaded = runtime === 'wasm' ? undefined : await loadNative(model, onReady);
  if (loaded !== undefined) return loaded;
  await onReady();
  return loadWasm(model);
}
