import type { FileEncoder } from '../../../codecs/audio-encoder.ts';
import { type DecodeHint, decodeBlocks } from '../../../codecs/decode.ts';
import { openFileEncoder } from '../../../codecs/encode.ts';
import { DEFAULT_QUALITY } from '../../../codecs/formats.ts';
import { frameCount, type Pcm } from '../../../codecs/pcm.ts';
import { StreamResampler } from '../../../codecs/resample.ts';
import type { Treatment } from '../../../shared/model/take.ts';
import type { OutputFormat, Quality } from '../../../shared/service/vocabulary.ts';
import { type AudioAt, audioBytesAt } from './file-source.ts';
import { treatSound } from './treat-sound.ts';

/** What to make of a file. */
export interface Conversion {
  /** Needed for bare mu-law only; any other file says what it is. */
  readonly from?: DecodeHint | undefined;
  readonly to: OutputFormat;
  /** Of a lossy format; medium unless given. */
  readonly quality?: Quality | undefined;
  /** Applied before it is encoded. */
  readonly treatment?: Treatment | undefined;
}

/** What a conversion tells. */
export interface ConvertedAudio {
  /** By how much the treatment's gain was held back, in dB, so that nothing clips; 0 where all of it was given. */
  readonly heldBackDb: number;
}

/** Where a converted file goes. */
export interface AudioTarget {
  /** Appends bytes. */
  write(bytes: Uint8Array): void;
  /** Replaces the first bytes of what was written. */
  writeStart(bytes: Uint8Array): void;
}

/** Samples of each channel that are encoded at once, at most. */
const BLOCK = 32_768;

/**
 * The same sound, trimmed and levelled where that is asked for, in another format (or again in its own), at its own sample
 * rate (MP3: the next higher one that it has). The same bytes in give the same bytes out. It goes block by block: an hour of
 * sound needs no more memory than a minute.
 *
 * @throws AudioFormatError where the bytes can't be read as audio; what the target throws
 */
export async function convertAudio(at: AudioAt, target: AudioTarget, conversion: Conversion): Promise<ConvertedAudio> {
  const { from = {}, treatment } = conversion;
  const source = audioBytesAt(at);
  const output = new ConvertedFile(target, conversion);
  try {
    const { sampleRate, heldBackDb } = await treatSound(
      (take) => decodeBlocks(source, from, take),
      treatment,
      (block) => output.add(block),
    );
    await output.end(sampleRate);
    return { heldBackDb };
  } finally {
    output.close();
  }
}

/** A file that is encoded while its sound arrives. The first block decides on rate and channels. */
class ConvertedFile {
  readonly #target: AudioTarget;
  readonly #conversion: Conversion;
  #encoder: FileEncoder | null = null;
  #resamplers: readonly StreamResampler[] = [];

  constructor(target: AudioTarget, conversion: Conversion) {
    this.#target = target;
    this.#conversion = conversion;
  }

  async add(block: Pcm): Promise<void> {
    const encoder = this.#encoder ?? (await this.#open(block.sampleRate, block.channels.length));
    for (let at = 0; at < frameCount(block); at += BLOCK) {
      const sound = this.#resamplers.map((resampler, channel) => {
        // A packed file can change its channels on the way.
        const samples = block.channels[channel] ?? block.channels[0] ?? new Float32Array(0);
        return resampler.add(samples.subarray(at, at + BLOCK));
      });
      this.#target.write(await encoder.add(sound));
    }
  }

  /** @param sampleRate Hz of a sound that has no block */
  async end(sampleRate: number): Promise<void> {
    const encoder = this.#encoder ?? (await this.#open(sampleRate, 1));
    this.#target.write(await encoder.add(this.#resamplers.map((resampler) => resampler.end())));
    this.#target.write(await encoder.end());
    this.#target.writeStart(encoder.head());
  }

  close(): void {
    this.#encoder?.close();
  }

  async #open(sampleRate: number, channels: number): Promise<FileEncoder> {
    const { to, quality = DEFAULT_QUALITY } = this.#conversion;
    const encoder = await openFileEncoder(to, quality, { sampleRate, channels });
    this.#encoder = encoder;
    this.#resamplers = Array.from({ length: channels }, () => new StreamResampler(sampleRate, encoder.sampleRate));
    return encoder;
  }
}
