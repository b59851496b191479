// Large encoders are imported on demand, because each encoder uses several megabytes per thread.
import type { Quality } from '@lectern/tts-protocol';
import { at } from '../../../shared/rules/at.ts';
import type { ExportFormat } from '../formats.ts';
import { InfoTag } from '../mp3/mp3-info-tag.ts';
import { VorbisTagger } from '../ogg/ogg-writer.ts';
import { resample } from '../resample/resample.ts';
import { type FileComments, NO_COMMENTS } from '../tags/vorbis-comments.ts';
import { isRf64, muLawSamples, pcm24Samples, pcmSamples, type WavSamples, wavFileHeader } from '../wav/wav-encode.ts';
import type { AudioEncoder, EncoderInput, FileEncoder } from './audio-encoder.ts';
import { DEFAULT_DECODE_LIMIT } from './audio-format-error.ts';
import { joinBytes } from './bytes.ts';
import type { Mp3Rate } from './lossy-encoders.ts';
import { frameCount, type Pcm } from './pcm.ts';
import { DEFAULT_QUALITY } from './quality-presets.ts';

const UNKNOWN_SIZE = 0xffffffff;

function withUnknownSizes(header: Uint8Array): Uint8Array {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  view.setUint32(4, UNKNOWN_SIZE, true);
  view.setUint32(header.length - 4, UNKNOWN_SIZE, true);
  return header;
}

function wavStream(format: 'wav' | 'mulaw', input: EncoderInput): AudioEncoder {
  let begun = false;
  const withHead = (bytes: Uint8Array): Uint8Array => {
    if (begun) return bytes;
    begun = true;
    return joinBytes([withUnknownSizes(wavFileHeader(format, input, 0)), bytes]);
  };
  const samplesOf = format === 'wav' ? pcmSamples : muLawSamples;
  return {
    sampleRate: input.sampleRate,
    add: (channels) => withHead(samplesOf(channels)),
    end: () => withHead(new Uint8Array(0)),
    close: () => {},
  };
}

/** Encodes audio of unknown length. @throws RangeError if FLAC is requested for more than 8 channels */
export async function openEncoder(format: ExportFormat, quality: Quality, input: EncoderInput): Promise<AudioEncoder> {
  switch (format) {
    case 'wav':
    case 'mulaw':
      return wavStream(format, input);
    case 'mp3':
      return (await import('./lossy-encoders.ts')).openMp3Encoder(quality, input);
    case 'ogg':
      return (await import('./lossy-encoders.ts')).openOggEncoder(quality, input);
    case 'flac':
      return (await import('../flac/flac-encoder.ts')).openFlacEncoder(input);
  }
}

class FixedBlocks {
  readonly #size: number;
  #block: Float32Array[] = [];
  #filled = 0;

  constructor(size: number) {
    this.#size = size;
  }

  *add(channels: readonly Float32Array[]): Generator<Float32Array[]> {
    const length = channels[0]?.length ?? 0;
    for (let from = 0; from < length; ) {
      if (this.#filled === 0) this.#block = channels.map(() => new Float32Array(this.#size));
      const count = Math.min(length - from, this.#size - this.#filled);
      for (const [index, block] of this.#block.entries()) {
        block.set(at(channels, index).subarray(from, from + count), this.#filled);
      }
      this.#filled += count;
      from += count;
      if (this.#filled < this.#size) return;
      yield this.#block;
      this.#filled = 0;
    }
  }

  end(): Float32Array[] {
    return this.#filled === 0 ? [] : this.#block.map((block) => block.subarray(0, this.#filled));
  }
}

const NO_BYTES = new Uint8Array(0);
/**
 * Block size for lossy encoders, in samples per channel. Constant, because the encoders' output depends on the block
 * size.
 */
const ENCODER_BLOCK_FRAMES = 16384;

const frameCountOf = (channels: readonly Float32Array[]): number => channels[0]?.length ?? 0;

const WAV_SAMPLES: Readonly<Record<WavSamples, (channels: readonly Float32Array[]) => Uint8Array>> = {
  wav: pcmSamples,
  wav24: pcm24Samples,
  mulaw: muLawSamples,
};

/** Starts a WAV file whose sizes are filled in at the end. Files larger than 4 GiB become RF64. */
function wavFile(format: WavSamples, input: EncoderInput, chunks: Uint8Array = NO_BYTES): FileEncoder {
  const { sampleRate, maxFrames = DEFAULT_DECODE_LIMIT.seconds * sampleRate } = input;
  const chunkBytes = chunks.length;
  // Reserve room for 64-bit sizes only if the file may exceed 4 GiB, because most programs write headers without that
  // room.
  const hasRoom = isRf64(wavFileHeader(format, input, maxFrames, { chunkBytes }));
  const headOf = (frames: number): Uint8Array => wavFileHeader(format, input, frames, { chunkBytes, hasRoom });
  const samplesOf = WAV_SAMPLES[format];
  let begun = false;
  let frames = 0;
  const afterHeader = (bytes: Uint8Array): Uint8Array => {
    if (begun) return bytes;
    begun = true;
    return joinBytes([headOf(0), bytes]);
  };
  return {
    sampleRate,
    add(channels) {
      frames += frameCountOf(channels);
      return afterHeader(samplesOf(channels));
    },
    end() {
      // WAV chunks are padded to an even size.
      const isOdd = format !== 'wav' && (frames * input.channels) % 2 === 1;
      return afterHeader(joinBytes([new Uint8Array(isOdd ? 1 : 0), chunks]));
    },
    header() {
      if (frames > maxFrames) throw new RangeError(`The WAV file has more than the expected ${maxFrames} samples.`);
      return headOf(frames);
    },
    close: () => {},
  };
}

export const openPcmFile = (bits: 16 | 24, input: EncoderInput, chunks: Uint8Array = NO_BYTES): FileEncoder =>
  wavFile(bits === 16 ? 'wav' : 'wav24', input, chunks);

function inFixedBlocks(encoder: AudioEncoder): AudioEncoder {
  const blocks = new FixedBlocks(ENCODER_BLOCK_FRAMES);
  const encoded = async (sounds: Iterable<readonly Float32Array[]>): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    for (const block of sounds) parts.push(await encoder.add(block));
    return joinBytes(parts);
  };
  return {
    ...encoder,
    add: (channels) => encoded(blocks.add(channels)),
    async end() {
      const rest = blocks.end();
      return joinBytes([await encoded(rest.length > 0 ? [rest] : []), await encoder.end()]);
    },
  };
}

/** Reserves a frame at the start for the Info tag, which states the length and how many samples to cut at both ends. */
function mp3File(encoder: AudioEncoder, { channels: width }: EncoderInput, isVariable = false): FileEncoder {
  const tag = new InfoTag(isVariable);
  let frames = 0;
  const withRoom = (bytes: Uint8Array): Uint8Array => {
    const isFirst = tag.size === 0;
    tag.add(bytes);
    return isFirst ? joinBytes([new Uint8Array(tag.size), bytes]) : bytes;
  };
  return {
    ...encoder,
    async add(channels) {
      frames += frameCountOf(channels);
      return withRoom(await encoder.add(channels));
    },
    async end() {
      // Many players can't read a stream with only one frame, so an empty file gets one silent sample.
      const silence = Array.from({ length: width }, () => new Float32Array(1));
      const first = frames === 0 ? withRoom(await encoder.add(silence)) : NO_BYTES;
      return joinBytes([first, withRoom(await encoder.end())]);
    },
    header: () => tag.frame(frames),
  };
}

/** Opens an encoder whose output doesn't depend on block sizes. The caller resamples to the encoder's `sampleRate`. */
export async function openFileEncoder(
  format: ExportFormat,
  quality: Quality,
  input: EncoderInput,
): Promise<FileEncoder> {
  if (format === 'flac') return (await import('../flac/flac-encoder.ts')).openFlacEncoder(input);
  if (format === 'wav' || format === 'mulaw') return wavFile(format, input);
  const encoder = await openEncoder(format, quality, input);
  return format === 'mp3'
    ? mp3File(inFixedBlocks(encoder), input)
    : { ...inFixedBlocks(encoder), header: () => NO_BYTES };
}

export async function openMp3File(rate: Mp3Rate, input: EncoderInput): Promise<FileEncoder> {
  const { openMp3AtRate } = await import('./lossy-encoders.ts');
  return mp3File(inFixedBlocks(await openMp3AtRate(rate, input)), input, 'vbrQuality' in rate);
}

/** Starts an Ogg Vorbis file with a quality from -1 to 10. The output doesn't depend on block sizes. */
export async function openVorbisFile(
  quality: number,
  input: EncoderInput,
  comments: FileComments = NO_COMMENTS,
): Promise<FileEncoder> {
  const { openOggAtQuality } = await import('./lossy-encoders.ts');
  const encoder = inFixedBlocks(await openOggAtQuality(quality, input));
  const tagger = new VorbisTagger(comments);
  return {
    ...encoder,
    add: async (channels) => tagger.add(await encoder.add(channels)),
    end: async () => tagger.add(await encoder.end()),
    header: () => NO_BYTES,
  };
}

export interface EncodeOptions {
  readonly quality?: Quality | undefined;
}

/** Supported sample rates in Hz; the service interface requires 8000 to 48000. */
const MIN_SAMPLE_RATE = 1000;
const MAX_SAMPLE_RATE = 192000;

function checkFormat(pcm: Pcm): Pcm {
  const { sampleRate, channels } = pcm;
  if (!Number.isInteger(sampleRate) || sampleRate < MIN_SAMPLE_RATE || sampleRate > MAX_SAMPLE_RATE) {
    throw new RangeError(
      `Sound at ${sampleRate} Hz can't be encoded: the rate must be a whole number from 1000 to 192000.`,
    );
  }
  if (channels.some((channel) => channel.length !== frameCount(pcm))) {
    throw new RangeError('All channels must have the same length.');
  }
  return channels.length === 0 ? { sampleRate, channels: [new Float32Array(0)] } : pcm;
}

/**
 * Encodes audio, with the same result on all machines. Clips samples at full scale. For MP3 and Ogg, mixes more than
 * two channels to mono.
 */
export async function encode(pcm: Pcm, format: ExportFormat, options: EncodeOptions = {}): Promise<Uint8Array> {
  const { sampleRate, channels } = checkFormat(pcm);
  const encoder = await openFileEncoder(format, options.quality ?? DEFAULT_QUALITY, {
    sampleRate,
    channels: channels.length,
  });
  try {
    const file = joinBytes([
      await encoder.add(resample({ sampleRate, channels }, encoder.sampleRate).channels),
      await encoder.end(),
    ]);
    file.set(encoder.header());
    return file;
  } finally {
    encoder.close();
  }
}
