import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { flacBomb, mp3Bomb, opusBomb, vorbisBomb, wavBomb } from '../testing/bombs.ts';
import { murmur } from '../testing/tones.ts';
import { decode, decodeBlocks } from './decode.ts';
import { encode } from './encode.ts';

const program = join(import.meta.dirname, '..', 'testing', 'decode-bomb.ts');

interface Measured {
  readonly outcome: string;
  readonly fileBytes: number;
  /** Samples of the largest block, over all channels. */
  readonly most: number;
  /** By how much the process grew while it decoded, at its largest. */
  readonly grownMb: number;
}

/** Decodes a bomb in a process of its own, up to a given number of seconds of sound. */
async function measured(bomb: string, seconds: number): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, bomb, String(seconds)]);
  return JSON.parse(stdout);
}

describe.runIf(process.platform === 'linux')('a file that unpacks to more than memory could hold', () => {
  test.each([
    ['flac', 'too-long'],
    ['flac that says it is short', 'too-long'],
    // 60 s of eight channels are 92 MB, and V8 collects little below 64 MB.
    ['flac of 8 channels', 'too-long', 15],
    ['mp3', 'too-long'],
    ['vorbis', 'too-long'],
    ['vorbis that says it is short', 'too-long'],
    ['vorbis of 4 GHz', 'unsupported'],
    ['opus', 'too-long'],
    ['opus of 255 channels', 'unsupported'],
    ['wav of 1 Hz', 'too-long'],
    ['wav of 65,535 channels', 'unsupported'],
  ])('%s is left at the limit, in little memory', async (bomb, outcome, seconds = 60) => {
    const { grownMb, ...found } = await measured(bomb, seconds);
    expect(found).toMatchObject({ outcome });
    expect(grownMb).toBeLessThan(100);
  });

  // Unpacked, both are 1.4 GB.
  test.each([
    ['flac', 3600 * 2],
    ['flac of 8 channels', 900],
  ])('%s needs no more memory where much is allowed', async (bomb, seconds) => {
    const { outcome, most, grownMb } = await measured(bomb, seconds);
    expect(outcome).toBe('too-long');
    expect(most).toBeLessThanOrEqual(2 ** 20);
    expect(grownMb).toBeLessThan(150);
  });
});

describe('the limit', () => {
  const quiet = () => {};

  test.each(['wav', 'mulaw', 'flac', 'mp3', 'ogg'] as const)(
    'lets %s through that is just as long, and none longer',
    async (format) => {
      const bytes = await encode(murmur(24_000, 2), format);
      await expect(decodeBlocks(bytes, {}, quiet, { seconds: 2 })).resolves.toMatchObject({ frames: 48_000 });
      for (const run of [decodeBlocks(bytes, {}, quiet, { seconds: 1.9 }), decode(bytes, {}, { seconds: 1.9 })]) {
        await expect(run).rejects.toMatchObject({ kind: 'too-long', message: expect.stringContaining('2 seconds') });
      }
    },
  );

  test('holds for bare mu-law, by the rate that is expected', async () => {
    const bytes = new Uint8Array(16_001).fill(0x80);
    const hint = { format: 'mulaw' } as const;
    await expect(decodeBlocks(bytes, hint, quiet, { seconds: 2 })).rejects.toMatchObject({ kind: 'too-long' });
    await expect(decodeBlocks(bytes, { ...hint, sampleRate: 16_000 }, quiet, { seconds: 2 })).resolves.toBeDefined();
  });

  test('is six hours where none is given', async () => {
    const bytes = wavBomb(6 * 3600 + 1, 1, 1);
    await expect(decodeBlocks(bytes, {}, quiet)).rejects.toMatchObject({ kind: 'too-long' });
    await expect(decodeBlocks(wavBomb(6 * 3600, 1, 1), {}, quiet)).resolves.toMatchObject({ frames: 21_600 });
  });
});

test('blocks are small, however much a file holds', async () => {
  const files = [flacBomb(64, 8), mp3Bomb(40_000), await vorbisBomb(20), opusBomb(20, 2)];
  for (const bytes of files) {
    let most = 0;
    await decodeBlocks(bytes, {}, ({ channels }) => {
      most = Math.max(most, channels.length * (channels[0]?.length ?? 0));
    });
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2 ** 21);
  }
});

test('metadata of any size in front of a FLAC file costs nothing', async () => {
  const bytes = await encode(murmur(16_000, 1), 'flac');
  const picture = new Uint8Array(4 + 2 ** 23);
  picture.set([6, (2 ** 23) >> 16, 0, 0]);
  const tagged = Uint8Array.from([...bytes.subarray(0, 42), ...picture, ...bytes.subarray(42)]);
  tagged[4] = 0;
  const lastBlock = 42;
  tagged[lastBlock] = 0x86;
  expect(await decode(tagged)).toEqual(await decode(bytes));
});

test('a FLAC file whose frames come to no end is damaged', async () => {
  const bytes = await encode(murmur(16_000, 0.1), 'flac');
  const endless = new Uint8Array(6_000_000).fill(0x55);
  endless.set(bytes.subarray(0, 300));
  await expect(decode(endless)).rejects.toMatchObject({ kind: 'damaged' });
});
