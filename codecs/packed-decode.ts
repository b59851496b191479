// MP3, Ogg and FLAC through the decoders' WebAssembly, with what those keep to themselves: that a file is cut short.
import { decoder as flacDecoder } from '@audio/decode-flac';
import { decoder as mp3Decoder } from '@audio/decode-mp3';
import { decoder as opusDecoder } from '@audio/decode-opus';
import { decoder as vorbisDecoder } from '@audio/decode-vorbis';
import { AudioFormatError } from './audio-format-error.ts';
import { readFlacStreamInfo } from './flac-stream-info.ts';
import { readMp3Stream } from './mp3-frames.ts';
import { readOggPages } from './ogg-pages.ts';
import type { Pcm } from './pcm.ts';

export type PackedContainer = 'mp3' | 'ogg' | 'flac';

const NAMES: Readonly<Record<PackedContainer, string>> = { mp3: 'MP3', ogg: 'Ogg', flac: 'FLAC' };

/** What a file says of itself. */
interface Announced {
  readonly sampleRate: number | undefined;
  readonly channels: number | undefined;
  /** Samples of each channel that must come out, where it is known. */
  readonly frames: number | undefined;
  /** Whether it may well be that there is no sample in it. */
  readonly empty: boolean;
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
function oggDecoder(bytes: Uint8Array): Promise<StreamDecoder> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 64));
  return start.includes('OpusHead') ? opusDecoder() : vorbisDecoder();
}

const DECODERS: Readonly<Record<PackedContainer, (bytes: Uint8Array) => Promise<StreamDecoder>>> = {
  mp3: () => mp3Decoder(),
  ogg: oggDecoder,
  flac: () => flacDecoder(),
};

/** Bytes that are decoded at once: a take is one stretch, an hour of sound is never in memory as a whole. */
const STRETCH_BYTES = 1024 * 1024;

function announcedByMp3(bytes: Uint8Array): Announced {
  const stream = readMp3Stream(bytes);
  if (stream === undefined) throw damaged('mp3');
  if (stream.cut || stream.frames < (stream.announcedFrames ?? 0)) throw truncated('mp3');
  const { sampleRate, channels } = stream.first;
  // Three frames and less can be all encoder's silence, which the decoder takes off.
  return { sampleRate, channels, frames: undefined, empty: stream.announcedFrames !== undefined && stream.frames <= 3 };
}

function announcedByOgg(bytes: Uint8Array): Announced {
  const pages = readOggPages(bytes);
  if (pages.cut) throw truncated('ogg');
  if (!pages.intact) throw damaged('ogg');
  return { ...pages, frames: undefined, empty: pages.ended && pages.lastPosition === 0 };
}

function announcedByFlac(bytes: Uint8Array): Announced {
  const info = readFlacStreamInfo(bytes);
  return { ...info, frames: info.totalSamples === 0 ? undefined : info.totalSamples, empty: info.totalSamples === 0 };
}

const ANNOUNCED: Readonly<Record<PackedContainer, (bytes: Uint8Array) => Announced>> = {
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

/** The longest head of a FLAC frame (RFC 9639, section 9.1), in bytes. */
const FLAC_HEAD_BYTES = 16;

/**
 * Where a stretch ends that was to end at an offset: not within what may be the head of a FLAC frame. The decoder takes
 * two frames for one where it is given half a head.
 */
function endOfStretch(bytes: Uint8Array, wanted: number): number {
  let end = wanted;
  while (end < bytes.length && mayCutHead(bytes, end)) end += 1;
  return Math.min(end, bytes.length);
}

/** Whether one of the last bytes before an offset may begin a head: 15 bits of synchronisation, then one of two. */
function mayCutHead(bytes: Uint8Array, end: number): boolean {
  if (bytes[end - 1] === 0xff) return true;
  for (let at = Math.max(0, end - FLAC_HEAD_BYTES); at < end - 1; at += 1) {
    if (bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xfe) === 0xf8) return true;
  }
  return false;
}

/** Decodes stretch by stretch. @returns the samples of each channel that came out */
function decodeStretches(
  decoder: StreamDecoder,
  bytes: Uint8Array,
  stretchBytes: number,
  give: (decoded: Decoded) => void,
): number {
  let frames = 0;
  const pass = (decoded: Decoded): void => {
    const length = decoded.channelData[0]?.length ?? 0;
    if (length > 0) give(decoded);
    frames += length;
  };
  for (let from = 0; from < bytes.length; ) {
    const to = endOfStretch(bytes, from + stretchBytes);
    pass(decoder.decode(bytes.subarray(from, to)));
    from = to;
  }
  if (decoder.flush) pass(decoder.flush());
  return frames;
}

/**
 * Decodes an MP3, Ogg (Vorbis or Opus) or FLAC file in blocks, without the silence that an MP3's Info tag gives as the
 * encoder's own. A file that turns out to be cut or damaged may have given blocks before that is known.
 *
 * @param stretchBytes bytes that are decoded at once
 * @throws AudioFormatError `truncated` or `damaged`; what `take` throws
 */
export async function decodePackedBlocks(
  bytes: Uint8Array,
  container: PackedContainer,
  take: (block: Pcm) => void,
  stretchBytes = STRETCH_BYTES,
): Promise<PackedHead> {
  const announced = ANNOUNCED[container](bytes);
  const decoder = await DECODERS[container](bytes).catch((error: unknown) => {
    throw damaged(container, error);
  });
  let sampleRate = announced.sampleRate ?? 0;
  let channels = announced.channels ?? 0;
  let frames = 0;
  let refused: unknown;
  try {
    frames = decodeStretches(decoder, bytes, stretchBytes, (decoded) => {
      // The MP3 decoder gives mono as two channels that are alike.
      const block = { sampleRate: decoded.sampleRate, channels: decoded.channelData.slice(0, announced.channels) };
      sampleRate = block.sampleRate;
      channels = block.channels.length;
      try {
        take(block);
      } catch (error) {
        refused = error;
        throw error;
      }
    });
  } catch (error) {
    throw refused === error ? error : damaged(container, error);
  } finally {
    decoder.free();
  }
  if (frames === 0 && (!announced.empty || sampleRate === 0 || channels === 0)) throw damaged(container);
  if (announced.frames !== undefined && frames < announced.frames) throw truncated(container);
  return { sampleRate, channels, frames };
}

/** The sound of a whole file, as decodePackedBlocks gives it. @throws AudioFormatError `truncated` or `damaged` */
export async function decodePacked(bytes: Uint8Array, container: PackedContainer): Promise<Pcm> {
  const blocks: Pcm[] = [];
  const head = await decodePackedBlocks(bytes, container, (block) => void blocks.push(block));
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
