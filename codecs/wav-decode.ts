import { IS_LITTLE_ENDIAN } from './byte-order.ts';
import { A_LAW_SAMPLES, MU_LAW_SAMPLES } from './g711.ts';
import type { Pcm } from './pcm.ts';
import { readWavLayout, type WavCoding, type WavLayout } from './wav-layout.ts';

type Reader = (view: DataView, offset: number) => number;

const READERS: Readonly<Record<WavCoding, Reader>> = {
  pcm8: (view, offset) => (view.getUint8(offset) - 128) / 128,
  pcm16: (view, offset) => view.getInt16(offset, true) / 32768,
  pcm24: (view, offset) => ((view.getInt8(offset + 2) << 16) | view.getUint16(offset, true)) / 8388608,
  pcm32: (view, offset) => view.getInt32(offset, true) / 2147483648,
  float32: (view, offset) => view.getFloat32(offset, true),
  float64: (view, offset) => view.getFloat64(offset, true),
  mulaw: (view, offset) => MU_LAW_SAMPLES[view.getUint8(offset)] ?? 0,
  alaw: (view, offset) => A_LAW_SAMPLES[view.getUint8(offset)] ?? 0,
};

/** Samples of each channel in a block: enough to be quick, little enough to stay in the processor's cache. */
const BLOCK_FRAMES = 8192;

/** Fills `target` with a channel's samples from frame `from` on. */
type FillChannel = (channel: number, from: number, target: Float32Array) => void;

/** Nearly every take is 16-bit: read without a call for each sample where this machine keeps bytes in that order. */
function fillFrom16(samples: Int16Array, channels: number): FillChannel {
  return (channel, from, target) => {
    let at = from * channels + channel;
    for (let index = 0; index < target.length; index += 1) {
      target[index] = (samples[at] ?? 0) / 32768;
      at += channels;
    }
  };
}

function fillerOf(bytes: Uint8Array, layout: WavLayout): FillChannel {
  const { coding, channels, sampleBytes, dataOffset, frames } = layout;
  const start = bytes.byteOffset + dataOffset;
  if (coding === 'pcm16' && IS_LITTLE_ENDIAN && start % 2 === 0) {
    return fillFrom16(new Int16Array(bytes.buffer, start, frames * channels), channels);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = READERS[coding];
  const stride = channels * sampleBytes;
  return (channel, from, target) => {
    let offset = dataOffset + from * stride + channel * sampleBytes;
    for (let index = 0; index < target.length; index += 1) {
      target[index] = read(view, offset);
      offset += stride;
    }
  };
}

/**
 * The sound of a WAV file: PCM of 8 to 32 bits, float, mu-law or A-law.
 * @throws AudioFormatError as readWavLayout
 */
export function decodeWav(bytes: Uint8Array): Pcm {
  const layout = readWavLayout(bytes);
  const fill = fillerOf(bytes, layout);
  const channels = Array.from({ length: layout.channels }, (_, channel) => {
    const samples = new Float32Array(layout.frames);
    fill(channel, 0, samples);
    return samples;
  });
  return { sampleRate: layout.sampleRate, channels };
}

/**
 * The same in blocks, so that nothing is unpacked as a whole. What a block holds is good until `take` returns.
 * @throws AudioFormatError as readWavLayout, before the first block
 */
export function decodeWavBlocks(bytes: Uint8Array, take: (block: Pcm) => void): WavLayout {
  const layout = readWavLayout(bytes);
  const fill = fillerOf(bytes, layout);
  const { sampleRate, frames } = layout;
  const buffers = Array.from({ length: layout.channels }, () => new Float32Array(Math.min(BLOCK_FRAMES, frames)));
  for (let from = 0; from < frames; from += BLOCK_FRAMES) {
    const channels = buffers.map((buffer) => buffer.subarray(0, Math.min(BLOCK_FRAMES, frames - from)));
    for (const [channel, samples] of channels.entries()) fill(channel, from, samples);
    take({ sampleRate, channels });
  }
  return layout;
}

/** The sound of mu-law bytes without any head: one channel at `sampleRate` Hz, one byte a sample. */
export function decodeRawMuLaw(bytes: Uint8Array, sampleRate: number): Pcm {
  return { sampleRate, channels: [Float32Array.from(bytes, (byte) => MU_LAW_SAMPLES[byte] ?? 0)] };
}

/** The same in blocks. */
export function decodeRawMuLawBlocks(bytes: Uint8Array, sampleRate: number, take: (block: Pcm) => void): void {
  for (let from = 0; from < bytes.length; from += BLOCK_FRAMES) {
    take(decodeRawMuLaw(bytes.subarray(from, from + BLOCK_FRAMES), sampleRate));
  }
}
