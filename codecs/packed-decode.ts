// MP3, Ogg and FLAC through the decoders' WebAssembly, with what those keep to themselves: that a file is cut short.
import decodeFlac from '@audio/decode-flac';
import decodeMp3 from '@audio/decode-mp3';
import decodeOpus from '@audio/decode-opus';
import decodeVorbis from '@audio/decode-vorbis';
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

/** The first packet of an Ogg file names its codec, within the first page. */
function decodeOgg(bytes: Uint8Array): Promise<Decoded> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 64));
  return start.includes('OpusHead') ? decodeOpus(bytes) : decodeVorbis(bytes);
}

const DECODE: Readonly<Record<PackedContainer, (bytes: Uint8Array) => Promise<Decoded>>> = {
  mp3: decodeMp3,
  ogg: decodeOgg,
  flac: decodeFlac,
};

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

/**
 * The sound of an MP3, Ogg (Vorbis or Opus) or FLAC file, without the silence that an MP3's Info tag gives as
 * the encoder's own.
 *
 * @throws AudioFormatError `truncated` or `damaged`
 */
export async function decodePacked(bytes: Uint8Array, container: PackedContainer): Promise<Pcm> {
  const announced = ANNOUNCED[container](bytes);
  const decoded = await DECODE[container](bytes).catch((error: unknown) => {
    throw damaged(container, error);
  });
  const frames = decoded.channelData[0]?.length ?? 0;
  if (frames === 0) {
    const { sampleRate, channels, empty } = announced;
    if (!empty || sampleRate === undefined || channels === undefined) throw damaged(container);
    return { sampleRate, channels: Array.from({ length: channels }, () => new Float32Array(0)) };
  }
  if (announced.frames !== undefined && frames < announced.frames) throw truncated(container);
  // The MP3 decoder gives mono as two channels that are alike.
  return { sampleRate: decoded.sampleRate, channels: decoded.channelData.slice(0, announced.channels) };
}
