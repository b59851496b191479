// The entry of a worker thread: one task after the other, as the pool sends them.
import { parentPort } from 'node:worker_threads';
import { ESPEAK_SAMPLE_RATE } from '../speech/espeak/espeak-module.ts';
import type { Samples } from '../speech/sample-blocks.ts';
import { type FinishedFile, SpeechError } from '../speech/speech-engine.ts';
import { joined } from '../speech/turn-sound.ts';
import { fileTrouble } from './durable-file.ts';
import { finish } from './finish.ts';
import { speak } from './speak.ts';
import { TaskFlow } from './task-flow.ts';
import type { SpeakTask, TaskMessage, WorkerMessage } from './tasks.ts';

function send(message: WorkerMessage, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

/** Nobody here needs the samples any more: they are handed over, not copied. Who is too far ahead waits. */
async function speakAloud(task: SpeakTask, flow: TaskFlow): Promise<void> {
  let sent = 0;
  const emit = (pieces: readonly Samples[]): void => {
    const samples = joined(pieces);
    sent += samples.length;
    send({ kind: 'samples', samples }, [samples.buffer]);
    if (task.ahead !== undefined) flow.waitUntilTaken(sent - task.ahead);
  };
  await speak(task, emit, flow);
}

async function perform({ task, flow: cells }: TaskMessage): Promise<FinishedFile | undefined> {
  const flow = new TaskFlow(cells);
  if (flow.isCancelled) return undefined;
  switch (task.kind) {
    case 'finish':
      return finish(task, flow);
    case 'speak':
      await speakAloud(task, flow);
      return undefined;
    case 'speak-file': {
      const parts: Samples[] = [];
      await speak(task.speech, (pieces) => parts.push(...pieces), flow);
      return finish({ kind: 'finish', parts, spokenRate: ESPEAK_SAMPLE_RATE, ...task.file }, flow);
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SpeechError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return fileTrouble(error) ?? `The text could not be spoken (${message}).`;
}

parentPort?.on('message', (message: TaskMessage) => {
  perform(message).then(
    (finished) => send({ kind: 'done', finished }),
    (error: unknown) => {
      // After an error inside of eSpeak nothing is known about its state.
      const isFromSpeech = message.task.kind !== 'finish' && fileTrouble(error) === undefined;
      const broken = isFromSpeech && !(error instanceof SpeechError);
      send({ kind: 'failed', reason: reasonOf(error), broken });
    },
  );
});
