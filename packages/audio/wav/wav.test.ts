import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ByteSource, joinBytes } from '../codecs/bytes.ts';
import { encode, openPcmFile } from '../codecs/encode.ts';
import { identify } from '../codecs/identify.ts';
import { pcmFromInt16 } from '../codecs/pcm.ts';
import { channelOf } from '../testing/tones.ts';
import { formatChunk, wavFile } from '../testing/wav-bytes.ts';
import { decodeRawMuLaw, decodeWav } from './wav-decode.ts';
import { encodeWav, wavFileHeader, wavFileParts } from './wav-encode.ts';
import { readWavLayout } from './wav-layout.ts';

const PCM16 = formatChunk(1, { bits: 16 });
const FOUR_BYTES = Uint8Array.of(0, 64, 0, 192);

function data(body: Uint8Array, announced?: number) {
  return announced === undefined ? { id: 'data', body } : { id: 'data', body, announced };
}

function fault(bytes: Uint8Array): string {
  try {
    readWavLayout(bytes);
    return 'none';
  } catch (error) {
    return (error as { kind: string }).kind;
  }
}

describe('what is written', () => {
  test('16-bit samples come back to the bit, whatever they are', () => {
    fc.assert(
      fc.property(fc.int16Array(), fc.integer({ min: 8000, max: 48000 }), (samples, sampleRate) => {
        const pcm = pcmFromInt16(samples, sampleRate);
        expect(decodeWav(encodeWav(pcm))).toEqual(pcm);
      }),
    );
  });

  test('samples in pieces become the same file as in one', () => {
    fc.assert(
      fc.property(fc.array(fc.int16Array()), (pieces) => {
        const whole = Int16Array.from(pieces.flatMap((piece) => [...piece]));
        const bytes = wavFileParts(pieces, 22_050).flatMap((piece) => [...piece]);
        expect(Uint8Array.from(bytes)).toEqual(encodeWav(pcmFromInt16(whole, 22_050)));
      }),
    );
  });

  test('channels keep apart, and what is beyond full scale is clipped', () => {
    const pcm = { sampleRate: 8000, channels: [Float32Array.of(0.5, 2), Float32Array.of(-3, Number.NaN)] };
    const clipped = [Float32Array.of(0.5, 32767 / 32768), Float32Array.of(-1, 0)];
    expect(decodeWav(encodeWav(pcm)).channels).toEqual(clipped);
  });

  test('mu-law has format tag 7, a fact chunk with the length, and an even size', async () => {
    const bytes = await encode(pcmFromInt16(Int16Array.of(0, 1000, -1000), 8000), 'mulaw');
    const view = new DataView(bytes.buffer);
    expect(view.getUint16(20, true)).toBe(7);
    expect(Buffer.from(bytes.subarray(38, 42)).toString()).toBe('fact');
    expect(view.getUint32(46, true)).toBe(3);
    expect(view.getUint32(54, true)).toBe(3);
    expect([...bytes.subarray(58)]).toEqual([0xff, 0xce, 0x4e, 0]);
    expect(readWavLayout(bytes)).toMatchObject({ coding: 'mulaw', frames: 3, dataOffset: 58 });
  });
});

describe('what is read', () => {
  test.each([
    ['8-bit', formatChunk(1, { bits: 8 }), [0, 128, 192], [-1, 0, 0.5]],
    ['16-bit', PCM16, [0, 64, 0, 192], [0.5, -0.5]],
    ['24-bit', formatChunk(1, { bits: 24 }), [0, 0, 64, 0, 0, 192], [0.5, -0.5]],
    ['32-bit', formatChunk(1, { bits: 32 }), [0, 0, 0, 64, 0, 0, 0, 192], [0.5, -0.5]],
    ['float', formatChunk(3, { bits: 32 }), [0, 0, 0, 63, 0, 0, 0, 191], [0.5, -0.5]],
    ['double', formatChunk(3, { bits: 64 }), [0, 0, 0, 0, 0, 0, 0xe0, 0x3f], [0.5]],
    ['mu-law', formatChunk(7, { bits: 8 }), [0xff, 0x80], [0, 32124 / 32768]],
    ['A-law', formatChunk(6, { bits: 8 }), [0xd5, 0xaa], [8 / 32768, 32256 / 32768]],
  ])('%s samples', (_name, format, bytes, samples) => {
    const file = wavFile([format, data(Uint8Array.from(bytes))]);
    expect([...channelOf(decodeWav(file))]).toEqual(samples);
  });

  test('the extensible format names the real one inside', () => {
    const body = new Uint8Array(40);
    body.set(PCM16.body);
    body.set([0xfe, 0xff], 0);
    body.set([22, 0, 16, 0, 4, 0, 0, 0, 1, 0], 16);
    const file = wavFile([{ id: 'fmt ', body }, data(FOUR_BYTES)]);
    expect([...channelOf(decodeWav(file))]).toEqual([0.5, -0.5]);
  });

  test('unknown chunks are passed over, before and after, with or without their padding byte', () => {
    const odd = { id: 'LIST', body: Uint8Array.of(1, 2, 3) };
    for (const unpadded of [false, true]) {
      const file = wavFile([
        { id: 'JUNK', body: new Uint8Array(28) },
        PCM16,
        { ...odd, unpadded },
        data(FOUR_BYTES),
        odd,
      ]);
      expect(readWavLayout(file).frames).toBe(2);
    }
  });

  test('a stream that did not know its size goes to the end', () => {
    expect(readWavLayout(wavFile([PCM16, data(FOUR_BYTES, 0xffffffff)], 0xffffffff)).frames).toBe(2);
    expect(readWavLayout(wavFile([PCM16, data(FOUR_BYTES, 0)], 0)).frames).toBe(2);
    expect(readWavLayout(wavFile([PCM16, data(FOUR_BYTES, 0x7ffff000)], 0x7ffff024)).frames).toBe(2);
  });

  test('a file that is rightly empty is empty, whatever follows', () => {
    const list = { id: 'LIST', body: new Uint8Array(8) };
    expect(readWavLayout(wavFile([PCM16, data(new Uint8Array(0)), list])).frames).toBe(0);
  });

  test('bytes that start anywhere in memory are read alike', () => {
    const file = encodeWav(pcmFromInt16(Int16Array.of(16384, -16384), 8000));
    const shifted = new Uint8Array(file.length + 1);
    shifted.set(file, 1);
    const view = shifted.subarray(1);
    expect(decodeWav(view)).toEqual(decodeWav(file));
  });

  test('bare mu-law takes its rate from outside', () => {
    const pcm = decodeRawMuLaw(Uint8Array.of(0xff, 0x80), 16000);
    expect(pcm).toEqual({ sampleRate: 16000, channels: [Float32Array.of(0, 32124 / 32768)] });
  });
});

/** A file of which only the beginning is in memory: the rest is silence. */
function sparse(head: Uint8Array, length: number): ByteSource {
  return {
    length,
    read(offset, count) {
      const bytes = new Uint8Array(Math.max(0, Math.min(count, length - offset)));
      bytes.set(head.subarray(offset, offset + bytes.length));
      return bytes;
    },
  };
}

/** The chunk of RF64 files that has the sizes in 64 bits, and a chunk of the same size that it can take the place of. */
function sizesChunk(id: string, riffSize: bigint, dataSize: bigint) {
  const view = new DataView(new ArrayBuffer(28));
  view.setBigUint64(0, riffSize, true);
  view.setBigUint64(8, dataSize, true);
  return { id, body: new Uint8Array(view.buffer) };
}

const GIB = 2 ** 30;

test('a file that might have become too long for 32 bits keeps room for larger sizes', async () => {
  const pcm = pcmFromInt16(Int16Array.of(1, 2, 3), 48_000);
  for (const bits of [16, 24] as const) {
    const encoder = openPcmFile(bits, { sampleRate: 48_000, channels: 1, maxFrames: 3 * GIB }, new Uint8Array(12));
    const file = joinBytes([await encoder.add(pcm.channels), await encoder.end()]);
    file.set(encoder.header());
    expect(Buffer.from(file.subarray(0, 20)).toString('latin1')).toMatch(/^RIFF....WAVEJUNK/s);
    expect(readWavLayout(file)).toMatchObject({ frames: 3, dataOffset: 80, hasCorrectSizes: true });
    expect(decodeWav(file)).toEqual(pcm);
  }
  expect(() => {
    const encoder = openPcmFile(16, { sampleRate: 48_000, channels: 1, maxFrames: 2 });
    void encoder.add(pcm.channels);
    encoder.header();
  }).toThrow(RangeError);
});

describe('sizes that are placeholders', () => {
  const LIST = { id: 'LIST', body: Uint8Array.of(1, 2, 3, 4) };

  test.each([0, 0x7fffffff, 0x7ffff000, 0xffffffff, 0xffffffff - 36, 2_000_000_000, 4_000_000_000])(
    'mean “to the end of the file”: %i',
    (announced) => {
      for (const riffSize of [announced, (announced + 36) % 2 ** 32, 0, 36, 0xffffffff]) {
        expect(readWavLayout(wavFile([PCM16, data(FOUR_BYTES, announced)], riffSize)).frames).toBe(2);
      }
    },
  );

  test('are no reason to take other chunks for sound', () => {
    for (const riffSize of [0, 0xffffffff]) {
      expect(readWavLayout(wavFile([PCM16, data(FOUR_BYTES), LIST], riffSize)).frames).toBe(2);
    }
  });

  test('are told from the sizes of a cut file', () => {
    for (const announced of [6, 1_000_000, 1_999_999_998]) {
      expect(fault(wavFile([PCM16, data(FOUR_BYTES, announced)]))).toBe('truncated');
    }
  });

  test('are not sizes that are true: chunks may follow 3 GiB of sound', () => {
    const head = wavFile([PCM16, data(new Uint8Array(0), 3 * GIB)], 3 * GIB + 36 + 12);
    expect(readWavLayout(sparse(head, 3 * GIB + 44 + 12)).frames).toBe(1.5 * GIB);
  });

  test('end no sound that goes on behind them', () => {
    const head = wavFile([PCM16, data(new Uint8Array(0), 0x7ffff000)], 0x7ffff024);
    expect(readWavLayout(sparse(head, 3 * GIB + 44)).frames).toBe(1.5 * GIB);
  });
});

describe('files over 4 GiB', () => {
  const frames = 2.5 * GIB;
  const SOUND = { sampleRate: 48_000, channels: 1 };

  test.each([
    ['wav', 2],
    ['wav24', 3],
    ['mulaw', 2],
  ] as const)('are RF64, and read back: %s', (coding, sampleBytes) => {
    const samples = coding === 'mulaw' ? 2 * frames : frames;
    const head = wavFileHeader(coding, SOUND, samples, { chunkBytes: 10 });
    const view = new DataView(head.buffer);
    expect(Buffer.from(head.subarray(0, 4)).toString()).toBe('RF64');
    expect(view.getUint32(4, true)).toBe(0xffffffff);
    expect(Number(view.getBigUint64(20, true))).toBe(head.length + frames * sampleBytes + 10 - 8);
    expect(Number(view.getBigUint64(28, true))).toBe(frames * sampleBytes);
    expect(Number(view.getBigUint64(36, true))).toBe(samples);
    const file = sparse(head, head.length + frames * sampleBytes + 10);
    expect(readWavLayout(file)).toMatchObject({ frames: samples, dataOffset: head.length });
    expect(identify(file)).toBe('wav');
  });

  test('begin only where 32 bits are too few', () => {
    const most = Math.floor((0xffffffff - 100) / 2);
    expect(Buffer.from(wavFileHeader('wav', SOUND, most).subarray(0, 4)).toString()).toBe('RIFF');
    expect(Buffer.from(wavFileHeader('wav', SOUND, most, { chunkBytes: 200 }).subarray(0, 4)).toString()).toBe('RF64');
  });

  test.each(['RF64', 'BW64'])('are read as %s, whatever its 32-bit sizes say', (name) => {
    for (const dataSize of [8, 0xffffffff]) {
      const file = wavFile([
        sizesChunk('ds64', 100n, 8n),
        PCM16,
        data(Uint8Array.of(...FOUR_BYTES, ...FOUR_BYTES), dataSize),
      ]);
      file.set(Buffer.from(name));
      expect(readWavLayout(file).frames).toBe(4);
      expect(identify(file)).toBe('wav');
    }
  });

  test.each([0n, 0xffffffffffffffffn, 0x7fffffffffffffffn])(
    'whose 64-bit size is the placeholder %i go to the end',
    (size) => {
      const file = wavFile([sizesChunk('ds64', size, size), PCM16, data(FOUR_BYTES, 0xffffffff)], 0xffffffff);
      file.set(Buffer.from('RF64'));
      expect(readWavLayout(file).frames).toBe(2);
    },
  );

  test('that are cut are truncated', () => {
    const file = wavFile([sizesChunk('ds64', 100n, 6n), PCM16, data(FOUR_BYTES, 0xffffffff)]);
    file.set(Buffer.from('RF64'));
    expect(fault(file)).toBe('truncated');
  });
});

describe('what is refused', () => {
  test('sound that is shorter than announced is truncated, by whatever it is short', () => {
    const file = encodeWav(
      pcmFromInt16(
        Int16Array.from({ length: 40 }, (_, index) => index),
        8000,
      ),
    );
    for (let length = 4; length < file.length; length += 1) {
      expect(fault(file.subarray(0, length))).toBe('truncated');
    }
    expect(fault(file)).toBe('none');
  });

  test('a head that contradicts itself is damaged, a coding that is not known unsupported', () => {
    expect(fault(wavFile([formatChunk(1, { bits: 16, channels: 0 }), data(FOUR_BYTES)]))).toBe('damaged');
    expect(fault(wavFile([formatChunk(1, { bits: 16, sampleRate: 0 }), data(FOUR_BYTES)]))).toBe('damaged');
    expect(fault(wavFile([data(FOUR_BYTES), PCM16]))).toBe('damaged');
    expect(fault(wavFile([formatChunk(85, { bits: 16 }), data(FOUR_BYTES)]))).toBe('unsupported');
    expect(fault(Uint8Array.of(1, 2, 3, 4))).toBe('foreign');
  });
});
