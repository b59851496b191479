// Comments (https://xiph.org/vorbis/doc/v-comment.html) and a picture (RFC 9639, section 8.8).

import { joinBytes, withLengthPrefix } from '../codecs/bytes.ts';
import type { AudioTags, ChapterLoss, ChapterMark, CoverPicture } from './audio-tags.ts';

export interface FileComments {
  readonly texts: readonly string[];
  readonly cover: CoverPicture | null;
}

export const NO_COMMENTS: FileComments = { texts: [], cover: null };

function formatTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1_000);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const rest = String(milliseconds % 1_000).padStart(3, '0');
  return `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1_000) % 60)}.${rest}`;
}

/** In a four-digit chapter number, ffmpeg ignores the last digit and assigns the title to the wrong chapter. */
const MAX_CHAPTERS = 999;
/** In seconds. Chapter times have two digits for hours. */
const MAX_START_SECONDS = 100 * 3_600;

function fittingChapters(chapters: readonly ChapterMark[], sampleRate: number): number {
  const late = chapters.findIndex(
    ({ startFrame }) => Math.round((startFrame / sampleRate) * 1_000) >= MAX_START_SECONDS * 1_000,
  );
  return Math.min(MAX_CHAPTERS, late < 0 ? chapters.length : late, chapters.length);
}

export function commentChapterLosses(chapters: readonly ChapterMark[], sampleRate: number): ChapterLoss[] {
  const fitting = fittingChapters(chapters, sampleRate);
  return fitting < chapters.length ? [{ kind: 'left-out', from: fitting + 1 }] : [];
}

/** @param sampleRate Hz, the unit of the chapter start positions */
export function fileComments(tags: AudioTags, chapters: readonly ChapterMark[], sampleRate: number): FileComments {
  const { track } = tags;
  const named: readonly (readonly [name: string, text: string | null | undefined])[] = [
    ['TITLE', tags.title],
    ['SUBTITLE', tags.subtitle],
    ['ALBUM', tags.album],
    ['ARTIST', tags.artist],
    ['ALBUMARTIST', tags.artist],
    ['COMPOSER', tags.narrator],
    ['PERFORMER', tags.narrator],
    ['NARRATOR', tags.narrator],
    ['PUBLISHER', tags.publisher],
    ['COPYRIGHT', tags.copyright],
    ['DATE', tags.year],
    ['GENRE', tags.genre],
    ['LANGUAGE', tags.language],
    ['SERIES', tags.series],
    ['SERIES-PART', tags.seriesPart],
    ['ISBN', tags.isbn],
    ['DIGITALSOURCETYPE', tags.digitalSourceType],
    ['DISCLOSURE', tags.disclosure],
    ['DESCRIPTION', tags.description],
    ['TRACKNUMBER', track && String(track.number)],
    ['TRACKTOTAL', track && String(track.of)],
  ];
  const texts = named.flatMap(([name, text]) => (text ? [`${name}=${text}`] : []));
  for (const [index, { title, startFrame }] of chapters.slice(0, fittingChapters(chapters, sampleRate)).entries()) {
    const name = `CHAPTER${String(index + 1).padStart(3, '0')}`;
    texts.push(`${name}=${formatTime(startFrame / sampleRate)}`, `${name}NAME=${title}`);
  }
  return { texts, cover: tags.cover ?? null };
}

export function commentBlock(vendor: string, texts: readonly string[]): Uint8Array {
  const encoder = new TextEncoder();
  const count = new Uint8Array(4);
  new DataView(count.buffer).setUint32(0, texts.length, true);
  return joinBytes([
    withLengthPrefix(encoder.encode(vendor)),
    count,
    ...texts.map((text) => withLengthPrefix(encoder.encode(text))),
  ]);
}

const FRONT_COVER = 3;

/** Leaves width, height and depth at 0, as the format permits; readers get these values from the picture. */
export function pictureBlock({ mediaType, bytes }: CoverPicture): Uint8Array {
  const type = new TextEncoder().encode(mediaType);
  const block = new Uint8Array(32 + type.length + bytes.length);
  const view = new DataView(block.buffer);
  view.setUint32(0, FRONT_COVER);
  view.setUint32(4, type.length);
  block.set(type, 8);
  view.setUint32(28 + type.length, bytes.length);
  block.set(bytes, 32 + type.length);
  return block;
}

export function oggComments(vendor: string, { texts, cover }: FileComments): Uint8Array {
  const picture = cover && `METADATA_BLOCK_PICTURE=${Buffer.from(pictureBlock(cover)).toString('base64')}`;
  return commentBlock(vendor, picture === null ? texts : [...texts, picture]);
}

const OPUS_TAGS_SIGNATURE = new TextEncoder().encode('OpusTags');

/** Builds the second packet of an Opus stream (RFC 7845, section 5.2). */
export const opusComments = (vendor: string, comments: FileComments): Uint8Array =>
  joinBytes([OPUS_TAGS_SIGNATURE, oggComments(vendor, comments)]);
