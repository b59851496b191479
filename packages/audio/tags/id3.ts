// Writes ID3v2.3, because ffmpeg misreads ID3v2.4: it reads synchsafe frame sizes as plain numbers and drops long
// chapter titles.

import { type ByteSource, joinBytes, numberAt } from '../codecs/bytes.ts';
import type { AudioTags, ChapterMark } from './audio-tags.ts';

const encoder = new TextEncoder();

/** Encodes a size with seven bits per byte, so that no byte can look like an MP3 sync code. */
function synchsafe(size: number): Uint8Array {
  return Uint8Array.of((size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f);
}

function frame(id: string, ...content: readonly Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, part) => sum + part.length, 0);
  return joinBytes([encoder.encode(id), u32(size), Uint8Array.of(0, 0), ...content]);
}

interface Id3Encoding {
  readonly mark: Uint8Array;
  readonly encode: (text: string) => Uint8Array;
  readonly end: Uint8Array;
}

const toLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const LATIN_1: Id3Encoding = { mark: Uint8Array.of(0), encode: toLatin1, end: Uint8Array.of(0) };

const UTF_16: Id3Encoding = {
  mark: Uint8Array.of(1),
  encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  end: Uint8Array.of(0, 0),
};

const isAscii = (text: string): boolean => [...text].every((letter) => letter < '\u0080');

/** Uses Latin-1 only for ASCII text, because some programs decode Latin-1 text with the system's code page. */
const encodingOf = (...texts: readonly string[]): Id3Encoding => (texts.every(isAscii) ? LATIN_1 : UTF_16);

function textFrame(id: string, text: string): Uint8Array {
  const { mark, encode } = encodingOf(text);
  return frame(id, mark, encode(text));
}

function userTextFrame(name: string, text: string): Uint8Array {
  const { mark, encode, end } = encodingOf(name, text);
  return frame('TXXX', mark, encode(name), end, encode(text));
}

function commentFrame(language: string, text: string): Uint8Array {
  const { mark, encode, end } = encodingOf(text);
  return frame('COMM', mark, toLatin1(language.padEnd(3).slice(0, 3)), encode(''), end, encode(text));
}

const FRONT_COVER = 3;

function tagFrames(tags: AudioTags): Uint8Array[] {
  const texts: readonly (readonly [id: string, text: string | null | undefined])[] = [
    ['TIT2', tags.title],
    ['TIT3', tags.subtitle],
    ['TALB', tags.album],
    ['TPE1', tags.artist],
    ['TPE2', tags.artist],
    ['TCOM', tags.narrator],
    ['TPUB', tags.publisher],
    ['TCOP', tags.copyright],
    ['TYER', tags.year],
    ['TCON', tags.genre],
    ['TLAN', tags.language],
    ['TRCK', tags.track && `${tags.track.number}/${tags.track.of}`],
  ];
  const frames = texts.flatMap(([id, text]) => (text ? [textFrame(id, text)] : []));
  if (tags.narrator) frames.push(userTextFrame('NARRATOR', tags.narrator));
  if (tags.series) frames.push(userTextFrame('SERIES', tags.series));
  if (tags.seriesPart) frames.push(userTextFrame('SERIES-PART', tags.seriesPart));
  if (tags.isbn) frames.push(userTextFrame('ISBN', tags.isbn));
  if (tags.digitalSourceType) frames.push(userTextFrame('DIGITALSOURCETYPE', tags.digitalSourceType));
  if (tags.disclosure) frames.push(userTextFrame('DISCLOSURE', tags.disclosure));
  if (tags.description) frames.push(commentFrame(tags.language ?? 'und', tags.description));
  if (tags.cover) {
    const { mediaType, bytes } = tags.cover;
    const { mark, end } = LATIN_1;
    frames.push(frame('APIC', mark, toLatin1(mediaType), end, Uint8Array.of(FRONT_COVER), end, bytes));
  }
  return frames;
}

export interface ChapterMarks {
  readonly marks: readonly ChapterMark[];
  readonly frames: number;
  readonly sampleRate: number;
}

const elementId = (id: string): Uint8Array => toLatin1(`${id}\0`);

function u32(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return new Uint8Array(view.buffer);
}

/** Byte offsets are unused; players rely on the times. */
const NO_OFFSET = 0xffffffff;
const TOP_LEVEL_FLAG = 2;
const ORDERED_FLAG = 1;
const MAX_ENTRIES = 255;

const tableFrame = (id: string, flags: number, entries: readonly string[]): Uint8Array =>
  frame('CTOC', elementId(id), Uint8Array.of(flags, entries.length), ...entries.map(elementId));

/**
 * Builds the table of contents for all chapters. If there are more than 255 entries, divides them equally into nested
 * tables.
 */
function contentsFrames(chapters: readonly string[]): Uint8Array[] {
  let frames: Uint8Array[] = [];
  let entries = chapters;
  for (let level = 1; entries.length > MAX_ENTRIES; level += 1) {
    const size = Math.ceil(entries.length / Math.ceil(entries.length / MAX_ENTRIES));
    const groups = Array.from({ length: Math.ceil(entries.length / size) }, (_, group) => `toc${level}-${group}`);
    const tables = groups.map((id, group) =>
      tableFrame(id, ORDERED_FLAG, entries.slice(group * size, (group + 1) * size)),
    );
    frames = [...tables, ...frames];
    entries = groups;
  }
  return [tableFrame('toc', TOP_LEVEL_FLAG | ORDERED_FLAG, entries), ...frames];
}

/** Builds the frames of the ID3v2 Chapter Frame Addendum 1.0: a table of contents and a frame per chapter. */
function chapterFrames({ marks, frames, sampleRate }: ChapterMarks): Uint8Array[] {
  if (marks.length === 0) return [];
  const times = [...marks.map(({ startFrame }) => startFrame), frames].map((at) =>
    Math.round((at * 1000) / sampleRate),
  );
  const chapters = marks.map(({ title }, index) => {
    const span = u32(times[index] ?? 0, times[index + 1] ?? 0, NO_OFFSET, NO_OFFSET);
    return frame('CHAP', elementId(`ch${index}`), span, textFrame('TIT2', title));
  });
  return [...contentsFrames(marks.map((_, index) => `ch${index}`)), ...chapters];
}

export function id3Tag(tags: AudioTags, chapters?: ChapterMarks): Uint8Array {
  const content = joinBytes([...tagFrames(tags), ...(chapters ? chapterFrames(chapters) : [])]);
  if (content.length === 0) return content;
  return joinBytes([encoder.encode('ID3'), Uint8Array.of(3, 0, 0), synchsafe(content.length), content]);
}

/** Returns the size of all ID3v2 tags at the start of a file, in bytes. */
export function id3Size(source: ByteSource): number {
  for (let offset = 0; ; ) {
    const head = source.read(offset, 10);
    if (head.length < 10 || head[0] !== 0x49 || head[1] !== 0x44 || head[2] !== 0x33) return offset;
    const size = head.subarray(6).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
    const footer = (numberAt(head, 5) & 0x10) === 0 ? 0 : 10;
    offset += 10 + size + footer;
  }
}

/** Returns a file without the ID3v2 tags at its start. */
export function afterId3(source: ByteSource): ByteSource {
  const size = id3Size(source);
  if (size === 0) return source;
  return { length: Math.max(0, source.length - size), read: (offset, count) => source.read(offset + size, count) };
}
