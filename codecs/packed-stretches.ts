// A packed file in stretches that each unpack to a bounded amount of sound. A few bytes can stand for a second of eight
// channels, so a stretch ends where its frames or packets could hold too many samples, not only at a number of bytes.
import { AudioFormatError } from './audio-format-error.ts';
import type { ByteSource } from './bytes.ts';
import { flacFrameSamples, isFlacSync } from './flac-frame.ts';
import { bareFlacHead, startOfFlacFrames } from './flac-stream-info.ts';
import { MOST_PAGE_BYTES, type OggPages, oggPageSize } from './ogg-pages.ts';

/** Samples, over all channels, that a stretch unpacks to; a page of an Ogg file may take it to some ten times that. */
const STRETCH_SAMPLES = 512 * 1024;
/** Bytes of a stretch. MP3's most packed frames become some 12 MB of samples by that. */
export const STRETCH_BYTES = 64 * 1024;
/** No FLAC frame is longer: 65,535 samples of 8 channels of 32 bits, and its head. */
const MOST_FLAC_FRAME_BYTES = 2_200_000;
/** The longest head of a FLAC frame (RFC 9639, section 9.1), in bytes. */
const FLAC_HEAD_BYTES = 16;
/** How far a stretch may go on so as not to end within what looks like a head. */
const MOST_HEADS_BYTES = 4 * 1024;
/** Where a page of an Ogg file says how many segments it has. */
const SEGMENTS_AT = 26;

/** @param start the first frame: tags before it may be of any size, and hold nothing to decode */
export function* mp3Stretches(source: ByteSource, start: number, stretchBytes: number): Generator<Uint8Array> {
  for (let from = start; from < source.length; from += stretchBytes) yield source.bytes(from, stretchBytes);
}

/** Whole pages, up to as many as are within the bounds, and at least one. */
export function* oggStretches(
  source: ByteSource,
  { channels, packetSamples, size: end }: Pick<OggPages, 'channels' | 'packetSamples' | 'size'>,
  stretchBytes: number,
): Generator<Uint8Array> {
  let from = 0;
  let samples = 0;
  for (let at = 0; at < end; ) {
    const page = source.bytes(at, MOST_PAGE_BYTES);
    const size = oggPageSize(page, 0) ?? end - at;
    const coming = (page[SEGMENTS_AT] ?? 0) * packetSamples * (channels ?? 1);
    if (at > from && (samples + coming > STRETCH_SAMPLES || at + size - from > stretchBytes)) {
      yield source.bytes(from, at - from);
      from = at;
      samples = 0;
    }
    samples += coming;
    at += size;
  }
  if (from < end) yield source.bytes(from, end - from);
}

/**
 * STREAMINFO alone, then the frames: other blocks of metadata can be of any size, and hold nothing to decode.
 *
 * @param hasGiven whether samples came of the stretch before
 * @throws AudioFormatError `damaged` where more bytes gave none than a frame can have
 */
export function* flacStretches(
  source: ByteSource,
  stretchBytes: number,
  hasGiven: () => boolean,
): Generator<Uint8Array> {
  yield bareFlacHead(source);
  let silentBytes = 0;
  for (let from = startOfFlacFrames(source); from < source.length; ) {
    const ahead = source.bytes(from, stretchBytes + MOST_HEADS_BYTES);
    const stretch = ahead.subarray(0, endOfFlacStretch(ahead, stretchBytes));
    yield stretch;
    silentBytes = hasGiven() ? 0 : silentBytes + stretch.length;
    if (silentBytes > MOST_FLAC_FRAME_BYTES) {
      throw new AudioFormatError('damaged', 'The FLAC file is damaged: it holds more than a frame without any sound.');
    }
    from += stretch.length;
  }
}

/** Before the first frame that would be too much, else at the number of bytes. */
function endOfFlacStretch(bytes: Uint8Array, stretchBytes: number): number {
  const wanted = Math.min(bytes.length, stretchBytes);
  let samples = 0;
  for (let at = bytes.indexOf(0xff); at >= 0 && at < wanted; at = bytes.indexOf(0xff, at + 1)) {
    // What only looks like a head counts too: then a stretch is shorter than it could be.
    if (!isFlacSync(bytes, at)) continue;
    samples += flacFrameSamples(bytes, at);
    if (samples > STRETCH_SAMPLES && at > 0) return at;
  }
  return withWholeHead(bytes, wanted);
}

/**
 * Where a stretch ends that was to end at an offset: not within what may be the head of a FLAC frame. The decoder takes
 * two frames for one where it is given half a head.
 */
function withWholeHead(bytes: Uint8Array, wanted: number): number {
  let end = wanted;
  while (end < bytes.length && mayCutHead(bytes, end)) end += 1;
  return end;
}

/** Whether one of the last bytes before an offset may begin a head. */
function mayCutHead(bytes: Uint8Array, end: number): boolean {
  if (bytes[end - 1] === 0xff) return true;
  for (let at = Math.max(0, end - FLAC_HEAD_BYTES); at < end - 1; at += 1) {
    if (isFlacSync(bytes, at)) return true;
  }
  return false;
}
