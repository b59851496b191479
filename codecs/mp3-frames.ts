// The frames of an MPEG layer III stream (ISO/IEC 11172-3 and 13818-3), read from their heads without decoding.

/** What the four bytes at the head of a frame say. */
export interface Mp3Frame {
  /** 1, 2 or 2.5: high, half and quarter sample rates. */
  readonly version: 1 | 2 | 2.5;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Kilobits per second. */
  readonly bitrate: number;
  /** Bytes of the whole frame. */
  readonly size: number;
  /** Samples of each channel. */
  readonly samples: number;
  /** Bytes from the start of the frame to the place where the first frame's Xing or Info tag would stand. */
  readonly tagOffset: number;
}

/** A whole MP3 stream. */
export interface Mp3Stream {
  readonly first: Mp3Frame;
  /** Bytes before the first frame: ID3v2 tags, rubbish. */
  readonly start: number;
  /** Whole frames, the one with the Xing or Info tag not counted. */
  readonly frames: number;
  /** Frames that the Xing or Info tag announces, where there is one. */
  readonly announcedFrames: number | undefined;
  /** Whether the last frame is cut. */
  readonly cut: boolean;
}

/** Kilobits per second by the frame's bitrate index 1 to 14: version 1, then versions 2 and 2.5. */
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

/** How far rubbish may reach before the first frame, or between two. */
const MOST_RUBBISH = 65536;

/** The frame whose head is at `offset`, or undefined where there is none (also for free-format bitrates). */
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

/** Bytes of the ID3v2 tags at the start. */
function id3Size(bytes: Uint8Array): number {
  let offset = 0;
  while (
    offset + 10 <= bytes.length &&
    bytes[offset] === 0x49 &&
    bytes[offset + 1] === 0x44 &&
    bytes[offset + 2] === 0x33
  ) {
    const size = [6, 7, 8, 9].reduce((sum, place) => (sum << 7) | ((bytes[offset + place] ?? 0) & 0x7f), 0);
    const footer = ((bytes[offset + 5] ?? 0) & 0x10) === 0 ? 0 : 10;
    offset += 10 + size + footer;
  }
  return offset;
}

/** Whether the frame at `offset` is followed by another of its kind, by a tag or by nothing. */
function isConfirmed(bytes: Uint8Array, offset: number, frame: Mp3Frame): boolean {
  const next = offset + frame.size;
  const following = readMp3Frame(bytes, next);
  if (following === undefined) return next === bytes.length || (next < bytes.length && isTrailer(bytes, next));
  return following.version === frame.version && following.sampleRate === frame.sampleRate;
}

/** A file of one frame, cut: only where it stands at the very start, as rubbish looks like this now and then. */
function isCutAtStart(bytes: Uint8Array, frame: Mp3Frame): boolean {
  return frame.size + 4 > bytes.length;
}

/** Tags that stand behind the sound, or the zero bytes with which some programs fill up. */
function isTrailer(bytes: Uint8Array, offset: number): boolean {
  const text = String.fromCharCode(...bytes.subarray(offset, offset + 8));
  if (text.startsWith('TAG') || text.startsWith('APETAGEX') || text.startsWith('LYRICS')) return true;
  return bytes.subarray(offset, offset + 32).every((byte) => byte === 0);
}

function findFrame(bytes: Uint8Array, from: number): number | undefined {
  const end = Math.min(bytes.length - 4, from + MOST_RUBBISH);
  for (let offset = from; offset <= end; offset += 1) {
    if (bytes[offset] !== 0xff) continue;
    const frame = readMp3Frame(bytes, offset);
    if (frame === undefined) continue;
    if (isConfirmed(bytes, offset, frame) || (offset === 0 && isCutAtStart(bytes, frame))) return offset;
  }
  return undefined;
}

function announcedFrames(bytes: Uint8Array, offset: number, frame: Mp3Frame): number | 'unknown' | undefined {
  const tag = offset + frame.tagOffset;
  const name = String.fromCharCode(...bytes.subarray(tag, tag + 4));
  if ((name !== 'Xing' && name !== 'Info') || tag + 12 > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (view.getUint32(tag + 4) & 1) === 0 ? 'unknown' : view.getUint32(tag + 8);
}

/** Walks all frames of a file; undefined where no layer III stream begins in it. */
export function readMp3Stream(bytes: Uint8Array): Mp3Stream | undefined {
  const start = findFrame(bytes, id3Size(bytes));
  const first = start === undefined ? undefined : readMp3Frame(bytes, start);
  if (start === undefined || first === undefined) return undefined;
  const announced = announcedFrames(bytes, start, first);
  let frames = announced === undefined ? 0 : -1;
  let offset = start;
  let cut = false;
  while (offset < bytes.length) {
    const frame = readMp3Frame(bytes, offset);
    if (frame === undefined) {
      // The head itself may be cut: fewer than four bytes that begin like one.
      cut = bytes.length - offset < 4 && bytes[offset] === 0xff;
      const again = isTrailer(bytes, offset) ? undefined : findFrame(bytes, offset + 1);
      if (again === undefined) break;
      offset = again;
      continue;
    }
    cut = offset + frame.size > bytes.length;
    if (cut) break;
    frames += 1;
    offset += frame.size;
  }
  const known = typeof announced === 'number' ? announced : undefined;
  return { first, start, frames: Math.max(0, frames), announcedFrames: known, cut };
}
