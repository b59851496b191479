// FLAC, Opus and Vorbis files that say what they are, read back by a parser that others wrote; their sound is the same.
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { describe, expect, test } from 'vitest';
import type { FileEncoder } from '../codecs/audio-encoder.ts';
import { joinBytes } from '../codecs/bytes.ts';
import { decode } from '../codecs/decode.ts';
import { openVorbisFile } from '../codecs/encode.ts';
import { openOggAtQuality } from '../codecs/lossy-encoders.ts';
import { openFlacEncoder } from '../flac/flac-encoder.ts';
import { readOggPages } from '../ogg/ogg-pages.ts';
import { openOpusFile } from '../ogg/opus-encoder.ts';
import { murmur } from '../testing/tones.ts';
import { type AudioTags, coverPicture } from './audio-tags.ts';
import { type FileComments, fileComments, NO_COMMENTS } from './vorbis-comments.ts';

const sound = murmur(48_000, 3);
const about = { sampleRate: 48_000, channels: 1 };

const OPENED: Readonly<Record<string, (comments: FileComments) => Promise<FileEncoder>>> = {
  FLAC: (comments) => openFlacEncoder(about, 16, comments),
  Opus: (comments) => openOpusFile(48, about, comments),
  Vorbis: (comments) => openVorbisFile(3, about, comments),
};

async function fileOf(encoder: FileEncoder, piece = 16_384): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < (sound.channels[0]?.length ?? 0); from += piece) {
    parts.push(await encoder.add(sound.channels.map((samples) => samples.subarray(from, from + piece))));
  }
  const file = joinBytes([...parts, await encoder.end()]);
  file.set(encoder.header());
  encoder.close();
  return file;
}

/** More than one page of Ogg holds, and more than one segment. */
const PICTURE = Uint8Array.from({ length: 150_000 }, (_, index) => [0xff, 0xd8, 0xff][index] ?? (index * 31) & 0xff);
const TAGS: AudioTags = {
  title: 'Первая глава',
  album: 'A Book',
  artist: 'An Author',
  narrator: 'A Voice',
  year: '1895',
  genre: 'Audiobook',
  description: 'x'.repeat(70_000),
  track: { number: 2, of: 9 },
  isbn: '9780000000002',
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  disclosure: 'Eine digitale Stimme. 合成音声。',
  cover: coverPicture(PICTURE),
};
const CHAPTERS = [
  { title: 'One', startFrame: 0 },
  { title: 'Two', startFrame: 48_000 * 3_661.5 },
];

describe.each(Object.keys(OPENED))('%s', (codec) => {
  const open = async (comments: FileComments, piece?: number): Promise<Uint8Array> => {
    const encoder = await OPENED[codec]?.(comments);
    if (!encoder) throw new Error(`no encoder of ${codec}`);
    return fileOf(encoder, piece);
  };

  test('says what it is, in any pieces, with a cover that takes many pages', async () => {
    const comments = fileComments(TAGS, CHAPTERS, 48_000);
    const file = await open(comments);
    expect(await open(comments, 777)).toEqual(file);
    const tags = await new Input({ source: new BufferSource(file), formats: ALL_FORMATS }).getMetadataTags();
    expect(tags).toMatchObject({ title: 'Первая глава', album: 'A Book', artist: 'An Author', genre: 'Audiobook' });
    expect(tags).toMatchObject({ description: TAGS.description, trackNumber: 2, tracksTotal: 9 });
    expect(tags.raw).toMatchObject({ NARRATOR: 'A Voice', ISBN: '9780000000002', CHAPTER002: '01:01:01.500' });
    expect(tags.raw).toMatchObject({
      DIGITALSOURCETYPE: TAGS.digitalSourceType,
      DISCLOSURE: 'Eine digitale Stimme. 合成音声。',
    });
    expect(tags.images).toMatchObject([{ kind: 'coverFront', mimeType: 'image/jpeg' }]);
    expect(tags.images?.[0]?.data).toEqual(PICTURE);
  });

  test('sounds the same whatever it says', async () => {
    const tagged = await open(fileComments(TAGS, CHAPTERS, 48_000));
    expect(await decode(tagged)).toEqual(await decode(await open(NO_COMMENTS)));
    if (codec !== 'FLAC') expect(readOggPages(tagged)).toMatchObject({ intact: true, cut: false, ended: true });
  });
});

test('Vorbis that says nothing has the bytes that its encoder made', async () => {
  const encoder = await openOggAtQuality(3, about);
  const bare = await fileOf({ ...encoder, header: () => new Uint8Array(0) });
  expect(await fileOf(await openVorbisFile(3, about, NO_COMMENTS))).toEqual(bare);
});
