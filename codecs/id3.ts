// The tag in front of an MP3: ID3v2.4.
import type { AudioTags, ChapterMark } from './audio-tags.ts';
import { joinBytes } from './bytes.ts';

const encoder = new TextEncoder();

/** Sizes have seven bits a byte, so that none looks like the start of sound. */
function syncSafe(size: number): Uint8Array {
  return Uint8Array.of((size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f);
}

function frame(id: string, content: Uint8Array): Uint8Array {
  return joinBytes([encoder.encode(id), syncSafe(content.length), Uint8Array.of(0, 0), content]);
}

/** Says that a text is UTF-8. */
const UTF_8 = 3;

const textFrame = (id: string, text: string): Uint8Array =>
  frame(id, joinBytes([Uint8Array.of(UTF_8), encoder.encode(text)]));

/** A text of one's own, by its name. */
const ownFrame = (name: string, text: string): Uint8Array => textFrame('TXXX', `${name}\0${text}`);

const FRONT_COVER = 3;

function framesOf(tags: AudioTags): Uint8Array[] {
  const texts: readonly (readonly [id: string, text: string | null | undefined])[] = [
    ['TIT2', tags.title],
    ['TIT3', tags.subtitle],
    ['TALB', tags.album],
    ['TPE1', tags.artist],
    ['TPE2', tags.artist],
    ['TCOM', tags.narrator],
    ['TPUB', tags.publisher],
    ['TCOP', tags.copyright],
    ['TDRC', tags.year],
    ['TCON', tags.genre],
    ['TLAN', tags.language],
    ['TRCK', tags.track && `${tags.track.number}/${tags.track.of}`],
  ];
  const frames = texts.flatMap(([id, text]) => (text ? [textFrame(id, text)] : []));
  if (tags.narrator) frames.push(ownFrame('NARRATOR', tags.narrator));
  if (tags.series) frames.push(ownFrame('SERIES', tags.series));
  if (tags.seriesPart) frames.push(ownFrame('SERIES-PART', tags.seriesPart));
  if (tags.isbn) frames.push(ownFrame('ISBN', tags.isbn));
  if (tags.description) {
    const language = encoder.encode((tags.language ?? 'und').padEnd(3).slice(0, 3));
    frames.push(
      frame('COMM', joinBytes([Uint8Array.of(UTF_8), language, Uint8Array.of(0), encoder.encode(tags.description)])),
    );
  }
  if (tags.cover) {
    const { mediaType, bytes } = tags.cover;
    const head = joinBytes([Uint8Array.of(UTF_8), encoder.encode(mediaType), Uint8Array.of(0, FRONT_COVER, 0)]);
    frames.push(frame('APIC', joinBytes([head, bytes])));
  }
  return frames;
}

/** Chapters of a file: `frames` are all of its samples. */
export interface ChapterMarks {
  readonly marks: readonly ChapterMark[];
  readonly frames: number;
  readonly sampleRate: number;
}

const latin = (text: string): Uint8Array => Uint8Array.from(`${text}\0`, (letter) => letter.charCodeAt(0));

function u32(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return new Uint8Array(view.buffer);
}

/** Offsets in bytes are left open: players go by the times. */
const NO_OFFSET = 0xffffffff;
/** A list that is the whole table of contents, in order. */
const WHOLE_IN_ORDER = 3;
/** The list counts its chapters in one byte. */
const MOST_LISTED = 255;

/** ID3v2 Chapter Frame Addendum 1.0: a list, then a frame for each chapter with its times in milliseconds. */
function chapterFrames({ marks, frames, sampleRate }: ChapterMarks): Uint8Array[] {
  const listed = marks.slice(0, MOST_LISTED);
  if (listed.length === 0) return [];
  const times = [...listed.map(({ startFrame }) => startFrame), frames].map((at) =>
    Math.round((at * 1000) / sampleRate),
  );
  const list = joinBytes([
    latin('toc'),
    Uint8Array.of(WHOLE_IN_ORDER, listed.length),
    ...listed.map((_, index) => latin(`ch${index}`)),
  ]);
  const chapters = listed.map(({ title }, index) => {
    const span = u32(times[index] ?? 0, times[index + 1] ?? 0, NO_OFFSET, NO_OFFSET);
    return frame('CHAP', joinBytes([latin(`ch${index}`), span, textFrame('TIT2', title)]));
  });
  return [frame('CTOC', list), ...chapters];
}

/** The tag, as it stands before the sound; no bytes where it would say nothing. */
export function id3Tag(tags: AudioTags, chapters?: ChapterMarks): Uint8Array {
  const content = joinBytes([...framesOf(tags), ...(chapters ? chapterFrames(chapters) : [])]);
  if (content.length === 0) return content;
  return joinBytes([encoder.encode('ID3'), Uint8Array.of(4, 0, 0), syncSafe(content.length), content]);
}
