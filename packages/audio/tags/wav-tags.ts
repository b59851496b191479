// Players read the ID3 tag, audio editors show cue points as markers, and other programs read the INFO list.

import { joinBytes, withLengthPrefix } from '../codecs/bytes.ts';
import type { AudioTags, ChapterLoss, ChapterMark } from './audio-tags.ts';
import { type ChapterMarks, id3Tag } from './id3.ts';

const encoder = new TextEncoder();

/** Chunks are padded to an even size; the padding byte isn't counted. */
const chunk = (id: string, ...body: readonly Uint8Array[]): Uint8Array => {
  const bytes = joinBytes(body);
  return joinBytes([encoder.encode(id), withLengthPrefix(bytes), new Uint8Array(bytes.length % 2)]);
};

function u32(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value, true);
  return new Uint8Array(view.buffer);
}

/** Cue point positions are 32-bit numbers. */
const MAX_CUE_FRAME = 0xffffffff;
/** In bytes. ffmpeg replaces the tag's title with the cue point's label, so a longer title would be truncated. */
const MAX_LABEL_LENGTH = 511;

const hasCuePoints = (marks: readonly ChapterMark[]): boolean =>
  marks.length > 0 &&
  marks.every(
    ({ title, startFrame }) => startFrame <= MAX_CUE_FRAME && encoder.encode(title).length <= MAX_LABEL_LENGTH,
  );

export const wavChapterLosses = (marks: readonly ChapterMark[]): ChapterLoss[] =>
  marks.length > 0 && !hasCuePoints(marks) ? [{ kind: 'list-left-out', list: 'cue' }] : [];

/** Ids start at 0 to match the tag's chapters. Otherwise, ffmpeg would list each chapter twice. */
function cueChunks(marks: readonly ChapterMark[]): Uint8Array[] {
  if (!hasCuePoints(marks)) return [];
  const data = encoder.encode('data');
  const points = marks.flatMap(({ startFrame }, id) => [u32(id, startFrame), data, u32(0, 0, startFrame)]);
  const labels = marks.map(({ title }, id) => chunk('labl', u32(id), encoder.encode(`${title}\0`)));
  return [chunk('cue ', u32(marks.length), ...points), chunk('LIST', encoder.encode('adtl'), ...labels)];
}

/** Encodes text as null-terminated UTF-8, as readers expect. */
const infoText = (id: string, text: string): Uint8Array => chunk(id, encoder.encode(`${text}\0`));

function infoList({ track, ...tags }: AudioTags): Uint8Array {
  const texts: readonly (readonly [id: string, text: string | null | undefined])[] = [
    ['INAM', tags.title],
    ['IPRD', tags.album],
    ['IART', tags.artist],
    // The list has no field for the disclosure, so it follows the description.
    ['ICMT', [tags.description, tags.disclosure].filter(Boolean).join('\n\n')],
    // “Source form”: the original form of the recorded material.
    ['ISRF', tags.digitalSourceType],
    ['ICOP', tags.copyright],
    ['ICRD', tags.year],
    ['IGNR', tags.genre],
    ['ILNG', tags.language],
    ['IPRT', track && `${track.number}/${track.of}`],
  ];
  const entries = texts.flatMap(([id, text]) => (text ? [infoText(id, text)] : []));
  return entries.length === 0 ? new Uint8Array(0) : chunk('LIST', encoder.encode('INFO'), ...entries);
}

/** Put the ID3 tag first, because some readers decode the text in the INFO list as Latin-1. */
export function wavTagChunks(tags: AudioTags, chapters: ChapterMarks): Uint8Array {
  const tag = id3Tag(tags, chapters);
  return joinBytes([...(tag.length > 0 ? [chunk('id3 ', tag)] : []), ...cueChunks(chapters.marks), infoList(tags)]);
}
