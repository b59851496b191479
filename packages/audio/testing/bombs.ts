// Small files that unpack to much more than they look like, or that claim to.
import { joinBytes } from '../codecs/bytes.ts';
import { encode } from '../codecs/encode.ts';
import { flacHeader, withSampleRate } from '../flac/flac-format.ts';
import { readMp3Frame } from '../mp3/mp3-frames.ts';
import { oggPageChecksum, oggPageSize } from '../ogg/ogg-pages.ts';
import { formatChunk, wavHead } from './wav-bytes.ts';

/** Samples of a FLAC block: the most that the format allows, and no common size. */
const FLAC_BLOCK = 65_535;

/** The number of a frame, written as UTF-8 writes characters (up to 2,097,151). */
function frameNumber(value: number): number[] {
  if (value < 0x80) return [value];
  if (value < 0x800) return [0xc0 | (value >> 6), 0x80 | (value & 0x3f)];
  if (value < 0x10000) return [0xe0 | (value >> 12), 0x80 | ((value >> 6) & 0x3f), 0x80 | (value & 0x3f)];
  const [a, b, c, d] = [value >> 18, (value >> 12) & 0x3f, (value >> 6) & 0x3f, value & 0x3f];
  return [0xf0 | a, 0x80 | b, 0x80 | c, 0x80 | d];
}

/** A frame of silence: `channels` constant subframes of 16 bits, in some dozen bytes. */
function silentFlacFrame(number: number, channels: number): Uint8Array {
  const size = FLAC_BLOCK - 1;
  // Block size as 16 bits at the head's end, 48 kHz, independent channels, 16 bits a sample.
  const head = [0xff, 0xf8, 0x7a, ((channels - 1) << 4) | 0x08, ...frameNumber(number), size >> 8, size & 0xff];
  // Writing the rate into the frame computes its checksums too.
  return withSampleRate(Uint8Array.from([...head, 0, ...Array.from({ length: channels * 3 }, () => 0), 0, 0]), 48_000);
}

/**
 * FLAC of silence at 48 kHz.
 * @param blocks of 65,535 samples each
 * @param announced samples of each channel that the file says it has; 0 where it does not say
 */
export function flacBomb(blocks: number, channels = 1, announced = 0): Uint8Array {
  const frames = Array.from({ length: blocks }, (_, number) => silentFlacFrame(number, channels));
  const info = { sampleRate: 48_000, channels, bitsPerSample: 16, totalSamples: announced };
  return joinBytes([flacHeader(info, FLAC_BLOCK, [frames[0]?.length ?? 0]), ...frames]);
}

/** MP3 of silence at the lowest bitrate: 24 bytes for 24 ms. @param frames of 576 samples at 24 kHz */
export function mp3Bomb(frames: number): Uint8Array {
  const frame = Uint8Array.from({ length: 24 }, (_, at) => [0xff, 0xf3, 0x14, 0xc0][at] ?? 0);
  if (readMp3Frame(frame, 0)?.size !== frame.length) throw new Error('This is no frame of 24 bytes.');
  const bytes = new Uint8Array(frames * frame.length);
  for (let at = 0; at < frames; at += 1) bytes.set(frame, at * frame.length);
  return bytes;
}

/** A page of `packets` packets of one byte each (at most 255). */
function oggPage(serial: Uint8Array, sequence: number, position: number, packets: number, byte: number): Uint8Array {
  const page = new Uint8Array(27 + packets * 2);
  const view = new DataView(page.buffer);
  page.set([0x4f, 0x67, 0x67, 0x53]);
  view.setBigInt64(6, BigInt(position), true);
  page.set(serial, 14);
  view.setUint32(18, sequence, true);
  page[26] = packets;
  page.fill(1, 27, 27 + packets);
  page.fill(byte, 27 + packets);
  view.setUint32(22, oggPageChecksum(page, 0, page.length), true);
  return page;
}

/**
 * Ogg Vorbis of silence: packets of one byte, each of which stands for a long block.
 * @param pages of 255 packets
 * @param position the samples up to its end that each page says it has; the true ones unless given
 * @param sampleRate Hz, as the head says
 */
export async function vorbisBomb(pages: number, position?: number, sampleRate = 48_000): Promise<Uint8Array> {
  const real = await encode({ sampleRate: 48_000, channels: [new Float32Array(48_000)] }, 'ogg');
  const head = real.slice(0, startOfAudio(real));
  setVorbisRate(head, sampleRate);
  const serial = real.slice(14, 18);
  // An audio packet of mode 1, the long one, with long ones around it, and nothing in it.
  const made = Array.from({ length: pages }, (_, at) =>
    oggPage(serial, at + 2, position ?? (at + 1) * 255 * 1024, 255, 0x0e),
  );
  return joinBytes([head, ...made]);
}

/** Writes another rate into the head that the first page holds. */
function setVorbisRate(file: Uint8Array, sampleRate: number): void {
  const view = new DataView(file.buffer);
  view.setUint32(28 + 12, sampleRate, true);
  view.setUint32(22, oggPageChecksum(file, 0, oggPageSize(file, 0) ?? 0), true);
}

/** Where the third page begins: Vorbis's three heads are in the first two. */
function startOfAudio(bytes: Uint8Array): number {
  const second = Buffer.from(bytes).indexOf('OggS', 4);
  return Buffer.from(bytes).indexOf('OggS', second + 4);
}

/** Ogg Opus: packets of two bytes that stand for 120 ms each. */
export function opusBomb(pages: number, channels = 1): Uint8Array {
  const serial = Uint8Array.of(1, 2, 3, 4);
  const mapping = channels <= 2 ? [] : [channels, 0, ...Array.from({ length: channels }, (_, at) => at)];
  const head = [
    ...Buffer.from('OpusHead'),
    1,
    channels,
    0,
    0,
    0x80,
    0xbb,
    0,
    0,
    0,
    0,
    channels <= 2 ? 0 : 255,
    ...mapping,
  ];
  const tags = [...Buffer.from('OpusTags'), 0, 0, 0, 0, 0, 0, 0, 0];
  const made = [packetPage(serial, 0, 0, Uint8Array.from(head), 2), packetPage(serial, 1, 0, Uint8Array.from(tags), 0)];
  for (let at = 0; at < pages; at += 1) made.push(oggPage(serial, at + 2, (at + 1) * 255 * 960, 255, 0x08));
  return joinBytes(made);
}

function packetPage(
  serial: Uint8Array,
  sequence: number,
  position: number,
  body: Uint8Array,
  flags: number,
): Uint8Array {
  const lacing = [...Array.from({ length: Math.floor(body.length / 255) }, () => 255), body.length % 255];
  const page = new Uint8Array(27 + lacing.length + body.length);
  const view = new DataView(page.buffer);
  page.set([0x4f, 0x67, 0x67, 0x53, 0, flags]);
  view.setBigInt64(6, BigInt(position), true);
  page.set(serial, 14);
  view.setUint32(18, sequence, true);
  page[26] = lacing.length;
  page.set(lacing, 27);
  page.set(body, 27 + lacing.length);
  view.setUint32(22, oggPageChecksum(page, 0, page.length), true);
  return page;
}

/** WAV of 8-bit silence. @param bytes of samples; at so low a rate as 1 Hz each of them is a second */
export function wavBomb(bytes: number, channels: number, sampleRate: number): Uint8Array {
  const head = wavHead(formatChunk(1, { bits: 8, channels, sampleRate }), bytes);
  return joinBytes([head, new Uint8Array(bytes).fill(128)]);
}
