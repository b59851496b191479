// The head of a FLAC file (RFC 9639).
import { AudioFormatError } from './audio-format-error.ts';
import { type AudioBytes, asSource, type ByteSource } from './bytes.ts';

/** The STREAMINFO block, as far as it matters here. */
export interface FlacStreamInfo {
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** Samples of each channel; 0 where the encoder did not know. */
  readonly totalSamples: number;
}

/** Bytes of `fLaC`, a block's head and STREAMINFO. */
const HEAD_BYTES = 42;
/** The bit of a block's head that says that no other block of metadata follows. */
const LAST_BLOCK = 0x80;

/** Whether bytes start with FLAC's mark. */
export function isFlac(bytes: Uint8Array): boolean {
  return bytes[0] === 0x66 && bytes[1] === 0x4c && bytes[2] === 0x61 && bytes[3] === 0x43;
}

/** @throws AudioFormatError `truncated` or `damaged` */
export function readFlacStreamInfo(from: AudioBytes): FlacStreamInfo {
  const bytes = asSource(from).bytes(0, HEAD_BYTES);
  if (bytes.length < HEAD_BYTES)
    throw new AudioFormatError('truncated', 'The FLAC file is cut short: its head is incomplete.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packed = view.getBigUint64(18);
  const sampleRate = Number(packed >> 44n);
  if ((view.getUint8(4) & 0x7f) !== 0 || sampleRate === 0) {
    throw new AudioFormatError('damaged', 'The FLAC file does not start with a description of its sound.');
  }
  return {
    sampleRate,
    channels: Number((packed >> 41n) & 7n) + 1,
    bitsPerSample: Number((packed >> 36n) & 31n) + 1,
    totalSamples: Number(packed & 0xfffffffffn),
  };
}

/** `fLaC` and STREAMINFO, as the only block of metadata. */
export function bareFlacHead(source: ByteSource): Uint8Array {
  const head = source.bytes(0, HEAD_BYTES).slice();
  head.set([LAST_BLOCK, 0, 0, 34], 4);
  return head;
}

/** The offset at which the blocks of metadata end. @throws AudioFormatError `truncated` where it is beyond the file's end */
export function startOfFlacFrames(source: ByteSource): number {
  for (let at = 4; at + 4 <= source.length; ) {
    const [kind = 0, high = 0, middle = 0, low = 0] = source.bytes(at, 4);
    at += 4 + ((high << 16) | (middle << 8) | low);
    if ((kind & LAST_BLOCK) !== 0 && at <= source.length) return at;
  }
  throw new AudioFormatError('truncated', 'The FLAC file is cut short: its head is incomplete.');
}

/**
 * The head of a file of one STREAMINFO block.
 * @param blockSize samples in each block but the last
 * @param frameSizes bytes of each frame
 */
export function flacHead(info: FlacStreamInfo, blockSize: number, frameSizes: readonly number[]): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  head.set([0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, 34]);
  const view = new DataView(head.buffer);
  view.setUint16(8, blockSize);
  view.setUint16(10, blockSize);
  const [first = 0] = frameSizes;
  const smallest = frameSizes.reduce((least, size) => Math.min(least, size), first);
  const largest = frameSizes.reduce((most, size) => Math.max(most, size), first);
  // Two numbers of 24 bits, then rate (20), channels - 1 (3), bits - 1 (5) and samples (36). The MD5 stays "unknown".
  view.setUint8(12, smallest >> 16);
  view.setUint16(13, smallest & 0xffff);
  view.setUint8(15, largest >> 16);
  view.setUint16(16, largest & 0xffff);
  const rate = BigInt(info.sampleRate) << 44n;
  const channels = BigInt(info.channels - 1) << 41n;
  const bits = BigInt(info.bitsPerSample - 1) << 36n;
  view.setBigUint64(18, rate | channels | bits | BigInt(info.totalSamples));
  return head;
}
