// What a WAV file says of itself, in chunks after its sound: the tag of an MP3 under `id3 `, as players and editors read it,
// and for others the main texts in a LIST of the kind INFO (Multimedia Programming Interface and Data Specifications 1.0,
// "INFO List Chunk").
import type { AudioTags } from './audio-tags.ts';
import { joinBytes, withLength } from './bytes.ts';
import { type ChapterMarks, id3Tag } from './id3.ts';

const encoder = new TextEncoder();

/** A chunk has an even size; the byte that fills it up is not counted. */
const chunk = (id: string, body: Uint8Array): Uint8Array =>
  joinBytes([encoder.encode(id), withLength(body), new Uint8Array(body.length % 2)]);

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
  return entries.length === 0 ? new Uint8Array(0) : chunk('LIST', joinBytes([encoder.encode('INFO'), ...entries]));
}

/**
 * The chunks, to stand behind the sound; no bytes where they would say nothing. The tag is the first, since some readers
 * take the texts of the list for Latin-1.
 */
export function wavTagChunks(tags: AudioTags, chapters: ChapterMarks): Uint8Array {
  const tag = id3Tag(tags, chapters);
  return joinBytes([...(tag.length > 0 ? [chunk('id3 ', tag)] : []), infoList(tags)]);
}
