import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUTPUT_FORMATS } from '@lectern/tts-protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { murmur } from '../testing/tones.ts';
import { decode, decodeBlocks } from './decode.ts';
import { encode } from './encode.ts';
import { FileSource } from './file-source.ts';
import type { Pcm } from './pcm.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-source-'));
  path = join(folder, 'sound');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function opened<T>(windowBytes: number, use: (source: FileSource) => T): T {
  const file = openSync(path, 'r');
  try {
    return use(new FileSource(file, windowBytes));
  } finally {
    closeSync(file);
  }
}

describe('a file that is looked at in part', () => {
  it('gives the bytes that are there, wherever and in whatever order it is asked for them', () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, at) => (at * 31) % 251);
    writeFileSync(path, bytes);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.array(fc.tuple(fc.nat(1100), fc.nat(400))), (window, looks) =>
        opened(window, (source) => {
          expect(source.length).toBe(1000);
          for (const [offset, count] of looks) {
            expect(Buffer.compare(source.read(offset, count), bytes.subarray(offset, offset + count))).toBe(0);
          }
        }),
      ),
    );
  });

  it('says so where it becomes shorter', () => {
    writeFileSync(path, new Uint8Array(1000));
    opened(10, (source) => {
      truncateSync(path, 500);
      expect(() => source.read(600, 10)).toThrow('truncated');
    });
  });
});

describe.each(OUTPUT_FORMATS)('%s', (format) => {
  it('is the same sound from a file as from memory', async () => {
    const bytes = await encode(murmur(24_000, 3, 2), format);
    writeFileSync(path, bytes);
    const whole = await decode(bytes);
    for (const windowBytes of [700, 70_000]) {
      const file = openSync(path, 'r');
      const blocks: Pcm[] = [];
      const take = ({ sampleRate, channels }: Pcm) =>
        void blocks.push({ sampleRate, channels: channels.map((samples) => samples.slice()) });
      const head = await decodeBlocks(new FileSource(file, windowBytes), {}, take);
      closeSync(file);
      expect(head).toMatchObject({ format, frames: whole.channels[0]?.length });
      const right = blocks.flatMap(({ channels }) => [...(channels[1] ?? [])]);
      expect(Float32Array.from(right)).toEqual(whole.channels[1]);
    }
  });
});
