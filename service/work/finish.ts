// A worker thread's part in making a file: sample rate, encoding, writing. All of it goes block by block, so that the
// longest sound takes no more memory than its samples do.
import { fullScale } from '../../codecs/pcm.ts';
import { wavPieces } from '../../codecs/wav-encode.ts';
import { DECISIONS } from '../decisions.ts';
import type { FinishedFile } from '../speech/speech-engine.ts';
import type { FileEncoder } from '../stream/audio-encoder.ts';
import { openFileEncoder } from '../stream/file-encoder.ts';
import { StreamResampler } from '../stream/stream-resampler.ts';
import { FileBeside } from './durable-file.ts';
import type { TaskFlow } from './task-flow.ts';
import type { FinishTask } from './tasks.ts';

/** Samples that are resampled and encoded at once, at most: enough to be quick, little enough to keep memory small. */
const BLOCK = 32_768;

/** Pieces of samples that are written at once. */
const PIECES = 64;

const lengthOf = (parts: readonly Int16Array[]): number => parts.reduce((length, part) => length + part.length, 0);

/** A text with nothing to speak in it is no failure: it becomes a short silence. */
function makeAudible({ parts, spokenRate }: FinishTask): void {
  if (parts.some((part) => part.some((sample) => sample !== 0))) return;
  parts.splice(0, parts.length, new Int16Array(Math.round(DECISIONS.silenceSeconds * spokenRate)));
}

/** The samples in order, in blocks; each part is let go of as soon as it was given. Ends early where the task is cancelled. */
function* blocksOf(parts: Int16Array[], flow: TaskFlow): Generator<Int16Array> {
  const length = lengthOf(parts);
  let given = 0;
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    for (let at = 0; at < part.length; at += BLOCK) {
      if (flow.isCancelled) return;
      flow.beat();
      const block = part.subarray(at, at + BLOCK);
      yield block;
      given += block.length;
      flow.reach('postprocessing', given / length);
    }
  }
}

/** From the spoken samples to those that the encoder takes. */
class Rates {
  readonly #toFile: StreamResampler;
  readonly #toEncoder: StreamResampler;
  /** Samples at the file's own rate so far. */
  length = 0;

  constructor(spokenRate: number, sampleRate: number, encoder: FileEncoder) {
    this.#toFile = new StreamResampler(spokenRate, sampleRate);
    this.#toEncoder = new StreamResampler(sampleRate, encoder.sampleRate);
  }

  add(samples: Float32Array): Float32Array {
    const sound = this.#toFile.add(samples);
    this.length += sound.length;
    return this.#toEncoder.add(sound);
  }

  /** What is left, in two pieces. */
  end(): Float32Array[] {
    const sound = this.#toFile.end();
    this.length += sound.length;
    return [this.#toEncoder.add(sound), this.#toEncoder.end()];
  }
}

/** @returns seconds */
async function encodeTo(
  file: FileBeside,
  { parts, spokenRate, sampleRate = spokenRate, format, quality }: FinishTask,
  flow: TaskFlow,
): Promise<number> {
  const encoder = await openFileEncoder(format, quality, sampleRate);
  try {
    const rates = new Rates(spokenRate, sampleRate, encoder);
    for (const block of blocksOf(parts, flow)) file.write([await encoder.add(rates.add(fullScale(block)))]);
    if (flow.isCancelled) return 0;
    for (const sound of rates.end()) file.write([await encoder.add(sound)]);
    file.write([await encoder.end()]);
    file.writeStart(encoder.head());
    return rates.length / sampleRate;
  } finally {
    encoder.close();
  }
}

/** What is asked for most is made of the samples as they are. @returns seconds */
function writeSamplesTo(file: FileBeside, { parts, spokenRate }: FinishTask, flow: TaskFlow): number {
  const pieces = wavPieces(parts, spokenRate);
  for (let at = 0; at < pieces.length && !flow.isCancelled; at += PIECES) {
    flow.beat();
    file.write(pieces.slice(at, at + PIECES));
    flow.reach('postprocessing', (at + PIECES) / pieces.length);
  }
  return lengthOf(parts) / spokenRate;
}

/**
 * Makes the bytes of a task's file and writes them beside its place, where they wait to be flushed. The task's parts are
 * used up.
 *
 * @param flow told of `postprocessing`
 * @returns undefined where the task was cancelled: nothing is left of the file then, as after an error
 */
export async function finish(task: FinishTask, flow: TaskFlow): Promise<FinishedFile | undefined> {
  if (flow.isCancelled) return undefined;
  flow.beat();
  flow.reach('postprocessing', 0);
  makeAudible(task);
  const { format, spokenRate, sampleRate = spokenRate } = task;
  const file = new FileBeside(task.path);
  let isWhole = false;
  try {
    const isPlain = format === 'wav' && sampleRate === spokenRate;
    const duration = await (isPlain ? writeSamplesTo : encodeTo)(file, task, flow);
    isWhole = !flow.isCancelled;
    return isWhole ? { duration, size: file.size } : undefined;
  } finally {
    if (isWhole) file.close();
    else file.remove();
  }
}
