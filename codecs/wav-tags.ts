// What a WAV file says of itself, in chunks after its sound: the tag of an MP3 under `id3 `, as players and editors read it;
// chapters as cue points with labels, which audio editors show as markers; and for others the main texts in a LIST of the kind
// INFO (all in Multimedia Programming Interface and Data Specifications 1.0).
import type { AudioTags, ChapterLoss, ChapterMark } from './audio-tags.ts';
import { joinBytes, withLength } from './bytes.ts';
import { type ChapterMarks, id3Tag } from './id3.ts';

const encoder = new TextEncoder();

/** A chunk has an even size; the byte that fills it up is not counted. */
const chunk = (id: string, ...body: readonly Uint8Array[]): Uint8Array => {
  const bytes = joinBytes(body);
  return joinBytes([encoder.encode(id), withLength(bytes), new Uint8Array(bytes.length % 2)]);
};

function u32(...values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value, true);
  return new Uint8Array(view.buffer);
}

/** A cue point has 32 bits for its sample. */
const LAST_CUE_FRAME = 0xffffffff;
/** Bytes of a label that ffmpeg reads. It puts the label in the place of the tag's title, so a longer one would cut that. */
const LONGEST_LABEL = 511;

const hasCuePoints = (marks: readonly ChapterMark[]): boolean =>
  marks.length > 0 &&
  marks.every(({ title, startFrame }) => startFrame <= LAST_CUE_FRAME && encoder.encode(title).length <= LONGEST_LABEL);

/** What a WAV file can't hold of these chapters. */
export const wavChapterLosses = (marks: readonly ChapterMark[]): ChapterLoss[] =>
  marks.length > 0 && !hasCuePoints(marks) ? [{ kind: 'list-left-out', list: 'cue' }] : [];

/** Cue points and their labels. Ids begin at 0, as ffmpeg counts the chapters of the tag: otherwise it lists each chapter twice. */
function cueChunks(marks: readonly ChapterMark[]): Uint8Array[] {
  if (!hasCuePoints(marks)) return [];
  const data = encoder.encode('data');
  const points = marks.flatMap(({ startFrame }, id) => [u32(id, startFrame), data, u32(0, 0, startFrame)]);
  const labels = marks.map(({ title }, id) => chunk('labl', u32(id), encoder.encode(`${title}\0`)));
  return [chunk('cue ', u32(marks.length), ...points), chunk('LIST', encoder.encode('adtl'), ...labels)];
}

/** Texts end with a zero. They are UTF-8, which readers take them for. */
const infoText = (id: string, text: string): Uint8Array => chunk(id, encoder.encode(`${text}\0`));

function infoList({ track, ...tags }: AudioTags): Uint8Array {
  const texts: readonly (readonly [id: string, text: string | null | undefined])[] = [
    ['INAM', tags.title],
    ['IPRD', tags.album],
    ['IART', tags.artist],
    ['ICMT', tags.description],
    ['ICOP', tags.copyright],
    ['ICRD', tags.year],
    ['IGNR', tags.genre],
    ['ILNG', tags.language],
    ['IPRT', track && `${track.number}/${track.of}`],
  ];
  const entries = texts.flatMap(([id, text]) => (text ? [infoText(id, text)] : []));
  return entries.length === 0 ? new Uint8Array(0) : chunk('LIST', encoder.encode('INFO'), ...entries);
}

/**
 * The chunks, to stand behind the sound; no bytes where they would say nothing. The tag is the first, since some readers
 * take the texts of the list for Latin-1.
 */
export function wavTagChunks(tags: AudioTags, chapters: ChapterMarks): Uint8Array {
  const tag = id3Tag(tags, chapters);
  return joinBytes([...(tag.length > 0 ? [chunk('id3 ', tag)] : []), ...cueChunks(chapters.marks), infoList(tags)]);
}
