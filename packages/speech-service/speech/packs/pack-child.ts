// Entry point of a pack's process. If its native code crashes, the service keeps running.
import type { FromPack, SpeakOrder, ToPack } from './pack-messages.ts';
import { loadModel, ModelFailedError, type SpeakingModel } from './speaking-model.ts';

const LOOK_MS = 100;

const tell = (message: FromPack): void => void process.send?.(message);

/** Resolves when the message has been sent, so that it isn't lost if the process ends immediately afterwards. */
const told = (message: FromPack): Promise<void> =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));

const orders = new Map<number, AbortController>();
let loading: Promise<SpeakingModel> | undefined;
let line: Promise<void> = Promise.resolve();

async function speak(order: SpeakOrder, { signal }: AbortController): Promise<void> {
  const model = await loading?.catch(() => undefined);
  if (model === undefined) return;
  let isWhole = true;
  try {
    if (!signal.aborted) await model.speak(order, signal, (sound) => tell({ kind: 'sound', id: order.id, ...sound }));
  } catch (error) {
    if (error instanceof ModelFailedError) return tell({ kind: 'failed' });
    isWhole = false;
  }
  orders.delete(order.id);
  tell({ kind: 'end', id: order.id, isWhole });
}

function receive(order: SpeakOrder): void {
  const wanted = new AbortController();
  orders.set(order.id, wanted);
  line = line.then(() => speak(order, wanted));
}

function watchMemory(most: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > most) tell({ kind: 'greedy' });
  }, LOOK_MS).unref();
}

process.on('message', (message: ToPack) => {
  if (message.kind === 'load') {
    watchMemory(message.mostMemory);
    loading = loadModel(message.model, message.runtime, () => told({ kind: 'ready-for-model' }));
    loading.then(
      () => tell({ kind: 'loaded' }),
      () => tell({ kind: 'unloadable' }),
    );
  } else if (message.kind === 'cancel') orders.get(message.id)?.abort();
  else receive(message);
});
// The service has exited. A normal exit would wait for the current order.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
