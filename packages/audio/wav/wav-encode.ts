import type { EncoderInput } from '../codecs/audio-encoder.ts';
import { IS_LITTLE_ENDIAN, joinBytes, numberAt } from '../codecs/bytes.ts';
import { type Pcm, sampleAt } from '../codecs/pcm.ts';
import { muLawBytes } from './g711.ts';
import { MAX_32_BIT_SIZE } from './wav-layout.ts';

const FORMAT_PCM = 1;
const FORMAT_MU_LAW = 7;

/**
 * Converts a sample to a 16-bit integer by rounding and clipping; NaN becomes 0. Doesn't add dither, so that 16-bit
 * samples are preserved exactly.
 */
export function toInt16(sample: number): number {
  const scaled = Math.round(sample * 32768);
  if (scaled > 32767) return 32767;
  return scaled >= -32768 ? scaled : scaled < -32768 ? -32768 : 0;
}

function writeText(view: DataView, offset: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) view.setUint8(offset + index, text.charCodeAt(index));
}

interface SampleLayout {
  readonly sampleRate: number;
  readonly tag: number;
  readonly channels: number;
  readonly sampleBytes: number;
}

/** Builds a `fmt ` chunk, and the `fact` chunk required for formats other than PCM. */
function formatChunks({ sampleRate, tag, channels, sampleBytes }: SampleLayout, frames: number): Uint8Array {
  const isPcm = tag === FORMAT_PCM;
  const formatBytes = isPcm ? 16 : 18;
  const view = new DataView(new ArrayBuffer(8 + formatBytes + (isPcm ? 0 : 12)));
  writeText(view, 0, 'fmt ');
  view.setUint32(4, formatBytes, true);
  view.setUint16(8, tag, true);
  view.setUint16(10, channels, true);
  view.setUint32(12, sampleRate, true);
  view.setUint32(16, sampleRate * channels * sampleBytes, true);
  view.setUint16(20, channels * sampleBytes, true);
  view.setUint16(22, sampleBytes * 8, true);
  if (!isPcm) {
    writeText(view, 8 + formatBytes, 'fact');
    view.setUint32(12 + formatBytes, 4, true);
    view.setUint32(16 + formatBytes, Math.min(frames, MAX_32_BIT_SIZE), true);
  }
  return new Uint8Array(view.buffer);
}

/** Size of a chunk header plus a `ds64` chunk without a table of other large chunks. */
const DS64_BYTES = 28;
const CHUNK_HEADER_BYTES = 8;

interface WavContent {
  readonly frames: number;
  readonly dataBytes: number;
  readonly chunkBytes: number;
  /** True to always reserve room for 64-bit sizes, so that the header's length is constant. */
  readonly hasRoom?: boolean;
}

/**
 * Builds a RIFF header, or an RF64 header (EBU Tech 3306) above 4 GiB. In shorter files, a `JUNK` chunk may reserve
 * the space.
 */
export function wavHeader(
  chunks: Uint8Array,
  { frames, dataBytes, chunkBytes, hasRoom = false }: WavContent,
): Uint8Array {
  const shortHead = 12 + chunks.length + CHUNK_HEADER_BYTES;
  const content = dataBytes + (dataBytes % 2) + chunkBytes;
  const isLong = shortHead - 8 + content > MAX_32_BIT_SIZE;
  const sizesBytes = isLong || hasRoom ? CHUNK_HEADER_BYTES + DS64_BYTES : 0;
  const head = new Uint8Array(shortHead + sizesBytes);
  const riffSize = head.length - 8 + content;
  const view = new DataView(head.buffer);
  writeText(view, 0, isLong ? 'RF64' : 'RIFF');
  view.setUint32(4, isLong ? MAX_32_BIT_SIZE : riffSize, true);
  writeText(view, 8, 'WAVE');
  if (sizesBytes > 0) {
    writeText(view, 12, isLong ? 'ds64' : 'JUNK');
    view.setUint32(16, DS64_BYTES, true);
  }
  if (isLong) {
    for (const [index, size] of [riffSize, dataBytes, frames].entries()) {
      view.setBigUint64(20 + index * 8, BigInt(size), true);
    }
  }
  head.set(chunks, 12 + sizesBytes);
  writeText(view, head.length - CHUNK_HEADER_BYTES, 'data');
  view.setUint32(head.length - 4, isLong ? MAX_32_BIT_SIZE : dataBytes, true);
  return head;
}

export type WavSamples = 'wav' | 'wav24' | 'mulaw';

const CODINGS = { wav: [FORMAT_PCM, 2], wav24: [FORMAT_PCM, 3], mulaw: [FORMAT_MU_LAW, 1] } as const;

export const isRf64 = (header: Uint8Array): boolean => header[1] === 'F'.charCodeAt(0);

interface WavHeaderOptions {
  readonly chunkBytes?: number;
  readonly hasRoom?: boolean;
}

/** Builds a RIFF header, or an RF64 header above 4 GiB. @param frames samples per channel in the file */
export function wavFileHeader(
  coding: WavSamples,
  { sampleRate, channels }: EncoderInput,
  frames: number,
  { chunkBytes = 0, hasRoom = false }: WavHeaderOptions = {},
): Uint8Array {
  const [tag, sampleBytes] = CODINGS[coding];
  const chunks = formatChunks({ sampleRate, tag, channels, sampleBytes }, frames);
  return wavHeader(chunks, { frames, dataBytes: frames * channels * sampleBytes, chunkBytes, hasRoom });
}

export function pcmBytes(samples: Int16Array): Uint8Array {
  if (IS_LITTLE_ENDIAN) return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const view = new DataView(new ArrayBuffer(samples.byteLength));
  for (const [index, sample] of samples.entries()) view.setInt16(index * 2, sample, true);
  return new Uint8Array(view.buffer);
}

export function interleaveInt16(
  channels: readonly Float32Array[],
  from: number,
  frames: number,
): Int16Array<ArrayBuffer> {
  const width = channels.length;
  const samples = new Int16Array(frames * width);
  for (const [index, channel] of channels.entries()) {
    for (let frame = 0; frame < frames; frame += 1) {
      samples[frame * width + index] = toInt16(sampleAt(channel, from + frame));
    }
  }
  return samples;
}

export function pcmSamples(channels: readonly Float32Array[]): Uint8Array {
  return pcmBytes(interleaveInt16(channels, 0, channels[0]?.length ?? 0));
}

/** Converts a sample to a 24-bit integer by rounding and clipping; NaN becomes 0. */
export function toInt24(sample: number): number {
  const scaled = Math.round(sample * 8_388_608);
  if (scaled > 8_388_607) return 8_388_607;
  return scaled >= -8_388_608 ? scaled : scaled < -8_388_608 ? -8_388_608 : 0;
}

export function pcm24Samples(channels: readonly Float32Array[]): Uint8Array {
  const width = channels.length;
  const bytes = new Uint8Array((channels[0]?.length ?? 0) * width * 3);
  for (const [channel, samples] of channels.entries()) {
    let offset = channel * 3;
    for (let index = 0; index < samples.length; index += 1) {
      const value = toInt24(sampleAt(samples, index));
      bytes[offset] = value & 0xff;
      bytes[offset + 1] = (value >> 8) & 0xff;
      bytes[offset + 2] = (value >> 16) & 0xff;
      offset += width * 3;
    }
  }
  return bytes;
}

export function muLawSamples(channels: readonly Float32Array[]): Uint8Array {
  const byteOf = muLawBytes();
  const stride = channels.length;
  const bytes = new Uint8Array((channels[0]?.length ?? 0) * stride);
  for (const [channel, samples] of channels.entries()) {
    let offset = channel;
    for (let index = 0; index < samples.length; index += 1) {
      bytes[offset] = numberAt(byteOf, toInt16(sampleAt(samples, index)) & 0xffff);
      offset += stride;
    }
  }
  return bytes;
}

export function encodeWav({ sampleRate, channels }: Pcm): Uint8Array {
  const frames = channels[0]?.length ?? 0;
  return joinBytes([wavFileHeader('wav', { sampleRate, channels: channels.length }, frames), pcmSamples(channels)]);
}

/** Encodes mono without copying: returns the header followed by each piece. */
export function wavFileParts(pieces: readonly Int16Array[], sampleRate: number): Uint8Array[] {
  const frames = pieces.reduce((length, piece) => length + piece.length, 0);
  return [wavFileHeader('wav', { sampleRate, channels: 1 }, frames), ...pieces.map(pcmBytes)];
}
