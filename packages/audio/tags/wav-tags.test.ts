// WAV files that say what they are, read back by a parser that others wrote; their sound is the same.
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../codecs/bytes.ts';
import { decode } from '../codecs/decode.ts';
import { openPcmFile } from '../codecs/encode.ts';
import { murmur } from '../testing/tones.ts';
import { type AudioTags, coverPicture } from './audio-tags.ts';
import { wavTagChunks } from './wav-tags.ts';

// An odd number of samples: of 24 bits, they take an odd number of bytes.
const sound = murmur(16_001, 1);
const frames = sound.channels[0]?.length ?? 0;
const about = { sampleRate: 16_000, channels: 1 };

const PICTURE = Uint8Array.from({ length: 1_001 }, (_, index) => [0xff, 0xd8, 0xff][index] ?? (index * 31) & 0xff);
const TAGS: AudioTags = {
  title: 'Первая глава',
  album: 'A Book',
  artist: 'An Author',
  narrator: 'A Voice',
  year: '1895',
  genre: 'Audiobook',
  description: 'About.',
  track: { number: 2, of: 9 },
  isbn: '9780000000002',
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  disclosure: 'A digital voice.',
  cover: coverPicture(PICTURE),
};
const CHAPTERS = { marks: [{ title: 'One', startFrame: 0 }], frames, sampleRate: 16_000 };

async function fileOf(bits: 16 | 24, chunks?: Uint8Array): Promise<Uint8Array> {
  const encoder = await openPcmFile(bits, about, chunks);
  const file = joinBytes([await encoder.add(sound.channels), await encoder.end()]);
  file.set(encoder.header());
  encoder.close();
  return file;
}

describe.each([16, 24] as const)('a WAV file of %i bits', (bits) => {
  it('says what it is behind its sound, which stays the same', async () => {
    const [plain, tagged] = [await fileOf(bits), await fileOf(bits, wavTagChunks(TAGS, CHAPTERS))];
    expect(new DataView(tagged.buffer).getUint32(4, true)).toBe(tagged.length - 8);
    expect(tagged.subarray(8, plain.length)).toEqual(plain.subarray(8));
    expect((await decode(tagged)).channels).toEqual((await decode(plain)).channels);
    const tags = await new Input({ source: new BufferSource(tagged), formats: ALL_FORMATS }).getMetadataTags();
    expect(tags).toMatchObject({
      title: 'Первая глава',
      album: 'A Book',
      artist: 'An Author',
      genre: 'Audiobook',
      comment: 'About.',
      trackNumber: 2,
      tracksTotal: 9,
    });
    const info = Buffer.from(tagged).subarray(Buffer.from(tagged).lastIndexOf('LIST'));
    const infoOf = (id: string): string => {
      const at = info.indexOf(id);
      return info.subarray(at + 8, at + 8 + info.readUInt32LE(at + 4) - 1).toString('utf8');
    };
    expect(infoOf('ISRF')).toBe(TAGS.digitalSourceType);
    expect(infoOf('ICMT')).toBe('About.\n\nA digital voice.');
    expect(Buffer.from(tagged).includes(`DIGITALSOURCETYPE\0${TAGS.digitalSourceType}`)).toBe(true);
    expect(tags.date?.getFullYear()).toBe(1895);
    expect(tags.images?.[0]?.data).toEqual(PICTURE);
  });

  it('stays as it was where there is nothing to say', async () => {
    expect(await fileOf(bits, wavTagChunks({}, { ...CHAPTERS, marks: [] }))).toEqual(await fileOf(bits));
  });
});
