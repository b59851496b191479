// Reading what an audio file says of itself takes time in proportion to its bytes, whatever they are.
import { expect, it } from 'vitest';
import { describeGrowth, superlinearGrowth } from '../e2e/support/time-growth.ts';
import { AudioFormatError } from './audio-format-error.ts';
import { decode } from './decode.ts';
import { identify } from './identify.ts';
import { readMp3Stream } from './mp3-frames.ts';
import { readOggPages } from './ogg-pages.ts';

const join = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

/** A head, and something after it again and again. */
const filled = (head: Uint8Array, unit: Uint8Array) => (length: number) => {
  const bytes = Buffer.alloc(Math.max(length, head.length), unit);
  bytes.set(head);
  return bytes;
};

const NOTHING = new Uint8Array();
const WAV = join('RIFF', [255, 255, 255, 255], 'WAVE');
const FLAC = join(
  'fLaC',
  [0, 0, 0, 34],
  new Array<number>(10).fill(0),
  [10, 196, 64, 240],
  new Array<number>(20).fill(0),
);
const OGG_PAGE = join('OggS', new Array<number>(23).fill(0));
const ID3 = join('ID3', [4, 0, 0, 0, 0, 0, 0]);
/** Of an MP3 frame whose next one does not follow. */
const MP3_HEAD = [255, 251, 144, 0];

const FILES: Readonly<Record<string, (length: number) => Uint8Array>> = {
  'a WAV file of many empty chunks': filled(WAV, join('junk', [0, 0, 0, 0])),
  'a WAV file of many chunks of one byte': filled(WAV, join('junk', [1, 0, 0, 0, 0])),
  'a WAV file of many formats': filled(
    WAV,
    join('fmt ', [16, 0, 0, 0, 1, 0, 1, 0, 64, 31, 0, 0, 128, 62, 0, 0, 2, 0, 16, 0]),
  ),
  'a FLAC file of many empty blocks': filled(FLAC, Buffer.from([4, 0, 0, 0])),
  'a FLAC file of many comments': filled(FLAC, Buffer.from([4, 0, 0, 4, 0, 0, 0, 0])),
  'a FLAC file of zeros': filled(FLAC, Buffer.from([0])),
  'an Ogg file of many empty pages': filled(NOTHING, OGG_PAGE),
  'an Ogg file that is one mark again and again': filled(NOTHING, Buffer.from('OggS')),
  'many ID3 tags': filled(NOTHING, ID3),
  'the starts of MP3 frames': filled(NOTHING, Buffer.from(MP3_HEAD)),
  'the starts of MP3 frames behind tags': filled(ID3, Buffer.from([...MP3_HEAD, 0, 0, 0])),
  'bytes of 255': filled(NOTHING, Buffer.from([255])),
  zeros: filled(NOTHING, Buffer.from([0])),
};

/** What can't be read is refused. */
async function attempt(read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof AudioFormatError)) throw error;
  }
}

it.each(Object.entries(FILES))('%s', async (_, make) => {
  const read = async (bytes: Uint8Array) => {
    await attempt(() => identify(bytes, 'mulaw'));
    await attempt(() => readMp3Stream(bytes));
    await attempt(() => readOggPages(bytes));
    await attempt(() => decode(bytes));
  };
  const growth = await superlinearGrowth(read, make, { from: 16_384, floorMs: 100 });
  expect(growth && describeGrowth(growth)).toBeNull();
});
