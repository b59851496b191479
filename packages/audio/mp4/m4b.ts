// VLC prefers Nero's chapter list, and mutagen requires it. ffmpeg, QuickTime and Apple Books read the text track.
import { AAC_FRAME } from '../aac/adts.ts';
import { joinBytes } from '../codecs/bytes.ts';
import type { AudioTags, ChapterMark } from '../tags/audio-tags.ts';
import { chapterText, hasNeroChapters, m4bTags, neroChapters } from './m4b-tags.ts';
import { type BoxPart, box, fullBox, IDENTITY_MATRIX, u8, u16, u32, u64, zeros } from './mp4-boxes.ts';

export interface M4bContent {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  readonly packetSizes: Uint32Array;
  readonly chapters: readonly ChapterMark[];
  readonly tags: AudioTags;
}

export interface M4bParts {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

const PACKETS_PER_CHUNK = 43;
/** In units per second. Must be 1000, because mutagen divides the times in Nero's list by 1000. */
const MOVIE_TIMESCALE = 1000;
const AUDIO_TRACK_ID = 1;
const CHAPTER_TRACK_ID = 2;

/** MPEG-4 sampling frequency indices (Hz). */
export const SAMPLING_FREQUENCIES: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
];

/** Puts the metadata before the audio, so that playback can start early. */
export function m4bParts(content: M4bContent): M4bParts {
  const audioBytes = content.packetSizes.reduce((sum, size) => sum + size, 0);
  const texts = content.chapters.map(({ title }) => chapterText(title));
  const tail = joinBytes(texts);
  // Choose 64-bit sizes and offsets based on the data size alone, because their width affects the offsets.
  const isLarge = audioBytes + tail.length > 0xf0000000;
  const moovOf = (start: number): Uint8Array => movieBox(content, texts, { start, audioBytes, isLarge });
  const brand = box('ftyp', 'M4B ', u32(0), 'M4B ', 'M4A ', 'mp42', 'isom');
  const dataHead = isLarge ? 16 : 8;
  const start = brand.length + moovOf(0).length + dataHead;
  const size = dataHead + audioBytes + tail.length;
  const data = isLarge ? joinBytes([u32(1), toUtf8('mdat'), u64(size)]) : joinBytes([u32(size), toUtf8('mdat')]);
  return { head: joinBytes([brand, moovOf(start), data]), tail };
}

const toUtf8 = (name: string): Uint8Array => new TextEncoder().encode(name);

interface PacketLayout {
  readonly start: number;
  readonly audioBytes: number;
  readonly isLarge: boolean;
}

function movieBox(content: M4bContent, texts: readonly Uint8Array[], layout: PacketLayout): Uint8Array {
  const { sampleRate, chapters, tags } = content;
  const frames = content.packetSizes.length * AAC_FRAME;
  // Round up, because an edit list that ends early would cut off the last sample.
  const duration = Math.ceil((frames * MOVIE_TIMESCALE) / sampleRate);
  const hasChapters = chapters.length > 0;
  const header = fullBox(
    'mvhd',
    1,
    0,
    u64(0, 0),
    u32(MOVIE_TIMESCALE),
    u64(duration),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    IDENTITY_MATRIX,
    zeros(24),
    u32(CHAPTER_TRACK_ID + 1),
  );
  return box(
    'moov',
    header,
    audioTrack(content, { frames, duration, hasChapters }, layout),
    ...(hasChapters ? [chapterTrack(content, { frames, duration }, texts, layout)] : []),
    box('udta', ...(hasNeroChapters(chapters) ? [neroChapters(chapters, sampleRate)] : []), m4bTags(tags)),
  );
}

interface TrackDurations {
  readonly frames: number;
  readonly duration: number;
}

function trackHeader(id: number, flags: number, duration: number, volume: number): Uint8Array {
  const times = [u64(0, 0), u32(id, 0), u64(duration), zeros(8)];
  return fullBox('tkhd', 1, flags, ...times, u16(0, 0, volume, 0), IDENTITY_MATRIX, u32(0, 0));
}

const editList = (duration: number): Uint8Array =>
  box('edts', fullBox('elst', 1, 0, u32(1), u64(duration, 0), u32(0x10000)));

function languageCode(language: string | null | undefined): number {
  const letters = /^[a-z]{3}$/.test(language ?? '') ? (language ?? 'und') : 'und';
  return [...letters].reduce((code, letter) => code * 32 + letter.charCodeAt(0) - 0x60, 0);
}

const mediaHeader = (timescale: number, duration: number, language: number): Uint8Array =>
  fullBox('mdhd', 1, 0, u64(0, 0), u32(timescale), u64(duration), u16(language, 0));

const handlerBox = (kind: string, name: string): Uint8Array =>
  fullBox('hdlr', 0, 0, u32(0), kind, zeros(12), name, u8(0));

const DATA_INFORMATION = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)));

function audioTrack(
  content: M4bContent,
  { frames, duration, hasChapters }: TrackDurations & { readonly hasChapters: boolean },
  layout: PacketLayout,
): Uint8Array {
  const { sampleRate, channels, packetSizes, tags } = content;
  const bitrate = Math.round((layout.audioBytes * 8 * sampleRate) / Math.max(1, frames));
  const entry = box(
    'mp4a',
    zeros(6),
    u16(1),
    zeros(8),
    u16(channels, 16, 0, 0),
    u32(sampleRate * 0x10000),
    elementaryStream(sampleRate, channels, bitrate),
  );
  const chunks = Math.ceil(packetSizes.length / PACKETS_PER_CHUNK);
  const last = packetSizes.length - (chunks - 1) * PACKETS_PER_CHUNK;
  const runs = chunks > 1 && last !== PACKETS_PER_CHUNK ? [u32(1, PACKETS_PER_CHUNK, 1), u32(chunks, last, 1)] : null;
  const samplesInChunks = runs ?? [u32(1, Math.min(PACKETS_PER_CHUNK, packetSizes.length), 1)];
  const table = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entry),
    fullBox('stts', 0, 0, u32(1, packetSizes.length, AAC_FRAME)),
    fullBox('stsc', 0, 0, u32(samplesInChunks.length), ...samplesInChunks),
    fullBox('stsz', 0, 0, u32(0, packetSizes.length), bigEndian(packetSizes)),
    chunkOffsets(offsetsOf(packetSizes, layout.start), layout.isLarge),
  );
  return box(
    'trak',
    trackHeader(AUDIO_TRACK_ID, 3, duration, 0x100),
    editList(duration),
    ...(hasChapters ? [box('tref', box('chap', u32(CHAPTER_TRACK_ID)))] : []),
    box(
      'mdia',
      mediaHeader(sampleRate, frames, languageCode(tags.language)),
      handlerBox('soun', 'Sound'),
      box('minf', fullBox('smhd', 0, 0, u32(0)), DATA_INFORMATION, table),
    ),
  );
}

function offsetsOf(sizes: Uint32Array, start: number): number[] {
  const offsets: number[] = [];
  let offset = start;
  for (const [index, size] of sizes.entries()) {
    if (index % PACKETS_PER_CHUNK === 0) offsets.push(offset);
    offset += size;
  }
  return offsets;
}

function bigEndian(values: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return new Uint8Array(view.buffer);
}

const chunkOffsets = (offsets: readonly number[], isLarge: boolean): Uint8Array =>
  isLarge
    ? fullBox('co64', 0, 0, u32(offsets.length), joinBytes(offsets.map((offset) => u64(offset))))
    : fullBox('stco', 0, 0, u32(offsets.length), bigEndian(Uint32Array.from(offsets)));

/** The decoder configuration (ISO/IEC 14496-1, 14496-3): AAC-LC, rate and channels. */
function elementaryStream(sampleRate: number, channels: number, bitrate: number): Uint8Array {
  const rate = SAMPLING_FREQUENCIES.indexOf(sampleRate);
  if (rate < 0) throw new RangeError(`AAC doesn't support a sample rate of ${sampleRate} Hz.`);
  const specific = u16((2 << 11) | (rate << 7) | (channels << 3));
  const decoder = descriptor(4, u8(0x40, 0x15, 0, 0, 0), u32(bitrate, bitrate), descriptor(5, specific));
  return fullBox('esds', 0, 0, descriptor(3, u16(0), u8(0), decoder, descriptor(6, u8(2))));
}

function descriptor(tag: number, ...parts: readonly BoxPart[]): Uint8Array {
  const content = joinBytes(parts.map((part) => (typeof part === 'string' ? toUtf8(part) : part)));
  return joinBytes([u8(tag, 0x80, 0x80, 0x80, content.length), content]);
}

function chapterDurations({ chapters, sampleRate }: M4bContent, frames: number): number[] {
  const starts = [...chapters.map(({ startFrame }) => startFrame), frames].map((frame) =>
    Math.round((frame * MOVIE_TIMESCALE) / sampleRate),
  );
  return starts.slice(1).map((end, index) => end - (starts[index] ?? 0));
}

function chapterTrack(
  content: M4bContent,
  { frames, duration: whole }: TrackDurations,
  texts: readonly Uint8Array[],
  layout: PacketLayout,
): Uint8Array {
  const durations = chapterDurations(content, frames);
  const total = durations.reduce((sum, duration) => sum + duration, 0);
  const sizes = Uint32Array.from(texts, (text) => text.length);
  // A QuickTime text sample description without size and colour, because the text is never displayed.
  const entry = box('text', zeros(6), u16(1), u32(1, 0), zeros(35), u8(0));
  const table = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entry),
    fullBox('stts', 0, 0, u32(durations.length), joinBytes(durations.map((duration) => u32(1, duration)))),
    fullBox('stsc', 0, 0, u32(1, 1, texts.length, 1)),
    fullBox('stsz', 0, 0, u32(0, texts.length), bigEndian(sizes)),
    chunkOffsets([layout.start + layout.audioBytes], layout.isLarge),
  );
  const general = box(
    'gmhd',
    fullBox('gmin', 0, 0, u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0)),
    box('text', IDENTITY_MATRIX),
  );
  return box(
    'trak',
    // The track isn't enabled, so that players list the chapters instead of showing them as subtitles.
    trackHeader(CHAPTER_TRACK_ID, 2, whole, 0),
    editList(whole),
    box(
      'mdia',
      mediaHeader(MOVIE_TIMESCALE, total, languageCode(content.tags.language)),
      handlerBox('text', 'Chapters'),
      box('minf', general, DATA_INFORMATION, table),
    ),
  );
}
