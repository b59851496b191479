// MP3, Ogg and FLAC through the decoders' WebAssembly, with what those keep to themselves: that a file is cut short.
import {
  AudioFormatError,
  DEFAULT_DECODE_LIMIT,
  type DecodeLimit,
  refuseStrangeSound,
  refuseTooLong,
} from './audio-format-error.ts';
import { type AudioBytes, asSource, type ByteSource, joinBytes, numberAt } from './bytes.ts';
import { bareFlacHead, flacFrameSamples, isFlacSync, readFlacStreamInfo, startOfFlacFrames } from './flac-format.ts';
import { readMp3Stream } from './mp3-frames.ts';
import {
  isOggOpus,
  MOST_PAGE_BYTES,
  OGG_PAGE_HEAD,
  type OggPages,
  oggPageSize,
  readOggPages,
  SEGMENTS_AT,
} from './ogg-pages.ts';
import { oggHeadPages, serialOf } from './ogg-writer.ts';
import type { BlockTaker, Pcm } from './pcm.ts';
import { NO_COMMENTS, opusComments } from './vorbis-comments.ts';

// A packed file in stretches that each unpack to a bounded amount of sound. A few bytes can stand for a second of eight
// channels, so a stretch ends where its frames or packets could hold too many samples, not only at a number of bytes.

/** Samples, over all channels, that a stretch unpacks to; a page of an Ogg file may take it to some ten times that. */
const STRETCH_SAMPLES = 512 * 1024;
/** Bytes of a stretch. MP3's most packed frames become some 12 MB of samples by that. */
const STRETCH_BYTES = 64 * 1024;
/** No FLAC frame is longer: 65,535 samples of 8 channels of 32 bits, and its head. */
const MOST_FLAC_FRAME_BYTES = 2_200_000;
/** The longest head of a FLAC frame (RFC 9639, section 9.1), in bytes. */
const FLAC_HEAD_BYTES = 16;
/** How far a stretch may go on so as not to end within what looks like a head. */
const MOST_HEADS_BYTES = 4 * 1024;

/** @param start the first frame: tags before it may be of any size, and hold nothing to decode */
function* mp3Stretches(source: ByteSource, start: number, stretchBytes: number): Generator<Uint8Array> {
  for (let from = start; from < source.length; from += stretchBytes) yield source.bytes(from, stretchBytes);
}

/**
 * Where the pages of Opus's comments lie, where they are more than one: of those the decoder loses count, and leaves the
 * encoder's silence at the end. They hold nothing to decode.
 */
function longOpusComments(source: ByteSource): { readonly from: number; readonly to: number } | null {
  if (!isOggOpus(source)) return null;
  const from = oggPageSize(source.bytes(0, MOST_PAGE_BYTES), 0) ?? 0;
  let to = from;
  for (let pages = 1; ; pages += 1) {
    const page = source.bytes(to, MOST_PAGE_BYTES);
    const size = oggPageSize(page, 0);
    if (size === undefined) return null;
    to += size;
    if (endsPacket(page)) return pages > 1 ? { from, to } : null;
  }
}

/** Whether a packet ends with the page's last segment. */
const endsPacket = (page: Uint8Array): boolean => page[OGG_PAGE_HEAD + numberAt(page, SEGMENTS_AT) - 1] !== 255;

/** Whole pages, up to as many as are within the bounds, and at least one. */
function* oggStretches(
  source: ByteSource,
  { channels, packetSamples, size: end }: Pick<OggPages, 'channels' | 'packetSamples' | 'size'>,
  stretchBytes: number,
): Generator<Uint8Array> {
  const comments = longOpusComments(source);
  if (comments) {
    const head = source.bytes(0, comments.from);
    yield joinBytes([head, ...oggHeadPages([opusComments('', NO_COMMENTS)], serialOf(head))]);
  }
  let from = comments?.to ?? 0;
  let samples = 0;
  for (let at = from; at < end; ) {
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
function* flacStretches(source: ByteSource, stretchBytes: number, hasGiven: () => boolean): Generator<Uint8Array> {
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

export type PackedContainer = 'mp3' | 'ogg' | 'flac';

const NAMES: Readonly<Record<PackedContainer, string>> = { mp3: 'MP3', ogg: 'Ogg', flac: 'FLAC' };

/** What a file says of itself. */
interface Announced {
  readonly sampleRate: number | undefined;
  readonly channels: number | undefined;
  /** Samples of each channel that must come out, where it is known. */
  readonly frames: number | undefined;
  /** Seconds that the file says it lasts, at least; 0 where it does not say. */
  readonly seconds: number;
  /** Whether it may well be that there is no sample in it. */
  readonly empty: boolean;
  /** The file in parts that each unpack to a bounded amount of sound. `hasGiven`: whether the part before gave any. */
  readonly stretches: (stretchBytes: number, hasGiven: () => boolean) => Iterable<Uint8Array>;
}

function truncated(container: PackedContainer): AudioFormatError {
  return new AudioFormatError('truncated', `The ${NAMES[container]} file is not whole: some of its sound is missing.`);
}

function damaged(container: PackedContainer, cause?: unknown): AudioFormatError {
  return new AudioFormatError('damaged', `The ${NAMES[container]} file is damaged and can't be decoded.`, { cause });
}

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

/** What all the decoders' packages have in common. */
interface StreamDecoder {
  decode(chunk: Uint8Array): Decoded;
  /** What is left when the file has ended; the MP3 decoder keeps nothing back. */
  flush?(): Decoded;
  free(): void;
}

/** The first packet of an Ogg file names its codec, within the first page. */
// Loaded when they are first needed: a process that decodes nothing starts without them.

async function oggDecoder(source: ByteSource): Promise<StreamDecoder> {
  const start = new TextDecoder('latin1').decode(source.bytes(0, 64));
  if (start.includes('OpusHead')) return (await import('@audio/decode-opus')).decoder();
  return (await import('@audio/decode-vorbis')).decoder();
}

const DECODERS: Readonly<Record<PackedContainer, (source: ByteSource) => Promise<StreamDecoder>>> = {
  mp3: async () => (await import('@audio/decode-mp3')).decoder(),
  ogg: oggDecoder,
  flac: async () => (await import('@audio/decode-flac')).decoder(),
};

/** An Ogg page of this many channels is what can be decoded at once: it holds up to 255 packets. */
const MOST_OGG_CHANNELS = 8;
/** Seconds by which what a file says of its length may be more than its sound: MP3 and Opus have silence of their own. */
const OWN_SILENCE_SECONDS = 0.2;

function announcedByMp3(source: ByteSource): Announced {
  const stream = readMp3Stream(source);
  if (stream === undefined) throw damaged('mp3');
  const { first, frames, announcedFrames, start } = stream;
  if (stream.cut || frames < (announcedFrames ?? 0)) throw truncated('mp3');
  const { sampleRate, channels } = first;
  return {
    ...{ sampleRate, channels, frames: undefined },
    seconds: (frames * first.samples) / sampleRate - OWN_SILENCE_SECONDS,
    // Three frames and less can be all encoder's silence, which the decoder takes off.
    empty: announcedFrames !== undefined && frames <= 3,
    stretches: (stretchBytes) => mp3Stretches(source, start, stretchBytes),
  };
}

function announcedByOgg(source: ByteSource): Announced {
  const pages = readOggPages(source);
  const { sampleRate, channels, lastPosition } = pages;
  if (pages.cut) throw truncated('ogg');
  // Of what stands between or behind pages nothing is known, and the decoder would look for more pages in it.
  const isWhole = pages.size === source.length || pages.ended;
  if (!pages.intact || !isWhole || !sampleRate || !channels) throw damaged('ogg');
  refuseStrangeSound(sampleRate, channels, MOST_OGG_CHANNELS);
  return {
    ...{ sampleRate, channels, frames: undefined },
    seconds: lastPosition / sampleRate - OWN_SILENCE_SECONDS,
    empty: pages.ended && lastPosition === 0,
    stretches: (stretchBytes) => oggStretches(source, pages, stretchBytes),
  };
}

function announcedByFlac(source: ByteSource): Announced {
  const { sampleRate, channels, totalSamples } = readFlacStreamInfo(source);
  return {
    ...{ sampleRate, channels, frames: totalSamples === 0 ? undefined : totalSamples },
    seconds: totalSamples / sampleRate,
    empty: totalSamples === 0,
    stretches: (stretchBytes, hasGiven) => flacStretches(source, stretchBytes, hasGiven),
  };
}

const ANNOUNCED: Readonly<Record<PackedContainer, (source: ByteSource) => Announced>> = {
  mp3: announcedByMp3,
  ogg: announcedByOgg,
  flac: announcedByFlac,
};

/** What came out of a packed file. */
export interface PackedHead {
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Samples of each channel. */
  readonly frames: number;
}

/** How a packed file is decoded. */
export interface PackedOptions {
  /** Six hours unless given. */
  readonly limit?: DecodeLimit;
  /** Bytes that are decoded at once, at most; fewer where they could hold too much sound. */
  readonly stretchBytes?: number;
}

/** Decodes stretch by stretch. @returns the samples of each channel that came out */
async function decodeStretches(
  decoder: StreamDecoder,
  { stretches }: Announced,
  { limit = DEFAULT_DECODE_LIMIT, stretchBytes = STRETCH_BYTES }: PackedOptions,
  give: (decoded: Decoded) => Promise<void>,
): Promise<number> {
  let frames = 0;
  let seconds = 0;
  let gave = false;
  const pass = async (decoded: Decoded): Promise<void> => {
    const length = decoded.channelData[0]?.length ?? 0;
    gave = length > 0;
    if (!gave) return;
    frames += length;
    // Each stretch counts at its own rate: a file may change it midway.
    refuseStrangeSound(decoded.sampleRate, decoded.channelData.length);
    seconds += length / decoded.sampleRate;
    refuseTooLong(seconds, limit);
    await give(decoded);
  };
  for (const stretch of stretches(stretchBytes, () => gave)) await pass(decoder.decode(stretch));
  if (decoder.flush) await pass(decoder.flush());
  return frames;
}

/**
 * Decodes an MP3, Ogg (Vorbis or Opus) or FLAC file in blocks of a few megabytes at most, without the silence that an
 * MP3's Info tag gives as the encoder's own. A file that turns out to be cut, damaged or too long may have given blocks
 * before that is known.
 *
 * @throws AudioFormatError `truncated`, `damaged`, `unsupported` or `too-long`; what `take` throws
 */
export async function decodePackedBlocks(
  from: AudioBytes,
  container: PackedContainer,
  take: BlockTaker,
  options: PackedOptions = {},
): Promise<PackedHead> {
  const source = asSource(from);
  const announced = ANNOUNCED[container](source);
  refuseTooLong(announced.seconds, options.limit ?? DEFAULT_DECODE_LIMIT);
  const decoder = await DECODERS[container](source).catch((error: unknown) => {
    throw damaged(container, error);
  });
  let sampleRate = announced.sampleRate ?? 0;
  let channels = announced.channels ?? 0;
  let frames = 0;
  let refused: unknown;
  try {
    frames = await decodeStretches(decoder, announced, options, async (decoded) => {
      // The MP3 decoder gives mono as two channels that are alike.
      const block = { sampleRate: decoded.sampleRate, channels: decoded.channelData.slice(0, announced.channels) };
      sampleRate = block.sampleRate;
      channels = block.channels.length;
      try {
        await take(block);
      } catch (error) {
        refused = error;
        throw error;
      }
    });
  } catch (error) {
    throw refused === error || error instanceof AudioFormatError ? error : damaged(container, error);
  } finally {
    decoder.free();
  }
  if (frames === 0 && (!announced.empty || sampleRate === 0 || channels === 0)) throw damaged(container);
  if (announced.frames !== undefined && frames < announced.frames) throw truncated(container);
  return { sampleRate, channels, frames };
}

/** The sound of a whole file, as decodePackedBlocks gives it. @throws AudioFormatError as decodePackedBlocks */
export async function decodePacked(from: AudioBytes, container: PackedContainer, limit: DecodeLimit): Promise<Pcm> {
  const blocks: Pcm[] = [];
  const head = await decodePackedBlocks(from, container, (block) => void blocks.push(block), { limit });
  const [only] = blocks;
  if (only && blocks.length === 1) return only;
  const channels = Array.from({ length: head.channels }, (_, channel) => {
    const whole = new Float32Array(head.frames);
    let at = 0;
    for (const block of blocks) {
      const samples = block.channels[channel] ?? block.channels[0];
      if (samples) whole.set(samples, at);
      at += samples?.length ?? 0;
    }
    return whole;
  });
  return { sampleRate: head.sampleRate, channels };
}
