import { joinBytes } from '../codecs/bytes.ts';
import type { AudioTags, ChapterLoss, ChapterMark } from '../tags/audio-tags.ts';
import { type BoxPart, box, fullBox, u8, u16, u32, u64, zeros } from './mp4-boxes.ts';

/** Nero's chapter list uses one byte for the number of chapters and one byte for the length of each title. */
const MAX_NERO_CHAPTERS = 255;
const MAX_NERO_TITLE_LENGTH = 255;
/** Maximum title length in the chapter track, in bytes. The length is stored in 16 bits. */
const MAX_TRACK_TITLE_LENGTH = 0xffff;
const NERO_TIMESCALE = 10_000_000;
/** Maximum length of `desc` in iTunes, in characters. */
const MAX_DESCRIPTION_LENGTH = 255;

function truncateUtf8(text: string, bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes);
  const { written } = new TextEncoder().encodeInto(text, whole);
  return whole.subarray(0, written);
}

/** Longer books get no Nero chapter list. Readers that prefer it, such as VLC, would show only 255 chapters. */
export const hasNeroChapters = (chapters: readonly ChapterMark[]): boolean =>
  chapters.length > 0 && chapters.length <= MAX_NERO_CHAPTERS;

export function chapterText(title: string): Uint8Array {
  const words = truncateUtf8(title, MAX_TRACK_TITLE_LENGTH);
  return joinBytes([u16(words.length), words, box('encd', u32(0x100))]);
}

export function m4bChapterLosses(chapters: readonly ChapterMark[]): ChapterLoss[] {
  if (chapters.length === 0) return [];
  const hasList = hasNeroChapters(chapters);
  const longest = hasList ? MAX_NERO_TITLE_LENGTH : MAX_TRACK_TITLE_LENGTH;
  const encoder = new TextEncoder();
  const shortened = chapters.flatMap(({ title }, index) => (encoder.encode(title).length > longest ? [index + 1] : []));
  return [
    ...(hasList ? [] : [{ kind: 'list-left-out', list: 'nero' } as const]),
    ...(shortened.length > 0 ? [{ kind: 'title-shortened', chapters: shortened } as const] : []),
  ];
}

/** Builds Nero's list of up to 255 chapters. Times are rounded to milliseconds, as in the chapter track. */
export function neroChapters(chapters: readonly ChapterMark[], sampleRate: number): Uint8Array {
  const entries = chapters.flatMap(({ title, startFrame }) => {
    const words = truncateUtf8(title, MAX_NERO_TITLE_LENGTH);
    const start = Math.round((startFrame * 1000) / sampleRate) * (NERO_TIMESCALE / 1000);
    return [u64(start), u8(words.length), words];
  });
  return fullBox('chpl', 1, 0, u32(0), u8(chapters.length), ...entries);
}

const TEXT_TYPE = 1;
const JPEG_TYPE = 13;
const PNG = 14;
const INTEGER_TYPE = 21;

const item = (name: string, kind: number, ...content: readonly BoxPart[]): Uint8Array =>
  box(name, box('data', u32(kind, 0), ...content));

const freeformItem = (name: string, text: string): Uint8Array =>
  box(
    '----',
    fullBox('mean', 0, 0, 'com.apple.iTunes'),
    fullBox('name', 0, 0, name),
    box('data', u32(TEXT_TYPE, 0), text),
  );

const AUDIOBOOK_KIND = 2;

export function m4bTags(tags: AudioTags): Uint8Array {
  const texts: readonly (readonly [name: string, text: string | null | undefined])[] = [
    ['©nam', tags.title],
    ['©alb', tags.album],
    ['©ART', tags.artist],
    ['aART', tags.artist],
    ['©wrt', tags.narrator],
    ['©nrt', tags.narrator],
    ['©pub', tags.publisher],
    ['cprt', tags.copyright],
    ['©day', tags.year],
    ['©gen', tags.genre],
    ['desc', tags.description && [...tags.description].slice(0, MAX_DESCRIPTION_LENGTH).join('')],
    ['ldes', tags.description],
    ['©cmt', tags.description],
  ];
  const items = texts.flatMap(([name, text]) => (text ? [item(name, TEXT_TYPE, text)] : []));
  if (tags.series) items.push(freeformItem('SERIES', tags.series));
  if (tags.seriesPart) items.push(freeformItem('SERIES-PART', tags.seriesPart));
  if (tags.subtitle) items.push(freeformItem('SUBTITLE', tags.subtitle));
  if (tags.isbn) items.push(freeformItem('ISBN', tags.isbn));
  if (tags.digitalSourceType) items.push(freeformItem('DIGITALSOURCETYPE', tags.digitalSourceType));
  if (tags.disclosure) items.push(freeformItem('DISCLOSURE', tags.disclosure));
  if (tags.track) items.push(item('trkn', 0, u16(0, tags.track.number, tags.track.of, 0)));
  items.push(item('stik', INTEGER_TYPE, u8(AUDIOBOOK_KIND)));
  if (tags.cover) {
    items.push(item('covr', tags.cover.mediaType === 'image/png' ? PNG : JPEG_TYPE, tags.cover.bytes));
  }
  const handler = fullBox('hdlr', 0, 0, u32(0), 'mdir', 'appl', zeros(9));
  return fullBox('meta', 0, 0, handler, box('ilst', joinBytes(items)));
}
