// The process that speaks with one pack. Whatever its native code does, the service lives.
import type { FromPack, SpeakOrder, ToPack } from './pack-messages.ts';
import { loadModel, type SpeakingModel } from './speaking-model.ts';

/** Milliseconds between two looks at the memory. */
const LOOK_MS = 100;

const tell = (message: FromPack): void => void process.send?.(message);

const cancelled = new Set<number>();
let loading: Promise<SpeakingModel> | undefined;
/** One order is spoken after the other. */
let line: Promise<void> = Promise.resolve();

async function speak(order: SpeakOrder): Promise<void> {
  const model = await loading?.catch(() => undefined);
  // The service was told, and ends this process.
  if (model === undefined) return;
  const isWanted = (): boolean => !cancelled.has(order.id);
  let isWhole = true;
  try {
    if (isWanted()) {
      await model.speak(order, (samples) => {
        // The memory is the model's: it is gone after this.
        if (isWanted()) tell({ kind: 'sound', id: order.id, samples: samples.slice(), sampleRate: model.sampleRate });
        return isWanted();
      });
    }
  } catch {
    isWhole = false;
  }
  cancelled.delete(order.id);
  tell({ kind: 'end', id: order.id, isWhole });
}

function watchMemory(most: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > most) tell({ kind: 'greedy' });
  }, LOOK_MS).unref();
}

process.on('message', (message: ToPack) => {
  if (message.kind === 'load') {
    watchMemory(message.mostMemory);
    loading = loadModel(message.model, message.runtime);
    loading.catch(() => tell({ kind: 'unloadable' }));
  } else if (message.kind === 'cancel') cancelled.add(message.id);
  else line = line.then(() => speak(message));
});
// The service has gone. An orderly exit would wait for what is being spoken.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
