import type { DeliveryEncoding } from '../../../shared/model/export/delivery.ts';
import type { EncodingProblem } from '../../../shared/model/export/export-target.ts';
import type { EncoderInput, FileEncoder } from '../codecs/audio-encoder.ts';
import { openMp3File, openPcmFile, openVorbisFile } from '../codecs/encode.ts';
import { isMp3Bitrate } from '../codecs/quality-presets.ts';
import { m4bChapterLosses } from '../mp4/m4b-tags.ts';
import { openOpusFile } from '../ogg/opus-encoder.ts';
import type { AudioTags, ChapterLoss, ChapterMark } from '../tags/audio-tags.ts';
import type { ChapterMarks } from '../tags/id3.ts';
import { commentChapterLosses, type FileComments, fileComments } from '../tags/vorbis-comments.ts';
import { wavChapterLosses, wavTagChunks } from '../tags/wav-tags.ts';

/** Highest bitrate (kbit/s) of an MP3 below 32 kHz. */
const MAX_LOW_RATE_BITRATE = 160;
const MIN_FULL_RATE = 32_000;

/** Approximate bitrate (kbit/s) of stereo speech for each LAME VBR quality; mono takes about 60 % of it. */
const MP3_VBR_BITRATES = [245, 225, 190, 175, 165, 130, 115, 100, 85, 65];
const MONO_SHARE = 0.6;

/** Nominal bitrates (kbit/s) of Vorbis qualities -1 to 10, for stereo at 44.1 kHz. */
const VORBIS_BITRATES = [45, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 500];

export function encodingProblem(encoding: DeliveryEncoding, sampleRate: number): EncodingProblem | null {
  if (encoding.codec !== 'mp3' || encoding.mode === 'vbr') return null;
  const { bitrate } = encoding;
  if (!isMp3Bitrate(bitrate)) return { kind: 'mp3-bitrate', bitrate };
  const isTooMuch = sampleRate < MIN_FULL_RATE && bitrate > MAX_LOW_RATE_BITRATE;
  return isTooMuch ? { kind: 'low-rate-bitrate', sampleRate, most: MAX_LOW_RATE_BITRATE } : null;
}

export const isTaggedByEncoder = ({ codec }: DeliveryEncoding): boolean => codec !== 'mp3' && codec !== 'aac';

/** A file's tags for its encoder: comments in FLAC, Opus and Vorbis, chunks in WAV. */
export interface EncodedTags {
  readonly comments?: FileComments | undefined;
  readonly chunks?: Uint8Array | undefined;
}

export function encodedTags({ codec }: DeliveryEncoding, tags: AudioTags, chapters: ChapterMarks): EncodedTags {
  if (codec === 'wav') return { chunks: wavTagChunks(tags, chapters) };
  return { comments: fileComments(tags, chapters.marks, chapters.sampleRate) };
}

export function chapterLosses(
  { codec }: DeliveryEncoding,
  chapters: readonly ChapterMark[],
  sampleRate: number,
): ChapterLoss[] {
  switch (codec) {
    case 'mp3':
      return [];
    case 'aac':
      return m4bChapterLosses(chapters);
    case 'wav':
      return wavChapterLosses(chapters);
    case 'flac':
    case 'vorbis':
    case 'opus':
      return commentChapterLosses(chapters, sampleRate);
  }
}

export async function openDeliveryEncoder(
  encoding: DeliveryEncoding,
  sound: EncoderInput,
  { comments, chunks }: EncodedTags = {},
): Promise<FileEncoder> {
  const problem = encodingProblem(encoding, sound.sampleRate);
  if (problem !== null) throw new RangeError(`The audio can't be encoded: ${problem.kind}.`);
  switch (encoding.codec) {
    case 'mp3': {
      if (encoding.mode === 'vbr') return openMp3File({ vbrQuality: mp3Quality(encoding.bitrate, sound) }, sound);
      const { bitrate } = encoding;
      if (!isMp3Bitrate(bitrate)) throw new RangeError(`MP3 doesn't support a bitrate of ${bitrate} kbit/s.`);
      return openMp3File({ bitrate }, sound);
    }
    case 'wav':
      return openPcmFile(encoding.bits, sound, chunks);
    case 'flac':
      return (await import('../flac/flac-encoder.ts')).openFlacEncoder(sound, encoding.bits, comments);
    case 'vorbis':
      return openVorbisFile(vorbisQuality(encoding.bitrate, sound), sound, comments);
    case 'aac':
      return (await import('../aac/aac-encoder.ts')).openAacEncoder(encoding.bitrate, sound);
    case 'opus':
      return openOpusFile(encoding.bitrate, sound, comments);
  }
}

function mp3Quality(bitrate: number, { channels }: EncoderInput): number {
  const wanted = channels === 1 ? bitrate / MONO_SHARE : bitrate;
  let best = 0;
  for (const [quality, usual] of MP3_VBR_BITRATES.entries()) {
    if (Math.abs(usual - wanted) < Math.abs((MP3_VBR_BITRATES[best] ?? 0) - wanted)) best = quality;
  }
  return best;
}

function vorbisQuality(bitrate: number, { channels }: EncoderInput): number {
  const wanted = channels === 1 ? bitrate / MONO_SHARE : bitrate;
  const above = VORBIS_BITRATES.findIndex((usual) => usual >= wanted);
  if (above <= 0) return above === 0 ? -1 : 10;
  const [low = 0, high = 1] = VORBIS_BITRATES.slice(above - 1, above + 1);
  return above - 2 + (wanted - low) / (high - low);
}
