// Entry point of a pack's process. If its native code crashes, the service keeps running.
import type { FromPack, SpeakOrder, ToPack } from './pack-messages.ts';
import { loadModel, ModelFailedError, type SpeakingModel } from './speaking-model.ts';

const MEMORY_CHECK_MS = 100;

const send = (message: FromPack): void => void process.send?.(message);

/** Resolves when the message has been sent, so that it isn't lost if the process ends immediately afterwards. */
const sendAndWait = (message: FromPack): Promise<void> =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));

const runningOrders = new Map<number, AbortController>();
let loading: Promise<SpeakingModel> | undefined;
let line: Promise<void> = Promise.resolve();

async function speak(order: SpeakOrder, { signal }: AbortController): Promise<void> {
  const model = await loading?.catch(() => undefined);
  if (model === undefined) return;
  let isWhole = true;
  try {
    if (!signal.aborted) await model.speak(order, signal, (sound) => send({ kind: 'sound', id: order.id, ...sound }));
  } catch (error) {
    if (error instanceof ModelFailedError) return send({ kind: 'failed' });
    isWhole = false;
  }
  runningOrders.delete(order.id);
  send({ kind: 'end', id: order.id, isWhole });
}

function receive(order: SpeakOrder): void {
  const wanted = new AbortController();
  runningOrders.set(order.id, wanted);
  line = line.then(() => speak(order, wanted));
}

function watchMemory(maxBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) send({ kind: 'greedy' });
  }, MEMORY_CHECK_MS).unref();
}

process.on('message', (message: ToPack) => {
  if (message.kind === 'load') {
    watchMemory(message.mostMemory);
    loading = loadModel(message.model, message.runtime, () => sendAndWait({ kind: 'ready-for-model' }));
    loading.then(
      () => send({ kind: 'loaded' }),
      () => send({ kind: 'unloadable' }),
    );
  } else if (message.kind === 'cancel') runningOrders.get(message.id)?.abort();
  else receive(message);
});
// The service has exited. A normal exit would wait for the current order.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
