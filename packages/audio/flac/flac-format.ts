// Reads and writes the headers and frames of FLAC files (RFC 9639).
import { AudioFormatError } from '../codecs/audio-format-error.ts';
import { type AudioBytes, asSource, type ByteSource, joinBytes, numberAt } from '../codecs/bytes.ts';
import { afterId3 } from '../tags/id3.ts';
import { commentBlock, type FileComments, pictureBlock } from '../tags/vorbis-comments.ts';

function checksumTable(width: 8 | 16, polynomial: number): Uint16Array {
  const top = 1 << (width - 1);
  const mask = (1 << width) - 1;
  return Uint16Array.from({ length: 256 }, (_, index) => {
    let value = index << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) value = ((value & top) === 0 ? value << 1 : (value << 1) ^ polynomial) & mask;
    return value;
  });
}

const HEADER_CRC_TABLE = checksumTable(8, 0x07);
const FRAME_CRC_TABLE = checksumTable(16, 0x8005);

function headerChecksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = numberAt(HEADER_CRC_TABLE, value ^ byte);
  return value;
}

function frameChecksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = ((value << 8) & 0xffff) ^ numberAt(FRAME_CRC_TABLE, (value >> 8) ^ byte);
  return value;
}

function codedNumberSize(firstByte: number): number {
  const ones = Math.clz32(~(firstByte << 24));
  return ones === 0 ? 1 : ones;
}

/** The code that means "sample rate in Hz, as 16 bits at the end of the header". */
const RATE_CODE_16_BIT_HZ = 13;

/** Writes another sample rate into a frame, because some decoders ignore the rate in the file's header. */
export function withSampleRate(frame: Uint8Array, sampleRate: number): Uint8Array {
  const sizes = numberAt(frame, 2);
  const blockSizeBytes = sizes >> 4 === 6 ? 1 : sizes >> 4 === 7 ? 2 : 0;
  const head = 4 + codedNumberSize(numberAt(frame, 4)) + blockSizeBytes;
  const changed = new Uint8Array(frame.length + 2);
  const view = new DataView(changed.buffer);
  changed.set(frame.subarray(0, head));
  changed[2] = (sizes & 0xf0) | RATE_CODE_16_BIT_HZ;
  view.setUint16(head, sampleRate);
  changed[head + 2] = headerChecksum(changed.subarray(0, head + 2));
  changed.set(frame.subarray(head + 1), head + 3);
  const end = changed.length - 2;
  view.setUint16(end, frameChecksum(changed.subarray(0, end)));
  return changed;
}

/** Returns whether a frame may start at an offset: a 15-bit sync code, then a bit for the blocking strategy. */
export function isFlacSync(bytes: Uint8Array, offset: number): boolean {
  return bytes[offset] === 0xff && ((bytes[offset + 1] ?? 0) & 0xfe) === 0xf8;
}

/**
 * Returns the maximum number of samples, across all channels, in the frame at an offset, as stated in the frame's
 * header.
 */
export function flacFrameSamples(bytes: Uint8Array, offset: number): number {
  const assignment = (bytes[offset + 3] ?? 0xff) >> 4;
  // Values 8 to 10 are stereo with side channels; higher values are reserved.
  const channels = assignment < 8 ? assignment + 1 : 2;
  return channels * blockSize(bytes, offset);
}

function blockSize(bytes: Uint8Array, offset: number): number {
  const code = (bytes[offset + 2] ?? 0xff) >> 4;
  if (code === 1) return 192;
  if (code >= 2 && code <= 5) return 576 << (code - 2);
  if (code >= 8) return 256 << (code - 8);
  const after = offset + 4 + codedNumberSize(bytes[offset + 4] ?? 0);
  if (code === 6) return (bytes[after] ?? 0xff) + 1;
  return (((bytes[after] ?? 0xff) << 8) | (bytes[after + 1] ?? 0xff)) + 1;
}

export interface FlacStreamInfo {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** Samples per channel; 0 if the encoder didn't know the number. */
  readonly totalSamples: number;
}

const HEADER_BYTES = 42;
const LAST_BLOCK_FLAG = 0x80;

/** Ignores an ID3v2 tag at the start, which signed files have. */
export function isFlac(source: ByteSource): boolean {
  const bytes = afterId3(source).read(0, 4);
  return bytes[0] === 0x66 && bytes[1] === 0x4c && bytes[2] === 0x61 && bytes[3] === 0x43;
}

export function readFlacStreamInfo(audio: AudioBytes): FlacStreamInfo {
  const bytes = afterId3(asSource(audio)).read(0, HEADER_BYTES);
  if (bytes.length < HEADER_BYTES)
    throw new AudioFormatError('truncated', 'The FLAC file is truncated: its header is incomplete.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packed = view.getBigUint64(18);
  const sampleRate = Number(packed >> 44n);
  if ((view.getUint8(4) & 0x7f) !== 0 || sampleRate === 0) {
    throw new AudioFormatError('damaged', "The FLAC file doesn't start with stream information.");
  }
  return {
    sampleRate,
    channels: Number((packed >> 41n) & 7n) + 1,
    bitsPerSample: Number((packed >> 36n) & 31n) + 1,
    totalSamples: Number(packed & 0xfffffffffn),
  };
}

export function flacHeaderWithoutMetadata(source: ByteSource): Uint8Array {
  // Copy the bytes: `slice` of a Buffer would share its memory.
  const head = Uint8Array.from(source.read(0, HEADER_BYTES));
  head.set([LAST_BLOCK_FLAG, 0, 0, 34], 4);
  return head;
}

/** @throws AudioFormatError `truncated` if the metadata ends beyond the file */
export function startOfFlacFrames(source: ByteSource): number {
  for (let at = 4; at + 4 <= source.length; ) {
    const [kind = 0, high = 0, middle = 0, low = 0] = source.read(at, 4);
    at += 4 + ((high << 16) | (middle << 8) | low);
    if ((kind & LAST_BLOCK_FLAG) !== 0 && at <= source.length) return at;
  }
  throw new AudioFormatError('truncated', 'The FLAC file is truncated: its header is incomplete.');
}

const COMMENT_BLOCK = 4;
const PICTURE_BLOCK = 6;
const MAX_BLOCK_BYTES = 2 ** 24 - 1;

/** Returns the metadata blocks after STREAMINFO, if any. Omits a picture that is too large. */
export function flacComments({ texts, cover }: FileComments): Uint8Array {
  const picture = cover && pictureBlock(cover);
  const blocks: (readonly [kind: number, content: Uint8Array])[] = [];
  if (texts.length > 0) blocks.push([COMMENT_BLOCK, commentBlock('libFLAC', texts)]);
  if (picture && picture.length <= MAX_BLOCK_BYTES) blocks.push([PICTURE_BLOCK, picture]);
  const written = blocks.map(([kind, content], index) => {
    const block = new Uint8Array(4 + content.length);
    new DataView(block.buffer).setUint32(0, content.length);
    block[0] = kind | (index === blocks.length - 1 ? LAST_BLOCK_FLAG : 0);
    block.set(content, 4);
    return block;
  });
  return joinBytes(written);
}

export function openFlacHeader(header: Uint8Array): Uint8Array {
  const open = header.slice();
  open[4] = 0;
  return open;
}

/** @param blockSize samples in each block except the last @param md5 checksum of all uncompressed samples, if known */
export function flacHeader(
  info: FlacStreamInfo,
  blockSize: number,
  frameSizes: readonly number[],
  md5?: Uint8Array,
): Uint8Array {
  const head = new Uint8Array(HEADER_BYTES);
  head.set([0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, 34]);
  const view = new DataView(head.buffer);
  view.setUint16(8, blockSize);
  view.setUint16(10, blockSize);
  const [first = 0] = frameSizes;
  const smallest = frameSizes.reduce((least, size) => Math.min(least, size), first);
  const largest = frameSizes.reduce((most, size) => Math.max(most, size), first);
  // Two 24-bit numbers, then sample rate (20 bits), channels - 1 (3), bits per sample - 1 (5) and samples (36).
  view.setUint8(12, smallest >> 16);
  view.setUint16(13, smallest & 0xffff);
  view.setUint8(15, largest >> 16);
  view.setUint16(16, largest & 0xffff);
  const rate = BigInt(info.sampleRate) << 44n;
  const channels = BigInt(info.channels - 1) << 41n;
  const bits = BigInt(info.bitsPerSample - 1) << 36n;
  view.setBigUint64(18, rate | channels | bits | BigInt(info.totalSamples));
  if (md5) head.set(md5, 26);
  return head;
}
