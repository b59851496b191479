// A worker thread's part in making a file: sample rate, encoding, writing. All of it goes block by block, so that the
// longest sound takes no more memory than its source does.
import type { FileEncoder } from '../../codecs/audio-encoder.ts';
import { openFileEncoder } from '../../codecs/encode.ts';
import { fullScale } from '../../codecs/pcm.ts';
import { StreamResampler } from '../../codecs/resample.ts';
import { pcmBytes, wavFileHead } from '../../codecs/wav-encode.ts';
import { DECISIONS } from '../common/decisions.ts';
import type { FinishedFile, SpeechFile } from '../speech/speech-engine.ts';
import { PartialFile } from './durable-file.ts';
import { type FinishSource, MemorySamples } from './spoken-samples.ts';
import type { TaskFlow } from './task-flow.ts';

/** Samples that are resampled and encoded at once, at most: enough to be quick, little enough to keep memory small. */
const BLOCK = 32_768;

/** A file that is to be made of samples. */
export interface FileOrder extends SpeechFile {
  readonly source: FinishSource;
  /** Hz of the samples. */
  readonly spokenRate: number;
}

/** A text with nothing to speak in it is no failure: it becomes a short silence. */
function audible({ source, spokenRate }: FileOrder): FinishSource {
  if (!source.isSilent()) return source;
  return new MemorySamples([new Int16Array(Math.round(DECISIONS.silenceSeconds * spokenRate))]);
}

/** The samples in order, in blocks that are good until the next is asked for. Ends early where the task is cancelled. */
function* blocksOf(source: FinishSource, flow: TaskFlow): Generator<Int16Array> {
  let given = 0;
  for (const piece of source.pieces()) {
    for (let at = 0; at < piece.length; at += BLOCK) {
      if (flow.isCancelled) return;
      flow.beat();
      const block = piece.subarray(at, at + BLOCK);
      yield block;
      given += block.length;
      flow.reach('postprocessing', given / source.length);
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
  file: PartialFile,
  { source, spokenRate, sampleRate = spokenRate, format, quality }: FileOrder,
  flow: TaskFlow,
): Promise<number> {
  const encoder = await openFileEncoder(format, quality, { sampleRate, channels: 1 });
  try {
    const rates = new Rates(spokenRate, sampleRate, encoder);
    for (const block of blocksOf(source, flow)) file.write([await encoder.add([rates.add(fullScale(block))])]);
    if (flow.isCancelled) return 0;
    for (const sound of rates.end()) file.write([await encoder.add([sound])]);
    file.write([await encoder.end()]);
    file.writeStart(encoder.head());
    return rates.length / sampleRate;
  } finally {
    encoder.close();
  }
}

/** What is asked for most is made of the samples as they are. @returns seconds */
function writeSamplesTo(file: PartialFile, { source, spokenRate }: FileOrder, flow: TaskFlow): number {
  file.write([wavFileHead('wav', { sampleRate: spokenRate, channels: 1 }, source.length)]);
  for (const block of blocksOf(source, flow)) file.write([pcmBytes(block)]);
  return source.length / spokenRate;
}

/**
 * Makes the bytes of a file and writes them beside its place, where they wait to be flushed. The source is used up.
 *
 * @param flow told of `postprocessing`
 * @returns undefined where the task was cancelled: nothing is left of the file then, as after an error
 */
export async function finish(order: FileOrder, flow: TaskFlow): Promise<FinishedFile | undefined> {
  if (flow.isCancelled) return undefined;
  flow.beat();
  flow.reach('postprocessing', 0);
  const heard = { ...order, source: audible(order) };
  const { format, spokenRate, sampleRate = spokenRate } = order;
  const file = new PartialFile(order.path);
  let isWhole = false;
  try {
    const isPlain = format === 'wav' && sampleRate === spokenRate;
    const duration = await (isPlain ? writeSamplesTo : encodeTo)(file, heard, flow);
    isWhole = !flow.isCancelled;
    return isWhole ? { duration, size: file.size } : undefined;
  } finally {
    if (isWhole) file.close();
    else file.remove();
  }
}
