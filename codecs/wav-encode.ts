import type { EncodedSound } from './audio-encoder.ts';
import { IS_LITTLE_ENDIAN, joinBytes, numberAt } from './bytes.ts';
import { muLawBytes } from './g711.ts';
import { type Pcm, sampleAt } from './pcm.ts';

const FORMAT_PCM = 1;
const FORMAT_MU_LAW = 7;

/** The sizes in a WAV file are 32 bits wide; the head takes at most 64 bytes of that. */
const MOST_BYTES = 0xffffffff - 64;

/**
 * A sample as a 16-bit integer: rounded, clipped, silence where it is no number. No dither: the same sound gives the
 * same bytes, and what came from 16 bits goes back to the very same.
 */
export function toInt16(sample: number): number {
  const scaled = Math.round(sample * 32768);
  if (scaled > 32767) return 32767;
  return scaled >= -32768 ? scaled : scaled < -32768 ? -32768 : 0;
}

function writeText(view: DataView, offset: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) view.setUint8(offset + index, text.charCodeAt(index));
}

/** The kind of samples: its format tag, channels and bytes of one sample. */
interface SampleLayout {
  readonly sampleRate: number;
  readonly tag: number;
  readonly channels: number;
  readonly sampleBytes: number;
}

/** What comes before the samples. The `fact` chunk is for what is not PCM, as the format asks. */
function wavHead(layout: SampleLayout, frames: number, chunkBytes: number): Uint8Array {
  const { sampleRate, tag, channels, sampleBytes } = layout;
  const dataBytes = frames * channels * sampleBytes;
  if (dataBytes + chunkBytes > MOST_BYTES) throw new RangeError('A WAV file holds at most 4 GiB.');
  const formatBytes = tag === FORMAT_PCM ? 16 : 18;
  const factBytes = tag === FORMAT_PCM ? 0 : 12;
  const dataOffset = 12 + 8 + formatBytes + factBytes + 8;
  const view = new DataView(new ArrayBuffer(dataOffset));
  writeText(view, 0, 'RIFF');
  view.setUint32(4, dataOffset + dataBytes + (dataBytes % 2) + chunkBytes - 8, true);
  writeText(view, 8, 'WAVEfmt ');
  view.setUint32(16, formatBytes, true);
  view.setUint16(20, tag, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * sampleBytes, true);
  view.setUint16(32, channels * sampleBytes, true);
  view.setUint16(34, sampleBytes * 8, true);
  if (factBytes > 0) {
    writeText(view, 20 + formatBytes, 'fact');
    view.setUint32(24 + formatBytes, 4, true);
    view.setUint32(28 + formatBytes, frames, true);
  }
  writeText(view, dataOffset - 8, 'data');
  view.setUint32(dataOffset - 4, dataBytes, true);
  return new Uint8Array(view.buffer);
}

/** Samples of 16 bits, of 24, or mu-law. */
export type WavSamples = 'wav' | 'wav24' | 'mulaw';

const CODINGS = { wav: [FORMAT_PCM, 2], wav24: [FORMAT_PCM, 3], mulaw: [FORMAT_MU_LAW, 1] } as const;

/**
 * What comes before the samples of a WAV file.
 *
 * @param frames samples of each channel that follow
 * @param chunkBytes what follows the samples, in bytes
 * @throws RangeError above 4 GiB
 */
export function wavFileHead(
  coding: WavSamples,
  { sampleRate, channels }: EncodedSound,
  frames: number,
  chunkBytes = 0,
): Uint8Array {
  const [tag, sampleBytes] = CODINGS[coding];
  return wavHead({ sampleRate, tag, channels, sampleBytes }, frames, chunkBytes);
}

/** 16-bit samples as they lie in a WAV file, without a copy where the machine keeps them so. */
export function pcmBytes(samples: Int16Array): Uint8Array {
  if (IS_LITTLE_ENDIAN) return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const view = new DataView(new ArrayBuffer(samples.byteLength));
  for (const [index, sample] of samples.entries()) view.setInt16(index * 2, sample, true);
  return new Uint8Array(view.buffer);
}

/** Samples of all channels in turn, as 16-bit integers. @param frames samples of each channel, from `from` on */
export function interleaved(channels: readonly Float32Array[], from: number, frames: number): Int16Array<ArrayBuffer> {
  const width = channels.length;
  const samples = new Int16Array(frames * width);
  for (const [index, channel] of channels.entries()) {
    for (let frame = 0; frame < frames; frame += 1) {
      samples[frame * width + index] = toInt16(sampleAt(channel, from + frame));
    }
  }
  return samples;
}

/** The samples of a 16-bit WAV file. */
export function pcmSamples(channels: readonly Float32Array[]): Uint8Array {
  return pcmBytes(interleaved(channels, 0, channels[0]?.length ?? 0));
}

/** A sample as an integer of 24 bits: rounded, clipped, silence where it is no number. */
export function toInt24(sample: number): number {
  const scaled = Math.round(sample * 8_388_608);
  if (scaled > 8_388_607) return 8_388_607;
  return scaled >= -8_388_608 ? scaled : scaled < -8_388_608 ? -8_388_608 : 0;
}

/** The samples of a 24-bit WAV file. */
export function longPcmSamples(channels: readonly Float32Array[]): Uint8Array {
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

/** The samples of a WAV file of G.711 mu-law (format tag 7). */
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

/** A WAV file of 16-bit PCM. @throws RangeError above 4 GiB */
export function encodeWav({ sampleRate, channels }: Pcm): Uint8Array {
  const frames = channels[0]?.length ?? 0;
  return joinBytes([wavFileHead('wav', { sampleRate, channels: channels.length }, frames), pcmSamples(channels)]);
}

/**
 * A WAV file of one channel of 16-bit samples that come in pieces: the bytes that `encodeWav` makes of them, in pieces as
 * well, so that nothing is copied: the head, then each piece where it lies.
 *
 * @param sampleRate Hz
 * @throws RangeError above 4 GiB
 */
export function wavPieces(pieces: readonly Int16Array[], sampleRate: number): Uint8Array[] {
  const frames = pieces.reduce((length, piece) => length + piece.length, 0);
  return [wavFileHead('wav', { sampleRate, channels: 1 }, frames), ...pieces.map(pcmBytes)];
}
