// Writes the file's header and frames without the encoder's help, so that very short audio and all sample rates are
// handled correctly and the output is deterministic.
import { createHash } from 'node:crypto';
import { registerFlacEncoder } from '@mediabunny/flac-encoder';
import { AudioSample, AudioSampleSource, FlacOutputFormat, NullTarget, Output } from 'mediabunny';
import type { EncoderInput, FileEncoder } from '../codecs/audio-encoder.ts';
import { joinBytes, numberAt } from '../codecs/bytes.ts';
import { sampleAt } from '../codecs/pcm.ts';
import { type FileComments, NO_COMMENTS } from '../tags/vorbis-comments.ts';
import { interleaveInt16, toInt24 } from '../wav/wav-encode.ts';
import { flacComments, flacHeader, openFlacHeader, withSampleRate } from './flac-format.ts';

/** Sample rates (Hz) that the encoder can write into its frames. */
const FRAME_RATES: readonly number[] = [8000, 16000, 22050, 24000, 32000, 44100, 48000, 88200, 96000, 176400, 192000];
/** The encoder's sample rate for all other rates; the actual rate is written into the frames afterwards. */
const SUBSTITUTE_RATE = 48000;
const MAX_HEADER_RATE = 65535;

/** Samples per block at the encoder's compression level 5. FLAC requires at least 16, except in the last block. */
const BLOCK_SIZE = 4096;
const MIN_BLOCK_SIZE = 16;
const CHUNK_FRAMES = 64 * BLOCK_SIZE;

function headerRate(sampleRate: number): number {
  if (sampleRate <= MAX_HEADER_RATE) return sampleRate;
  return FRAME_RATES.find((rate) => rate >= sampleRate) ?? MAX_HEADER_RATE;
}

function interleaveInt32(channels: readonly Float32Array[], from: number, frames: number): Int32Array<ArrayBuffer> {
  const width = channels.length;
  const samples = new Int32Array(frames * width);
  for (const [index, channel] of channels.entries()) {
    for (let frame = 0; frame < frames; frame += 1) {
      samples[frame * width + index] = toInt24(sampleAt(channel, from + frame)) << 8;
    }
  }
  return samples;
}

function samplesToHash(data: Int16Array | Int32Array): Uint8Array {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof Int16Array) return bytes;
  const packed = new Uint8Array(data.length * 3);
  for (let index = 0; index < data.length; index += 1) {
    packed[index * 3] = numberAt(bytes, index * 4 + 1);
    packed[index * 3 + 1] = numberAt(bytes, index * 4 + 2);
    packed[index * 3 + 2] = numberAt(bytes, index * 4 + 3);
  }
  return packed;
}

/**
 * Opens an encoder. Uncommon rates above 65535 Hz are raised to the next common rate.
 * @throws RangeError for more than 8 channels
 */
export async function openFlacEncoder(
  { channels: width, sampleRate: asked }: EncoderInput,
  bitsPerSample: 16 | 24 = 16,
  comments: FileComments = NO_COMMENTS,
): Promise<FileEncoder> {
  if (width > 8) throw new RangeError('FLAC supports at most 8 channels.');
  registerFlacEncoder();
  const sampleRate = headerRate(asked);
  const isWritten = FRAME_RATES.includes(sampleRate);
  const told = isWritten ? sampleRate : SUBSTITUTE_RATE;
  const about = { sampleRate, channels: width, bitsPerSample };
  const more = flacComments(comments);
  const asFirst = (head: Uint8Array): Uint8Array => (more.length > 0 ? openFlacHeader(head) : head);
  const ready: Uint8Array[] = [asFirst(flacHeader({ ...about, totalSamples: 0 }, BLOCK_SIZE, [])), more];
  const md5 = createHash('md5');
  const sizes = { count: 0, least: Number.POSITIVE_INFINITY, most: 0 };
  const onFrame = (made: Uint8Array): void => {
    const frame = isWritten ? made.slice() : withSampleRate(made, sampleRate);
    ready.push(frame);
    sizes.count += 1;
    sizes.least = Math.min(sizes.least, frame.length);
    sizes.most = Math.max(sizes.most, frame.length);
  };
  const output = new Output({ format: new FlacOutputFormat({ appendOnly: true, onFrame }), target: new NullTarget() });
  const source = new AudioSampleSource({ codec: 'flac' });
  output.addAudioTrack(source);
  await output.start();
  let isOpen = true;
  let samplesIn = 0;
  const taken = (): Uint8Array => joinBytes(ready.splice(0));
  return {
    sampleRate,
    async add(channels) {
      const total = channels[0]?.length ?? 0;
      for (let from = 0; from < total; from += CHUNK_FRAMES) {
        const frames = Math.min(CHUNK_FRAMES, total - from);
        const isLong = bitsPerSample === 24;
        const data = isLong ? interleaveInt32(channels, from, frames) : interleaveInt16(channels, from, frames);
        const format = isLong ? 's32' : 's16';
        const timestamp = samplesIn / told;
        const sample = new AudioSample({ data, format, numberOfChannels: width, sampleRate: told, timestamp });
        samplesIn += data.length / width;
        md5.update(samplesToHash(data));
        await source.add(sample);
        sample.close();
      }
      return taken();
    },
    async end() {
      isOpen = false;
      // The encoder can't finalise an empty stream.
      await (samplesIn === 0 ? output.cancel() : output.finalize());
      return taken();
    },
    header() {
      if (sizes.count !== Math.ceil(samplesIn / BLOCK_SIZE)) {
        throw new Error('The FLAC encoder lost some of the audio.');
      }
      const blockSize = samplesIn > BLOCK_SIZE ? BLOCK_SIZE : Math.max(MIN_BLOCK_SIZE, samplesIn);
      const frameSizes = sizes.count === 0 ? [] : [sizes.least, sizes.most];
      return asFirst(flacHeader({ ...about, totalSamples: samplesIn }, blockSize, frameSizes, md5.copy().digest()));
    },
    close() {
      if (isOpen) output.cancel().catch(() => {});
      isOpen = false;
    },
  };
}
