// Processes audio block by block to limit memory.
import { type FileEncoder, fullScale, openFileEncoder, pcmBytes, StreamResampler, wavFileHead } from '@lectern/audio';
import { DECISIONS } from '../common/decisions.ts';
import type { FinishedFile, SpeechFile } from '../speech/speech-engine.ts';
import { PartialFile } from './durable-file.ts';
import { type FinishSource, MemorySamples } from './spoken-samples.ts';
import type { TaskFlow } from './task-flow.ts';

const BLOCK_SAMPLES = 32_768;

export interface FileOrder extends SpeechFile {
  readonly source: FinishSource;
  readonly spokenRate: number;
}

/** Replaces empty audio with a short pause, because a text without anything to speak isn't an error. */
function audibleSource({ source, spokenRate }: FileOrder): FinishSource {
  if (!source.isSilent()) return source;
  return new MemorySamples([new Int16Array(Math.round(DECISIONS.silenceSeconds * spokenRate))]);
}

/** Yields the samples in blocks, each valid until the next one. Ends early if the task is cancelled. */
function* blocksOf(source: FinishSource, flow: TaskFlow): Generator<Int16Array> {
  let given = 0;
  for (const piece of source.pieces()) {
    for (let at = 0; at < piece.length; at += BLOCK_SAMPLES) {
      if (flow.isCancelled) return;
      flow.beat();
      const block = piece.subarray(at, at + BLOCK_SAMPLES);
      yield block;
      given += block.length;
      flow.reach('postprocessing', given / source.length);
    }
  }
}

class ResamplerChain {
  readonly #toFile: StreamResampler;
  readonly #toEncoder: StreamResampler;
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

  end(): Float32Array[] {
    const sound = this.#toFile.end();
    this.length += sound.length;
    return [this.#toEncoder.add(sound), this.#toEncoder.end()];
  }
}

async function encodeToFile(
  file: PartialFile,
  { source, spokenRate, sampleRate = spokenRate, format, quality }: FileOrder,
  flow: TaskFlow,
): Promise<number> {
  const encoder = await openFileEncoder(format, quality, { sampleRate, channels: 1 });
  try {
    const rates = new ResamplerChain(spokenRate, sampleRate, encoder);
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

function writeWavFile(file: PartialFile, { source, spokenRate }: FileOrder, flow: TaskFlow): number {
  file.write([wavFileHead('wav', { sampleRate: spokenRate, channels: 1 }, source.length)]);
  for (const block of blocksOf(source, flow)) file.write([pcmBytes(block)]);
  return source.length / spokenRate;
}

/**
 * Writes a temporary file that is ready to be flushed. If cancelled, removes it and returns undefined; errors also
 * remove it.
 */
export async function finish(order: FileOrder, flow: TaskFlow): Promise<FinishedFile | undefined> {
  if (flow.isCancelled) return undefined;
  flow.beat();
  flow.reach('postprocessing', 0);
  const heard = { ...order, source: audibleSource(order) };
  const { format, spokenRate, sampleRate = spokenRate } = order;
  const file = new PartialFile(order.path);
  let isWhole = false;
  try {
    const isPlain = format === 'wav' && sampleRate === spokenRate;
    const duration = await (isPlain ? writeWavFile : encodeToFile)(file, heard, flow);
    isWhole = !flow.isCancelled;
    return isWhole ? { duration, size: file.size } : undefined;
  } finally {
    if (isWhole) file.close();
    else file.remove();
  }
}
