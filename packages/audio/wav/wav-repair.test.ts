import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinBytes } from '../codecs/bytes.ts';
import { type Chunk, formatChunk, wavFile } from '../testing/wav-bytes.ts';
import { decodeWav } from './wav-decode.ts';
import { readWavLayout } from './wav-layout.ts';
import { RepairedWav, wavRepair } from './wav-repair.ts';

const FORMATS = [formatChunk(1, { bits: 16 }), formatChunk(1, { bits: 24, channels: 2 }), formatChunk(3, { bits: 32 })];
const LIST: Chunk = { id: 'LIST', body: Uint8Array.of(1, 2, 3, 4) };
const PLACEHOLDERS = [0, 0xffffffff, 0x7fffffff, 0x7ffff000, 2_000_000_000];

/** @param size of the parts in which the file is read */
function repaired(file: Uint8Array, size = file.length): Uint8Array {
  const repair = wavRepair(file);
  if (!repair) return file;
  const wav = new RepairedWav(repair);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < file.length; at += size) parts.push(...wav.add(file.subarray(at, at + size)));
  return joinBytes(parts);
}

/** What a program reads that believes the sizes. */
function strictSizes(file: Uint8Array) {
  const bytes = Buffer.from(file);
  let at = 12;
  while (bytes.toString('latin1', at, at + 4) !== 'data') at += 8 + bytes.readUInt32LE(at + 4);
  return { file: bytes.readUInt32LE(4) + 8, data: bytes.readUInt32LE(at + 4), rest: bytes.subarray(at + 8) };
}

describe('a WAV file', () => {
  test('of true sizes needs no repair, nor does one that is no WAV file', () => {
    for (const format of FORMATS)
      expect(wavRepair(wavFile([format, { id: 'data', body: new Uint8Array(24) }, LIST]))).toBeNull();
    expect(wavRepair(Uint8Array.from(Buffer.from('OggS and more than that')))).toBeNull();
  });

  test('of placeholders gets true sizes, and keeps its format and samples', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FORMATS),
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom(...PLACEHOLDERS),
        fc.constantFrom(...PLACEHOLDERS, 36),
        fc.integer({ min: 1, max: 100 }),
        (format, body, announced, riffSize, size) => {
          const file = wavFile([LIST, format, { id: 'data', body, announced, unpadded: true }], riffSize);
          const whole = repaired(file, size);
          const sizes = strictSizes(whole);
          const { frames, channels, sampleBytes } = readWavLayout(file);
          expect(sizes.file).toBe(whole.length);
          expect(sizes.data).toBe(frames * channels * sampleBytes);
          expect([...sizes.rest.subarray(0, sizes.data)]).toEqual([...body.subarray(0, sizes.data)]);
          expect(decodeWav(whole)).toEqual(decodeWav(file));
          expect(wavRepair(whole)).toBeNull();
        },
      ),
    );
  });

  test('whose sound has a true size keeps the chunks behind it', () => {
    for (const body of [new Uint8Array(4).fill(7), new Uint8Array(3).fill(7)]) {
      const chunks = [formatChunk(1, { bits: 8 }), { id: 'data', body }, LIST];
      expect(repaired(wavFile(chunks, 0xffffffff), 10)).toEqual(wavFile(chunks));
    }
  });

  test('of 64-bit placeholders becomes one of 32 bits where that is enough', () => {
    const sizes = { id: 'ds64', body: new Uint8Array(28).fill(0xff) };
    const data = { id: 'data', body: Uint8Array.of(1, 2, 3, 4) };
    const file = wavFile([sizes, formatChunk(1, { bits: 16 }), { ...data, announced: 0xffffffff }], 0xffffffff);
    file.set(Buffer.from('RF64'));
    expect(repaired(file)).toEqual(wavFile([formatChunk(1, { bits: 16 }), data]));
  });

  test('of more than 4 GiB becomes an RF64 file', () => {
    const head = wavFile(
      [formatChunk(1, { bits: 16 }), { id: 'data', body: new Uint8Array(0), announced: 0xffffffff }],
      0xffffffff,
    );
    const length = head.length + 5 * 2 ** 30;
    const bytes = (offset: number, count: number): Uint8Array => {
      const part = new Uint8Array(count);
      part.set(head.subarray(offset, offset + count));
      return part;
    };
    const repair = wavRepair({ length, read: bytes });
    expect(Buffer.from(repair?.head ?? []).toString('latin1', 0, 4)).toBe('RF64');
    expect(repair).toMatchObject({ from: head.length, to: length });
  });
});
