// Entry point of a pack's process. It is a separate process, so that the service keeps running if the pack's native
// code crashes.
import { parentPort } from '../../../../node/model-process/start-model-process.ts';
import type { MessageFromPack, MessageToPack, SpeakOrder } from './pack-messages.ts';
import { loadModel, ModelFailedError, type SpeakingModel } from './speaking-model.ts';

const MEMORY_CHECK_MS = 100;

const port = parentPort();
const send = (message: MessageFromPack): void => {
  if (port) port.postMessage(message);
  else process.send?.(message);
};

const { promise: continued, resolve: mayContinue } = Promise.withResolvers<void>();
function reportReady(): Promise<void> {
  send({ kind: 'ready-for-model' });
  return continued;
}

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

function handle(message: MessageToPack): void {
  if (message.kind === 'load') {
    watchMemory(message.mostMemory);
    loading = loadModel(message.model, message.runtime, reportReady);
    loading.then(
      () => send({ kind: 'loaded' }),
      () => send({ kind: 'unloadable' }),
    );
  } else if (message.kind === 'continue') mayContinue();
  else if (message.kind === 'cancel') runningOrders.get(message.id)?.abort();
  else receive(message);
}
if (port) port.on('message', ({ data }) => handle(data as MessageToPack));
else process.on('message', handle);
// The service has exited, so exit immediately: a normal exit would wait for the current order.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
