// Growth checks for audio file readers.
import { AudioFormatError, decode, decodeBlocks, identify, readMp3Stream, readOggPages } from '@lectern/audio';
import type { InputShape, MeasuredReader } from './growth.ts';

const join = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

/** Returns a function that creates a header followed by a repeated unit, up to the given length. */
const repeatAfter = (head: Uint8Array, unit: Uint8Array) => (length: number) => {
  const bytes = Buffer.alloc(Math.max(length, head.length));
  bytes.set(head);
  return bytes.fill(unit, head.length);
};

const EMPTY = new Uint8Array();
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
/** An MP3 frame header that isn't followed by frame data. */
const MP3_HEAD = [255, 251, 144, 0];

const FILES: Readonly<Record<string, (length: number) => Uint8Array>> = {
  'WAV, empty chunks': repeatAfter(WAV, join('junk', [0, 0, 0, 0])),
  'WAV, one-byte chunks': repeatAfter(WAV, join('junk', [1, 0, 0, 0, 0])),
  'WAV, fmt chunks': repeatAfter(
    WAV,
    join('fmt ', [16, 0, 0, 0, 1, 0, 1, 0, 64, 31, 0, 0, 128, 62, 0, 0, 2, 0, 16, 0]),
  ),
  'FLAC, empty metadata blocks': repeatAfter(FLAC, Buffer.from([4, 0, 0, 0])),
  'FLAC, comment blocks': repeatAfter(FLAC, Buffer.from([4, 0, 0, 4, 0, 0, 0, 0])),
  'FLAC, zeros': repeatAfter(FLAC, Buffer.from([0])),
  'Ogg, empty pages': repeatAfter(EMPTY, OGG_PAGE),
  'Ogg, capture patterns': repeatAfter(EMPTY, Buffer.from('OggS')),
  'ID3 tags': repeatAfter(EMPTY, ID3),
  'MP3 frame headers': repeatAfter(EMPTY, Buffer.from(MP3_HEAD)),
  'MP3 frame headers after a tag': repeatAfter(ID3, Buffer.from([...MP3_HEAD, 0, 0, 0])),
  'bytes of 255': repeatAfter(EMPTY, Buffer.from([255])),
  zeros: repeatAfter(EMPTY, Buffer.from([0])),
};

const shapes: readonly InputShape<Uint8Array>[] = Object.entries(FILES).map(([name, make]) => ({ name, make }));

/** Ignores errors about broken files. */
async function ignoreErrors(read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof AudioFormatError)) throw error;
  }
}

const READERS: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  'format detection': (bytes) => identify(bytes, 'mulaw'),
  'MP3 frames': readMp3Stream,
  'Ogg pages': readOggPages,
  decoding: decode,
  'decoding in blocks': (bytes) => decodeBlocks(bytes, {}, () => {}),
};

export const CODECS_READERS: readonly MeasuredReader[] = Object.entries(READERS).map(
  ([name, read]): MeasuredReader<Uint8Array> => ({
    name,
    shapes,
    checkedSize: 65_536,
    measuredSizes: [16_384, 4 * 2 ** 20],
    read: (bytes) => ignoreErrors(() => read(bytes)),
  }),
);
