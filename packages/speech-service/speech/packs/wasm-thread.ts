import { parentPort, workerData } from 'node:worker_threads';
import sherpa from 'sherpa-onnx';
import type { Sound } from '../elsewhere/speech-source.ts';
import { referenceConfig, type SherpaModel, type SpeakOrder } from './pack-messages.ts';

export interface WasmThreadData {
  readonly model: SherpaModel;
  /** Memory shared with the main thread. The first number is 1 as long as more audio is wanted. */
  readonly isWanted: Int32Array;
}

export type MessageFromThread =
  | { readonly kind: 'part'; readonly sound: Sound }
  | { readonly kind: 'done'; readonly outcome: 'well' | 'unsayable' | 'failed' };

const { model, isWanted }: WasmThreadData = workerData;
const send = (message: MessageFromThread): void => parentPort?.postMessage(message);

const speech = sherpa.createOfflineTts(model);
if (speech.handle === 0) throw new Error('The model is not one that can be used.');
const { sampleRate } = speech;

parentPort?.on('message', (order: SpeakOrder) => {
  const { text, speaker, speed, reference } = order;
  const callback = (samples: Float32Array): 0 | 1 => {
    send({ kind: 'part', sound: { sampleRate, samples } });
    return Atomics.load(isWanted, 0) === 1 ? 1 : 0;
  };
  let outcome: Extract<MessageFromThread, { kind: 'done' }>['outcome'] = 'well';
  try {
    if (Atomics.load(isWanted, 0) === 1) {
      speech.generateWithConfig(text, {
        sid: speaker,
        speed,
        silenceScale: 1,
        ...(reference && referenceConfig(order, reference)),
        callback,
      });
    }
  } catch (error) {
    // The package throws an Error if there is no audio; the model throws numbers or other errors.
    outcome = error instanceof Error && error.name === 'Error' ? 'unsayable' : 'failed';
  }
  send({ kind: 'done', outcome });
});
send({ kind: 'done', outcome: 'well' });
