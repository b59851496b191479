// One FLAC frame (RFC 9639, section 9): just enough to give it any sample rate, and to know how much it holds.
import { numberAt } from './bytes.ts';

function checksumTable(width: 8 | 16, polynomial: number): Uint16Array {
  const top = 1 << (width - 1);
  const mask = (1 << width) - 1;
  return Uint16Array.from({ length: 256 }, (_, index) => {
    let value = index << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) value = ((value & top) === 0 ? value << 1 : (value << 1) ^ polynomial) & mask;
    return value;
  });
}

const HEAD_TABLE = checksumTable(8, 0x07);
const FRAME_TABLE = checksumTable(16, 0x8005);

function headChecksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = numberAt(HEAD_TABLE, value ^ byte);
  return value;
}

function frameChecksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = ((value << 8) & 0xffff) ^ numberAt(FRAME_TABLE, (value >> 8) ^ byte);
  return value;
}

/** Bytes of the frame's number, which is written as UTF-8 writes characters. */
function numberSize(first: number): number {
  const ones = Math.clz32(~(first << 24));
  return ones === 0 ? 1 : ones;
}

/** The code for "the rate follows the head, in Hz, as 16 bits". */
const RATE_IN_HZ = 13;

/**
 * The frame with another sample rate (1 to 65535 Hz) written into it. It must name one of the common rates, which
 * takes no bytes of its own. That the file's head has the rate too is not enough: some decoders look at frames alone.
 */
export function withSampleRate(frame: Uint8Array, sampleRate: number): Uint8Array {
  const sizes = numberAt(frame, 2);
  const blockSizeBytes = sizes >> 4 === 6 ? 1 : sizes >> 4 === 7 ? 2 : 0;
  const head = 4 + numberSize(numberAt(frame, 4)) + blockSizeBytes;
  const changed = new Uint8Array(frame.length + 2);
  const view = new DataView(changed.buffer);
  changed.set(frame.subarray(0, head));
  changed[2] = (sizes & 0xf0) | RATE_IN_HZ;
  view.setUint16(head, sampleRate);
  changed[head + 2] = headChecksum(changed.subarray(0, head + 2));
  changed.set(frame.subarray(head + 1), head + 3);
  const end = changed.length - 2;
  view.setUint16(end, frameChecksum(changed.subarray(0, end)));
  return changed;
}

/** Whether a frame may begin at an offset: 15 bits of synchronisation, then one of two. */
export function isFlacSync(bytes: Uint8Array, offset: number): boolean {
  return bytes[offset] === 0xff && ((bytes[offset + 1] ?? 0) & 0xfe) === 0xf8;
}

/** The most samples, over all channels, that the frame at an offset holds by what its head says. */
export function flacFrameSamples(bytes: Uint8Array, offset: number): number {
  const assignment = (bytes[offset + 3] ?? 0xff) >> 4;
  // 8 to 10 are two channels, one of them or both told by their difference; more is not allowed.
  const channels = assignment < 8 ? assignment + 1 : 2;
  return channels * blockSize(bytes, offset);
}

/** Samples of each channel, as section 9.1.1 codes them. */
function blockSize(bytes: Uint8Array, offset: number): number {
  const code = (bytes[offset + 2] ?? 0xff) >> 4;
  if (code === 1) return 192;
  if (code >= 2 && code <= 5) return 576 << (code - 2);
  if (code >= 8) return 256 << (code - 8);
  const after = offset + 4 + numberSize(bytes[offset + 4] ?? 0);
  if (code === 6) return (bytes[after] ?? 0xff) + 1;
  return (((bytes[after] ?? 0xff) << 8) | (bytes[after + 1] ?? 0xff)) + 1;
}
