import {
  DEFAULT_DECODE_LIMIT,
  type DecodeLimit,
  requireSupportedFormat,
  requireWithinLimit,
} from '../codecs/audio-format-error.ts';
import { type AudioBytes, asSource, type ByteSource, IS_LITTLE_ENDIAN } from '../codecs/bytes.ts';
import { type BlockHandler, int16At, type Pcm, sampleAt } from '../codecs/pcm.ts';
import { A_LAW_SAMPLES, MU_LAW_SAMPLES } from './g711.ts';
import { readWavLayout, type WavCoding, type WavLayout } from './wav-layout.ts';

type Reader = (view: DataView, offset: number) => number;

const SAMPLE_READERS: Readonly<Record<WavCoding, Reader>> = {
  pcm8: (view, offset) => (view.getUint8(offset) - 128) / 128,
  pcm16: (view, offset) => view.getInt16(offset, true) / 32768,
  pcm24: (view, offset) => ((view.getInt8(offset + 2) << 16) | view.getUint16(offset, true)) / 8388608,
  pcm32: (view, offset) => view.getInt32(offset, true) / 2147483648,
  float32: (view, offset) => view.getFloat32(offset, true),
  float64: (view, offset) => view.getFloat64(offset, true),
  mulaw: (view, offset) => sampleAt(MU_LAW_SAMPLES, view.getUint8(offset)),
  alaw: (view, offset) => sampleAt(A_LAW_SAMPLES, view.getUint8(offset)),
};

/** Samples per channel in a block: large enough to be fast, small enough for the processor's cache. */
const BLOCK_FRAMES = 8192;

type FillChannel = (channel: number, target: Float32Array) => void;

/** Fast path for 16-bit samples, which nearly all takes have, on little-endian machines. */
function fillFrom16(samples: Int16Array, channels: number): FillChannel {
  return (channel, target) => {
    let at = channel;
    for (let index = 0; index < target.length; index += 1) {
      target[index] = int16At(samples, at) / 32768;
      at += channels;
    }
  };
}

function channelFiller(block: Uint8Array, { coding, channels, sampleBytes }: WavLayout): FillChannel {
  const { buffer, byteOffset, byteLength } = block;
  if (coding === 'pcm16' && IS_LITTLE_ENDIAN && byteOffset % 2 === 0) {
    return fillFrom16(new Int16Array(buffer, byteOffset, Math.floor(byteLength / 2)), channels);
  }
  const view = new DataView(buffer, byteOffset, byteLength);
  const read = SAMPLE_READERS[coding];
  const stride = channels * sampleBytes;
  return (channel, target) => {
    let offset = channel * sampleBytes;
    for (let index = 0; index < target.length; index += 1) {
      target[index] = read(view, offset);
      offset += stride;
    }
  };
}

function readLimitedLayout(source: ByteSource, limit = DEFAULT_DECODE_LIMIT): WavLayout {
  const layout = readWavLayout(source, limit.readsIncomplete);
  requireSupportedFormat(layout.sampleRate, layout.channels);
  requireWithinLimit(layout.frames / layout.sampleRate, limit);
  return layout;
}

function* blocksOf(
  source: ByteSource,
  layout: WavLayout,
): Generator<{ readonly fill: FillChannel; readonly at: number }> {
  const stride = layout.channels * layout.sampleBytes;
  for (let at = 0; at < layout.frames; at += BLOCK_FRAMES) {
    const frames = Math.min(BLOCK_FRAMES, layout.frames - at);
    yield { fill: channelFiller(source.read(layout.dataOffset + at * stride, frames * stride), layout), at };
  }
}

/** Decodes 8 to 32-bit PCM, float, mu-law or A-law. @param limit defaults to six hours @throws AudioFormatError */
export function decodeWav(audio: AudioBytes, limit?: DecodeLimit): Pcm {
  const source = asSource(audio);
  const layout = readLimitedLayout(source, limit);
  const channels = Array.from({ length: layout.channels }, () => new Float32Array(layout.frames));
  for (const { fill, at } of blocksOf(source, layout)) {
    for (const [channel, samples] of channels.entries()) fill(channel, samples.subarray(at, at + BLOCK_FRAMES));
  }
  return { sampleRate: layout.sampleRate, channels };
}

/**
 * Decodes in blocks.
 * @throws AudioFormatError before the first block, or after the last one of an incomplete file; errors thrown by `onBlock`
 */
export async function decodeWavBlocks(
  audio: AudioBytes,
  onBlock: BlockHandler,
  limit?: DecodeLimit,
): Promise<WavLayout> {
  const source = asSource(audio);
  const layout = readLimitedLayout(source, limit);
  const { sampleRate, frames } = layout;
  const buffers = Array.from({ length: layout.channels }, () => new Float32Array(Math.min(BLOCK_FRAMES, frames)));
  for (const { fill, at } of blocksOf(source, layout)) {
    const channels = buffers.map((buffer) => buffer.subarray(0, Math.min(BLOCK_FRAMES, frames - at)));
    for (const [channel, samples] of channels.entries()) fill(channel, samples);
    await onBlock({ sampleRate, channels });
  }
  if (layout.incomplete) throw layout.incomplete;
  return layout;
}

export function decodeRawMuLaw(bytes: Uint8Array, sampleRate: number): Pcm {
  return { sampleRate, channels: [Float32Array.from(bytes, (byte) => sampleAt(MU_LAW_SAMPLES, byte))] };
}

export async function decodeRawMuLawBlocks(
  source: ByteSource,
  sampleRate: number,
  onBlock: BlockHandler,
): Promise<void> {
  for (let from = 0; from < source.length; from += BLOCK_FRAMES) {
    await onBlock(decodeRawMuLaw(source.read(from, BLOCK_FRAMES), sampleRate));
  }
}
