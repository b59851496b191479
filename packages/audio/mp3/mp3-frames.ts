// Reads the frame headers of an MPEG layer III stream (ISO/IEC 11172-3 and 13818-3) without decoding.
import { type AudioBytes, asSource, type ByteSource, latin1Text } from '../codecs/bytes.ts';
import { id3Size } from '../tags/id3.ts';

export interface Mp3Frame {
  /** MPEG versions 1, 2 and 2.5, with full, half and quarter sample rates. */
  readonly version: 1 | 2 | 2.5;
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  readonly bitrate: number;
  readonly size: number;
  readonly samples: number;
  /** Offset of a Xing or Info tag within its frame. */
  readonly tagOffset: number;
}

export interface Mp3Stream {
  readonly first: Mp3Frame;
  readonly start: number;
  /** Number of complete frames, not counting the one with the Xing or Info tag. */
  readonly frames: number;
  readonly announcedFrames: number | undefined;
  readonly cut: boolean;
}

/** Bitrates in kbit/s for index 1 to 14: first for version 1, then for versions 2 and 2.5. */
export const MP3_BITRATES: Readonly<Record<1 | 2 | 2.5, readonly number[]>> = {
  1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  2.5: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

const SAMPLE_RATES: Readonly<Record<1 | 2 | 2.5, readonly number[]>> = {
  1: [44100, 48000, 32000],
  2: [22050, 24000, 16000],
  2.5: [11025, 12000, 8000],
};

const VERSIONS = [2.5, undefined, 2, 1] as const;

/** Maximum number of unknown bytes before the first frame or between two frames. */
const MAX_GARBAGE_BYTES = 65536;
const HEADER_BYTES = 4;

export function readMp3Frame(bytes: Uint8Array, offset: number): Mp3Frame | undefined {
  const [sync = 0, kind = 0, rates = 0, mode = 0] = bytes.subarray(offset, offset + 4);
  const layerThree = (kind & 0x06) === 0x02;
  if (offset + 4 > bytes.length || sync !== 0xff || (kind & 0xe0) !== 0xe0 || !layerThree) return undefined;
  const version = VERSIONS[(kind >> 3) & 3];
  if (version === undefined) return undefined;
  const bitrate = MP3_BITRATES[version][(rates >> 4) - 1];
  const sampleRate = SAMPLE_RATES[version][(rates >> 2) & 3];
  if (bitrate === undefined || sampleRate === undefined) return undefined;
  const samples = version === 1 ? 1152 : 576;
  const channels = mode >> 6 === 3 ? 1 : 2;
  const sideInformation = version === 1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17;
  const size = Math.floor(((samples / 8) * bitrate * 1000) / sampleRate) + ((rates >> 1) & 1);
  return { version, sampleRate, channels, bitrate, size, samples, tagOffset: 4 + sideInformation };
}

const frameAt = (source: ByteSource, offset: number): Mp3Frame | undefined =>
  readMp3Frame(source.read(offset, HEADER_BYTES), 0);

function isFollowedByFrame(source: ByteSource, offset: number, frame: Mp3Frame): boolean {
  const next = offset + frame.size;
  const following = frameAt(source, next);
  if (following === undefined) return next === source.length || (next < source.length && isTrailer(source, next));
  return following.version === frame.version && following.sampleRate === frame.sampleRate;
}

/**
 * Returns whether the file is a single truncated frame. Elsewhere in a file, other data can look like a truncated
 * frame.
 */
function isSingleTruncatedFrame(source: ByteSource, frame: Mp3Frame): boolean {
  return frame.size + HEADER_BYTES > source.length;
}

function isTrailer(source: ByteSource, offset: number): boolean {
  const bytes = source.read(offset, 32);
  const text = latin1Text(bytes.subarray(0, 8));
  if (text.startsWith('TAG') || text.startsWith('APETAGEX') || text.startsWith('LYRICS')) return true;
  return bytes.every((byte) => byte === 0);
}

function findFrame(source: ByteSource, start: number): number | undefined {
  const end = Math.min(source.length - HEADER_BYTES, start + MAX_GARBAGE_BYTES);
  for (let offset = start; offset <= end; offset += 1) {
    const ahead = source.read(offset, end + 1 - offset).indexOf(0xff);
    if (ahead < 0) return undefined;
    offset += ahead;
    const frame = frameAt(source, offset);
    if (frame === undefined) continue;
    if (isFollowedByFrame(source, offset, frame) || (offset === 0 && isSingleTruncatedFrame(source, frame)))
      return offset;
  }
  return undefined;
}

function readFrameCount(source: ByteSource, offset: number, frame: Mp3Frame): number | 'unknown' | undefined {
  const tag = source.read(offset + frame.tagOffset, 12);
  const name = latin1Text(tag.subarray(0, 4));
  if ((name !== 'Xing' && name !== 'Info') || tag.length < 12) return undefined;
  const view = new DataView(tag.buffer, tag.byteOffset, tag.byteLength);
  return (view.getUint32(4) & 1) === 0 ? 'unknown' : view.getUint32(8);
}

export function startsWithMp3(source: ByteSource): boolean {
  return findFrame(source, id3Size(source)) !== undefined;
}

export function readMp3Stream(audio: AudioBytes): Mp3Stream | undefined {
  const source = asSource(audio);
  const start = findFrame(source, id3Size(source));
  const first = start === undefined ? undefined : frameAt(source, start);
  if (start === undefined || first === undefined) return undefined;
  const announced = readFrameCount(source, start, first);
  let frames = announced === undefined ? 0 : -1;
  let offset = start;
  let cut = false;
  while (offset < source.length) {
    const frame = frameAt(source, offset);
    if (frame === undefined) {
      // The header itself may be truncated, leaving fewer than four bytes.
      cut = source.length - offset < HEADER_BYTES && source.read(offset, 1)[0] === 0xff;
      const again = isTrailer(source, offset) ? undefined : findFrame(source, offset + 1);
      if (again === undefined) break;
      offset = again;
      continue;
    }
    cut = offset + frame.size > source.length;
    if (cut) break;
    frames += 1;
    offset += frame.size;
  }
  const known = typeof announced === 'number' ? announced : undefined;
  return { first, start, frames: Math.max(0, frames), announcedFrames: known, cut };
}

export function mp3Bitrate(audio: AudioBytes): { readonly average: number; readonly isConstant: boolean } | undefined {
  const source = asSource(audio);
  const stream = readMp3Stream(source);
  if (stream === undefined) return undefined;
  const isTagged = stream.announcedFrames !== undefined;
  let sum = 0;
  let frames = 0;
  let isConstant = true;
  let bitrate: number | undefined;
  for (let offset = stream.start; ; ) {
    const frame = frameAt(source, offset);
    if (frame === undefined) break;
    offset += frame.size;
    frames += 1;
    sum += frame.bitrate;
    if (isTagged && frames === 1) continue;
    bitrate ??= frame.bitrate;
    if (frame.bitrate !== bitrate) isConstant = false;
  }
  return { average: frames === 0 ? 0 : sum / frames, isConstant };
}
