// What stands in the user data of an M4B: Nero's list of chapters, and the tags of iTunes.
import type { AudioTags, ChapterMark } from './audio-tags.ts';
import { joinBytes } from './bytes.ts';
import { type BoxPart, box, fullBox, u8, u16, u32, u64, zeros } from './mp4-boxes.ts';

/** The list counts its chapters, and the bytes of a title, in one byte. */
const MOST_COUNTED = 255;
/** Of its times: 100 ns. */
const NERO_TIMESCALE = 10_000_000;

function shortened(title: string): Uint8Array {
  const encoder = new TextEncoder();
  let text = title;
  while (encoder.encode(text).length > MOST_COUNTED) text = [...text].slice(0, -1).join('');
  return encoder.encode(text);
}

/** The first 255 chapters; players that know the text track see all. Times are those of the track: whole milliseconds. */
export function neroChapters(chapters: readonly ChapterMark[], sampleRate: number): Uint8Array {
  const listed = chapters.slice(0, MOST_COUNTED);
  const entries = listed.flatMap(({ title, startFrame }) => {
    const words = shortened(title);
    const start = Math.round((startFrame * 1000) / sampleRate) * (NERO_TIMESCALE / 1000);
    return [u64(start), u8(words.length), words];
  });
  return fullBox('chpl', 1, 0, u32(0), u8(listed.length), ...entries);
}

const TEXT = 1;
const JPEG = 13;
const PNG = 14;
const INTEGER = 21;

const item = (name: string, kind: number, ...content: readonly BoxPart[]): Uint8Array =>
  box(name, box('data', u32(kind, 0), ...content));

/** A text of one's own, by its name. */
const ownItem = (name: string, text: string): Uint8Array =>
  box('----', fullBox('mean', 0, 0, 'com.apple.iTunes'), fullBox('name', 0, 0, name), box('data', u32(TEXT, 0), text));

/** An audiobook, among iTunes' kinds of media. */
const AUDIOBOOK = 2;

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
    ['desc', tags.description && [...tags.description].slice(0, MOST_COUNTED).join('')],
    ['ldes', tags.description],
    ['©cmt', tags.description],
  ];
  const items = texts.flatMap(([name, text]) => (text ? [item(name, TEXT, text)] : []));
  if (tags.series) items.push(ownItem('SERIES', tags.series));
  if (tags.seriesPart) items.push(ownItem('SERIES-PART', tags.seriesPart));
  if (tags.subtitle) items.push(ownItem('SUBTITLE', tags.subtitle));
  if (tags.isbn) items.push(ownItem('ISBN', tags.isbn));
  if (tags.track) items.push(item('trkn', 0, u16(0, tags.track.number, tags.track.of, 0)));
  items.push(item('stik', INTEGER, u8(AUDIOBOOK)));
  if (tags.cover) {
    items.push(item('covr', tags.cover.mediaType === 'image/png' ? PNG : JPEG, tags.cover.bytes));
  }
  const handler = fullBox('hdlr', 0, 0, u32(0), 'mdir', 'appl', zeros(9));
  return fullBox('meta', 0, 0, handler, box('ilst', joinBytes(items)));
}
