// MP3, Ogg and FLAC through the decoders' WebAssembly, with what those keep to themselves: that a file is cut short.
import { decoder as flacDecoder } from '@audio/decode-flac';
import { decoder as mp3Decoder } from '@audio/decode-mp3';
import { decoder as opusDecoder } from '@audio/decode-opus';
import { decoder as vorbisDecoder } from '@audio/decode-vorbis';
import { AudioFormatError } from './audio-format-error.ts';
import { type AudioBytes, asSource, type ByteSource } from './bytes.ts';
import { DEFAULT_DECODE_LIMIT, type DecodeLimit, refuseStrangeSound, refuseTooLong } from './decode-limit.ts';
import { readFlacStreamInfo } from './flac-stream-info.ts';
import { readMp3Stream } from './mp3-frames.ts';
import { readOggPages } from './ogg-pages.ts';
import { flacStretches, mp3Stretches, oggStretches, STRETCH_BYTES } from './packed-stretches.ts';
import type { BlockTaker, Pcm } from './pcm.ts';

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
function oggDecoder(source: ByteSource): Promise<StreamDecoder> {
  const start = new TextDecoder('latin1').decode(source.bytes(0, 64));
  return start.includes('OpusHead') ? opusDecoder() : vorbisDecoder();
}

const DECODERS: Readonly<Record<PackedContainer, (source: ByteSource) => Promise<StreamDecoder>>> = {
  mp3: () => mp3Decoder(),
  ogg: oggDecoder,
  flac: () => flacDecoder(),
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
