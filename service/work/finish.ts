// A worker thread's part in making a file: sample rate, encoding, writing.
import { encode } from '../../codecs/encode.ts';
import { durationSeconds, type Pcm } from '../../codecs/pcm.ts';
import { resample } from '../../codecs/resample.ts';
import { wavPieces } from '../../codecs/wav-encode.ts';
import { DECISIONS } from '../decisions.ts';
import type { FinishedFile } from '../speech/speech-engine.ts';
import { writeBeside } from './durable-file.ts';
import type { FinishTask } from './tasks.ts';

function joined(parts: readonly Int16Array[], sampleRate: number): Pcm {
  const channel = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    for (let index = 0; index < part.length; index += 1) channel[at + index] = (part[index] ?? 0) / 32768;
    at += part.length;
  }
  return { sampleRate, channels: [channel] };
}

async function encoded(task: FinishTask, parts: readonly Int16Array[]): Promise<[Uint8Array[], seconds: number]> {
  const { spokenRate, sampleRate = spokenRate, format, quality } = task;
  if (format === 'wav' && sampleRate === spokenRate) {
    // What is asked for most is made of the samples as they are.
    return [wavPieces(parts, spokenRate), parts.reduce((length, part) => length + part.length, 0) / spokenRate];
  }
  const sound = resample(joined(parts, spokenRate), sampleRate);
  return [[await encode(sound, format, { quality })], durationSeconds(sound)];
}

/** A text with nothing to speak in it is no failure: it becomes a short silence. */
function audible({ parts, spokenRate }: FinishTask): readonly Int16Array[] {
  if (parts.some((part) => part.some((sample) => sample !== 0))) return parts;
  return [new Int16Array(Math.round(DECISIONS.silenceSeconds * spokenRate))];
}

/** Makes the bytes of a task's file and writes them beside its place, where they wait to be flushed. */
export async function finish(task: FinishTask): Promise<FinishedFile> {
  const [pieces, duration] = await encoded(task, audible(task));
  return { duration, size: writeBeside(task.path, pieces) };
}
