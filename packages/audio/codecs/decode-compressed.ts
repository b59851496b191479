// Decodes MP3, Ogg and FLAC with WebAssembly decoders. Adds checks that the decoders lack, such as for truncated files.

import {
  flacFrameSamples,
  flacHeaderWithoutMetadata,
  isFlacSync,
  readFlacStreamInfo,
  startOfFlacFrames,
} from '../flac/flac-format.ts';
import { readMp3Stream } from '../mp3/mp3-frames.ts';
import {
  isOggOpus,
  MAX_PAGE_BYTES,
  OGG_PAGE_HEADER_BYTES,
  type OggPages,
  oggPageSize,
  readOggPages,
  SEGMENT_COUNT_OFFSET,
} from '../ogg/ogg-pages.ts';
import { oggHeaderPages, serialOf } from '../ogg/ogg-writer.ts';
import { afterId3 } from '../tags/id3.ts';
import { NO_COMMENTS, opusComments } from '../tags/vorbis-comments.ts';
import {
  AudioFormatError,
  DEFAULT_DECODE_LIMIT,
  type DecodeLimit,
  requireSupportedFormat,
  requireWithinLimit,
} from './audio-format-error.ts';
import { type AudioBytes, asSource, type ByteSource, joinBytes, numberAt } from './bytes.ts';
import type { BlockHandler, Pcm } from './pcm.ts';

// Files are decoded in parts. Each part decodes to a limited number of samples, because a few bytes can contain a
// second of eight-channel audio.

/** Maximum number of samples in a part, across all channels. A single Ogg page can have about ten times as many. */
const MAX_PART_SAMPLES = 512 * 1024;
/** Maximum size of a part in bytes. The most compressed MP3 frames decode to about 12 MB of samples. */
const MAX_PART_BYTES = 64 * 1024;
/** Maximum size of a FLAC frame: the header and 65,535 samples in 8 channels at 32 bits. */
const MAX_FLAC_FRAME_BYTES = 2_200_000;
/** Maximum size of a FLAC frame header (RFC 9639, section 9.1), in bytes. */
const FLAC_HEADER_BYTES = 16;
/** Maximum number of bytes added to a part so that it doesn't end inside a possible frame header. */
const MAX_PART_EXTENSION_BYTES = 4 * 1024;

/** @param start offset of the first frame; the tags before it can be large */
function* mp3Parts(source: ByteSource, start: number, partBytes: number): Generator<Uint8Array> {
  for (let from = start; from < source.length; from += partBytes) yield source.read(from, partBytes);
}

/**
 * Returns the range of Opus comments that span several pages. The decoder miscounts samples after them and keeps the
 * encoder's silence at the end.
 */
function longOpusComments(source: ByteSource): { readonly from: number; readonly to: number } | null {
  if (!isOggOpus(source)) return null;
  const from = oggPageSize(source.read(0, MAX_PAGE_BYTES), 0) ?? 0;
  let to = from;
  for (let pages = 1; ; pages += 1) {
    const page = source.read(to, MAX_PAGE_BYTES);
    const size = oggPageSize(page, 0);
    if (size === undefined) return null;
    to += size;
    if (endsPacket(page)) return pages > 1 ? { from, to } : null;
  }
}

const endsPacket = (page: Uint8Array): boolean =>
  page[OGG_PAGE_HEADER_BYTES + numberAt(page, SEGMENT_COUNT_OFFSET) - 1] !== 255;

function* oggStretches(
  source: ByteSource,
  { channels, packetSamples, size: end }: Pick<OggPages, 'channels' | 'packetSamples' | 'size'>,
  partBytes: number,
): Generator<Uint8Array> {
  const comments = longOpusComments(source);
  if (comments) {
    const head = source.read(0, comments.from);
    yield joinBytes([head, ...oggHeaderPages([opusComments('', NO_COMMENTS)], serialOf(head))]);
  }
  let from = comments?.to ?? 0;
  let samples = 0;
  for (let at = from; at < end; ) {
    const page = source.read(at, MAX_PAGE_BYTES);
    const size = oggPageSize(page, 0) ?? end - at;
    const coming = (page[SEGMENT_COUNT_OFFSET] ?? 0) * packetSamples * (channels ?? 1);
    if (at > from && (samples + coming > MAX_PART_SAMPLES || at + size - from > partBytes)) {
      yield source.read(from, at - from);
      from = at;
      samples = 0;
    }
    samples += coming;
    at += size;
  }
  if (from < end) yield source.read(from, end - from);
}

/** Yields STREAMINFO, then the frames; other metadata can be large. @throws AudioFormatError `damaged` */
function* flacParts(source: ByteSource, partBytes: number, hasYielded: () => boolean): Generator<Uint8Array> {
  yield flacHeaderWithoutMetadata(source);
  let silentBytes = 0;
  for (let from = startOfFlacFrames(source); from < source.length; ) {
    const ahead = source.read(from, partBytes + MAX_PART_EXTENSION_BYTES);
    const stretch = ahead.subarray(0, endOfFlacPart(ahead, partBytes));
    yield stretch;
    silentBytes = hasYielded() ? 0 : silentBytes + stretch.length;
    if (silentBytes > MAX_FLAC_FRAME_BYTES) {
      throw new AudioFormatError('damaged', 'The FLAC file is damaged: a frame is too long.');
    }
    from += stretch.length;
  }
}

function endOfFlacPart(bytes: Uint8Array, partBytes: number): number {
  const wanted = Math.min(bytes.length, partBytes);
  let samples = 0;
  for (let at = bytes.indexOf(0xff); at >= 0 && at < wanted; at = bytes.indexOf(0xff, at + 1)) {
    // Bytes that merely look like a frame header are harmless: they only make a part shorter than necessary.
    if (!isFlacSync(bytes, at)) continue;
    samples += flacFrameSamples(bytes, at);
    if (samples > MAX_PART_SAMPLES && at > 0) return at;
  }
  return extendPastHeader(bytes, wanted);
}

/**
 * Extends a part to the end of a header, because the decoder merges two frames if it receives only half of a header.
 */
function extendPastHeader(bytes: Uint8Array, minBytes: number): number {
  let end = minBytes;
  while (end < bytes.length && mayCutHeader(bytes, end)) end += 1;
  return end;
}

function mayCutHeader(bytes: Uint8Array, end: number): boolean {
  if (bytes[end - 1] === 0xff) return true;
  for (let at = Math.max(0, end - FLAC_HEADER_BYTES); at < end - 1; at += 1) {
    if (isFlacSync(bytes, at)) return true;
  }
  return false;
}

export type CompressedContainer = 'mp3' | 'ogg' | 'flac';

const FORMAT_NAMES: Readonly<Record<CompressedContainer, string>> = { mp3: 'MP3', ogg: 'Ogg', flac: 'FLAC' };

interface StreamHeader {
  readonly sampleRate: number | undefined;
  readonly channels: number | undefined;
  /** Exact number of samples per channel, if known. */
  readonly frames: number | undefined;
  /** Minimum duration in seconds; 0 if unknown. */
  readonly seconds: number;
  readonly empty: boolean;
  readonly isIncomplete: boolean;
  /** `hasYielded` returns whether the previous part yielded any samples. */
  readonly parts: (partBytes: number, hasYielded: () => boolean) => Iterable<Uint8Array>;
}

function truncatedError(container: CompressedContainer): AudioFormatError {
  return new AudioFormatError(
    'truncated',
    `The ${FORMAT_NAMES[container]} file is incomplete: some of the audio is missing.`,
  );
}

function damagedError(container: CompressedContainer, cause?: unknown): AudioFormatError {
  return new AudioFormatError('damaged', `The ${FORMAT_NAMES[container]} file is damaged and can't be decoded.`, {
    cause,
  });
}

interface DecodedPart {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

interface StreamDecoder {
  decode(chunk: Uint8Array): DecodedPart;
  flush?(): DecodedPart;
  free(): void;
}

// Decoders are imported on demand, so that processes that don't need them start faster.

async function oggDecoder(source: ByteSource): Promise<StreamDecoder> {
  const start = new TextDecoder('latin1').decode(source.read(0, 64));
  if (start.includes('OpusHead')) return (await import('@audio/decode-opus')).decoder();
  return (await import('@audio/decode-vorbis')).decoder();
}

const DECODERS: Readonly<Record<CompressedContainer, (source: ByteSource) => Promise<StreamDecoder>>> = {
  mp3: async () => (await import('@audio/decode-mp3')).decoder(),
  ogg: oggDecoder,
  flac: async () => (await import('@audio/decode-flac')).decoder(),
};

const MAX_OGG_CHANNELS = 8;
/** Maximum silence added by MP3 and Opus encoders, in seconds. */
const MAX_ENCODER_SILENCE_SECONDS = 0.2;

function readMp3Header(source: ByteSource): StreamHeader {
  const stream = readMp3Stream(source);
  if (stream === undefined) throw damagedError('mp3');
  const { first, frames, announcedFrames, start } = stream;
  const { sampleRate, channels } = first;
  return {
    sampleRate,
    channels,
    frames: undefined,
    seconds: (frames * first.samples) / sampleRate - MAX_ENCODER_SILENCE_SECONDS,
    // Up to three frames may contain only encoder silence, which the decoder removes.
    empty: announcedFrames !== undefined && frames <= 3,
    isIncomplete: stream.cut || frames < (announcedFrames ?? 0),
    parts: (partBytes) => mp3Parts(source, start, partBytes),
  };
}

function readOggHeader(source: ByteSource): StreamHeader {
  const pages = readOggPages(source);
  const { sampleRate, channels, lastPosition } = pages;
  // Rejects unknown bytes between or after pages, because the decoder would search those bytes for pages.
  const isWhole = pages.size === source.length || pages.ended || pages.cut;
  if (!pages.intact || !isWhole || !sampleRate || !channels) {
    throw pages.cut ? truncatedError('ogg') : damagedError('ogg');
  }
  requireSupportedFormat(sampleRate, channels, MAX_OGG_CHANNELS);
  return {
    sampleRate,
    channels,
    frames: undefined,
    seconds: lastPosition / sampleRate - MAX_ENCODER_SILENCE_SECONDS,
    empty: pages.ended && lastPosition === 0,
    isIncomplete: pages.cut,
    parts: (partBytes) => oggStretches(source, pages, partBytes),
  };
}

function readFlacHeader(file: ByteSource): StreamHeader {
  const source = afterId3(file);
  const { sampleRate, channels, totalSamples } = readFlacStreamInfo(source);
  return {
    sampleRate,
    channels,
    frames: totalSamples === 0 ? undefined : totalSamples,
    seconds: totalSamples / sampleRate,
    empty: totalSamples === 0,
    isIncomplete: false,
    parts: (partBytes, hasYielded) => flacParts(source, partBytes, hasYielded),
  };
}

const HEADER_READERS: Readonly<Record<CompressedContainer, (source: ByteSource) => StreamHeader>> = {
  mp3: readMp3Header,
  ogg: readOggHeader,
  flac: readFlacHeader,
};

export interface CompressedHead {
  readonly sampleRate: number;
  readonly channels: number;
  readonly frames: number;
}

export interface CompressedOptions {
  readonly limit?: DecodeLimit;
  /** Maximum number of bytes decoded in one call; fewer if they could decode to too many samples. */
  readonly stretchBytes?: number;
}

async function decodeParts(
  decoder: StreamDecoder,
  { parts: stretches }: StreamHeader,
  { limit = DEFAULT_DECODE_LIMIT, stretchBytes = MAX_PART_BYTES }: CompressedOptions,
  give: (decoded: DecodedPart) => Promise<void>,
): Promise<number> {
  let frames = 0;
  let seconds = 0;
  let gave = false;
  const pass = async (decoded: DecodedPart): Promise<void> => {
    const length = decoded.channelData[0]?.length ?? 0;
    gave = length > 0;
    if (!gave) return;
    frames += length;
    // Compute the duration part by part, because the sample rate may change midway.
    requireSupportedFormat(decoded.sampleRate, decoded.channelData.length);
    seconds += length / decoded.sampleRate;
    requireWithinLimit(seconds, limit);
    await give(decoded);
  };
  for (const stretch of stretches(stretchBytes, () => gave)) await pass(decoder.decode(stretch));
  if (decoder.flush) await pass(decoder.flush());
  return frames;
}

/**
 * Decodes a file in blocks, without the silence that MP3 encoders add. Damage or excessive length may only be
 * detected after some blocks have been passed on.
 */
export async function decodeCompressedBlocks(
  audio: AudioBytes,
  container: CompressedContainer,
  onBlock: BlockHandler,
  options: CompressedOptions = {},
): Promise<CompressedHead> {
  const source = asSource(audio);
  const announced = HEADER_READERS[container](source);
  const { limit = DEFAULT_DECODE_LIMIT } = options;
  if (announced.isIncomplete && !limit.readsIncomplete) throw truncatedError(container);
  requireWithinLimit(announced.seconds, limit);
  const decoder = await DECODERS[container](source).catch((error: unknown) => {
    throw damagedError(container, error);
  });
  let sampleRate = announced.sampleRate ?? 0;
  let channels = announced.channels ?? 0;
  let frames = 0;
  let refused: unknown;
  try {
    frames = await decodeParts(decoder, announced, options, async (decoded) => {
      // The MP3 decoder returns mono as two identical channels.
      const block = { sampleRate: decoded.sampleRate, channels: decoded.channelData.slice(0, announced.channels) };
      sampleRate = block.sampleRate;
      channels = block.channels.length;
      try {
        await onBlock(block);
      } catch (error) {
        refused = error;
        throw error;
      }
    });
  } catch (error) {
    if (refused === error) throw error;
    if (announced.isIncomplete) throw truncatedError(container);
    throw error instanceof AudioFormatError ? error : damagedError(container, error);
  } finally {
    decoder.free();
  }
  if (announced.isIncomplete) throw truncatedError(container);
  if (frames === 0 && (!announced.empty || sampleRate === 0 || channels === 0)) throw damagedError(container);
  if (announced.frames !== undefined && frames < announced.frames) throw truncatedError(container);
  return { sampleRate, channels, frames };
}

export async function decodeCompressed(
  audio: AudioBytes,
  container: CompressedContainer,
  limit: DecodeLimit,
): Promise<Pcm> {
  const blocks: Pcm[] = [];
  const head = await decodeCompressedBlocks(audio, container, (block) => void blocks.push(block), { limit });
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
