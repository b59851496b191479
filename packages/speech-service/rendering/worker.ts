import { parentPort } from 'node:worker_threads';
import { EMBEDDED_SAMPLE_RATE, type SpeakTask } from '../speech/embedded/plan.ts';
import { type FinishedFile, SpeechError } from '../speech/speech-engine.ts';
import { concatenate, type Samples } from '../speech/turn-sound.ts';
import { samplesPath, writeErrorMessage } from './durable-file.ts';
import { finishFile } from './finish.ts';
import { speak } from './speak.ts';
import { MemorySamples, SampleFile, SpokenSamples } from './spoken-samples.ts';
import { TaskFlow, type TaskMessage, type WorkerMessage } from './task-flow.ts';

function send(message: WorkerMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

class AheadStore {
  readonly #path: string | undefined;
  #file: SampleFile | undefined;

  constructor(path: string | undefined) {
    this.#path = path;
  }

  /** Writes samples to disk. Returns false if there is no file or the disk is full. */
  add(samples: Int16Array): boolean {
    if (this.#path === undefined) return false;
    try {
      this.#file ??= new SampleFile(this.#path, 'r+');
      this.#file.write(samples);
      return true;
    } catch {
      return false;
    }
  }

  close(): void {
    this.#file?.close();
  }
}

/** Writes samples that are too far ahead of the listener to disk. If that fails, waits for the listener. */
async function speakLive(task: SpeakTask, flow: TaskFlow): Promise<void> {
  const { held, most, path } = task.ahead ?? { held: Infinity, most: Infinity, path: undefined };
  const store = new AheadStore(path);
  let sent = 0;
  const emit = (pieces: readonly Samples[]): boolean => {
    const samples = concatenate(pieces);
    const { length } = samples;
    flow.waitUntilTaken(sent + length - most);
    if (sent + length - flow.taken > held && store.add(samples)) {
      send({ kind: 'stored', length });
    } else {
      flow.waitUntilTaken(sent + length - held);
      send({ kind: 'samples', samples }, [samples.buffer]);
    }
    sent += length;
    return true;
  };
  try {
    await speak(task, emit, flow);
  } finally {
    store.close();
  }
}

async function runTask({ task, flow: cells }: TaskMessage): Promise<FinishedFile | undefined> {
  const flow = new TaskFlow(cells);
  if (flow.isCancelled) return undefined;
  switch (task.kind) {
    case 'finish':
      return finishFile({ ...task, source: new MemorySamples(task.parts) }, flow);
    case 'speak':
      await speakLive(task, flow);
      return undefined;
    case 'speak-file': {
      const source = new SpokenSamples(samplesPath(task.file.path));
      try {
        await speak(task.speech, (pieces) => source.add(pieces), flow);
        return await finishFile({ ...task.file, source, spokenRate: EMBEDDED_SAMPLE_RATE }, flow);
      } finally {
        source.remove();
      }
    }
  }
}

function failureReason(error: unknown): string {
  if (error instanceof SpeechError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return writeErrorMessage(error) ?? `The text could not be spoken (${message}).`;
}

parentPort?.on('message', (message: TaskMessage) => {
  runTask(message).then(
    (finished) => send({ kind: 'done', finished }),
    (error: unknown) => {
      // After an internal error, the synthesizer's state is unknown, so the thread can't be used again.
      const isFromSpeech = message.task.kind !== 'finish' && writeErrorMessage(error) === undefined;
      const broken = isFromSpeech && !(error instanceof SpeechError);
      send({ kind: 'failed', reason: failureReason(error), broken });
    },
  );
});
