import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encode } from './encode.ts';
import { fromInt16 } from './pcm.ts';
import { channelOf } from './testing/tones.ts';
import { formatChunk, wavFile } from './testing/wav-bytes.ts';
import { decodeRawMuLaw, decodeWav } from './wav-decode.ts';
import { encodeWav, wavPieces } from './wav-encode.ts';
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
        const pcm = fromInt16(samples, sampleRate);
        expect(decodeWav(encodeWav(pcm))).toEqual(pcm);
      }),
    );
  });

  test('samples in pieces become the same file as in one', () => {
    fc.assert(
      fc.property(fc.array(fc.int16Array()), (pieces) => {
        const whole = Int16Array.from(pieces.flatMap((piece) => [...piece]));
        const bytes = wavPieces(pieces, 22_050).flatMap((piece) => [...piece]);
        expect(Uint8Array.from(bytes)).toEqual(encodeWav(fromInt16(whole, 22_050)));
      }),
    );
  });

  test('channels keep apart, and what is beyond full scale is clipped', () => {
    const pcm = { sampleRate: 8000, channels: [Float32Array.of(0.5, 2), Float32Array.of(-3, Number.NaN)] };
    const clipped = [Float32Array.of(0.5, 32767 / 32768), Float32Array.of(-1, 0)];
    expect(decodeWav(encodeWav(pcm)).channels).toEqual(clipped);
  });

  test('mu-law has format tag 7, a fact chunk with the length, and an even size', async () => {
    const bytes = await encode(fromInt16(Int16Array.of(0, 1000, -1000), 8000), 'mulaw');
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
    const file = encodeWav(fromInt16(Int16Array.of(16384, -16384), 8000));
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

describe('what is refused', () => {
  test('sound that is shorter than announced is truncated, by whatever it is short', () => {
    const file = encodeWav(
      fromInt16(
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
