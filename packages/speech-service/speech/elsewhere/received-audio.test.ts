import { AudioFormatError, decodeWav, mixToMono } from '@lectern/audio';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import { type Chunk, formatChunk, wavFile } from '../../../audio/testing/wav-bytes.ts';
import { WavStream } from './received-audio.ts';

/** The sound of a file that comes in pieces of these lengths, the last one however long it is. */
function inPieces(file: Uint8Array, lengths: readonly number[]): number[] {
  const stream = new WavStream();
  const samples: number[] = [];
  let at = 0;
  for (const length of [...lengths, file.length]) {
    for (const sound of stream.add(file.subarray(at, at + length))) samples.push(...sound.samples);
    at = Math.min(file.length, at + length);
  }
  stream.end();
  return samples;
}

const whole = (file: Uint8Array): number[] => [...(mixToMono(decodeWav(file)).channels[0] ?? [])];

const body = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 37) % 251);
const data = (length: number): Chunk => ({ id: 'data', body: body(length) });
const SIXTEEN = formatChunk(1, { bits: 16 });

const FILES: Readonly<Record<string, Uint8Array>> = {
  'of 16 bits': wavFile([SIXTEEN, data(600)]),
  'of 8 bits, with an odd chunk before': wavFile([
    { id: 'LIST', body: body(7) },
    formatChunk(1, { bits: 8 }),
    data(301),
  ]),
  'with an odd chunk that was not filled up': wavFile([
    { id: 'LIST', body: body(7), unpadded: true },
    SIXTEEN,
    data(300),
  ]),
  'of 24 bits and two channels': wavFile([formatChunk(1, { bits: 24, channels: 2 }), data(600)]),
  'of mu-law': wavFile([formatChunk(7, { bits: 8 }), data(300)]),
  'with more behind the sound': wavFile([SIXTEEN, data(300), { id: 'LIST', body: body(50) }]),
  'of unknown length': wavFile([SIXTEEN, { ...data(300), announced: 0xffffffff }], 0xffffffff),
  'without a sample': wavFile([SIXTEEN, data(0)]),
};

describe('a file in pieces', () => {
  for (const [name, file] of Object.entries(FILES)) {
    test(`(${name}) sounds as the whole does, however it is cut`, () => {
      const expected = whole(file);
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 40 }), (lengths) => {
          expect(inPieces(file, lengths)).toEqual(expected);
        }),
        { numRuns: rounds(60) },
      );
    });
  }

  test('behind another one is part of the sound', () => {
    const file = wavFile([SIXTEEN, data(300)]);
    const both = new Uint8Array([...file, ...file]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 30 }), (lengths) => {
        expect(inPieces(both, lengths)).toEqual([...whole(file), ...whole(file)]);
      }),
      { numRuns: rounds(60) },
    );
  });

  test('gives sound before its end is there', () => {
    const stream = new WavStream();
    expect(stream.add(wavFile([SIXTEEN, data(6000)]).subarray(0, 1044))[0]?.samples).toHaveLength(500);
  });
});

describe('a file that is cut short', () => {
  test('is told, wherever it was cut', () => {
    const file = wavFile([SIXTEEN, data(300)]);
    for (let length = 12; length < file.length; length += 1) {
      expect(() => inPieces(file.subarray(0, length), [50]), `${length}`).toThrow(AudioFormatError);
    }
  });

  test('(of unknown length) is taken as far as it goes', () => {
    const file = wavFile([SIXTEEN, { ...data(300), announced: 0xffffffff }], 0xffffffff);
    expect(inPieces(file.subarray(0, file.length - 101), [])).toHaveLength(99);
  });
});

test('a file that never comes to its sound is given up', () => {
  const stream = new WavStream();
  stream.add(wavFile([SIXTEEN, { id: 'LIST', body: new Uint8Array(0), announced: 0x10000000 }]));
  expect(() => {
    for (let megabyte = 0; megabyte < 10; megabyte += 1) stream.add(new Uint8Array(1024 * 1024));
  }).toThrow('no audio');
});
