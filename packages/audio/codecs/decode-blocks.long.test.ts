import { OUTPUT_FORMATS } from '@lectern/tts-protocol';
import { describe, expect, test } from 'vitest';
import { channelOf, murmur, tone } from '../testing/tones.ts';
import { decode, decodeBlocks } from './decode.ts';
import { decodeCompressedBlocks } from './decode-compressed.ts';
import { encode } from './encode.ts';
import { durationSeconds, type Pcm } from './pcm.ts';

/** Collects blocks, copied, because they are only lent. */
function collector(): { take: (block: Pcm) => void; samples: (channel?: number) => number[]; count: () => number } {
  const blocks: Float32Array[][] = [];
  return {
    take: ({ channels }) => void blocks.push(channels.map((samples) => samples.slice())),
    samples: (channel = 0) => blocks.flatMap((block) => [...(block[channel] ?? [])]),
    count: () => blocks.length,
  };
}

describe.each(OUTPUT_FORMATS)('%s', (format) => {
  test('in blocks it is the sound that it is as a whole', async () => {
    const bytes = await encode(murmur(24_000, 1.5, 2), format);
    const whole = await decode(bytes);
    const blocks = collector();
    const head = await decodeBlocks(bytes, {}, blocks.take);
    expect(head).toEqual({ format, sampleRate: whole.sampleRate, frames: channelOf(whole).length });
    for (const channel of [0, 1]) expect(blocks.samples(channel)).toEqual([...channelOf(whole, channel)]);
  });
});

test('decoding leaves the bytes of a FLAC file in a Buffer unchanged', async () => {
  const file = await encode(murmur(16_000, 0.2), 'flac');
  const streamInfo = Buffer.from(file.subarray(0, 42));
  streamInfo[4] = 0;
  const padding = [0x81, 0, 0, 0];
  const bytes = Buffer.concat([streamInfo, Buffer.from(padding), file.subarray(42)]);
  const before = Uint8Array.from(bytes);
  await decode(bytes);
  expect(Uint8Array.from(bytes)).toEqual(before);
});

describe('a packed file that is decoded by small stretches', () => {
  test.each(['mp3', 'ogg', 'flac'] as const)('of %s is the same sound', async (format) => {
    const bytes = await encode(murmur(16_000, 2), format);
    const whole = await decode(bytes);
    for (const stretch of [500, 4_099]) {
      const blocks = collector();
      const head = await decodeCompressedBlocks(bytes, format, blocks.take, { stretchBytes: stretch });
      expect(blocks.count()).toBeGreaterThan(1);
      expect(head.frames / head.sampleRate).toBeCloseTo(durationSeconds(whole), 9);
      expect(blocks.samples()).toEqual([...channelOf(whole)]);
    }
  });

  // The decoder of FLAC takes two frames for one where it is given half of a frame's head.
  test('of FLAC is whole wherever the stretches end', async () => {
    const bytes = await encode(murmur(16_000, 4), 'flac');
    for (let stretch = 300; stretch < 450; stretch += 1) {
      const { frames } = await decodeCompressedBlocks(bytes, 'flac', () => {}, { stretchBytes: stretch });
      expect(frames, `${stretch} bytes`).toBe(4 * 16_000);
    }
  });

  test.each(['mp3', 'ogg', 'flac'] as const)('of %s is found to be cut all the same', async (format) => {
    const bytes = await encode(murmur(16_000, 2), format);
    const cut = bytes.subarray(0, bytes.length - 700);
    await expect(decodeCompressedBlocks(cut, format, () => {}, { stretchBytes: 1_000 })).rejects.toMatchObject({
      name: 'AudioFormatError',
    });
  });
});

test('what the taker throws comes out as it is', async () => {
  const refusal = new Error('enough');
  for (const format of ['wav', 'mp3'] as const) {
    const bytes = await encode(tone({ sampleRate: 8_000, seconds: 0.2 }), format);
    const refuse = () => {
      throw refusal;
    };
    await expect(decodeBlocks(bytes, {}, refuse)).rejects.toBe(refusal);
  }
});

test('bare mu-law is given in blocks at the rate of the hint', async () => {
  const blocks = collector();
  const bytes = new Uint8Array(20_000).fill(0x80);
  const head = await decodeBlocks(bytes, { format: 'mulaw', sampleRate: 16_000 }, blocks.take);
  expect(head).toEqual({ format: 'mulaw', sampleRate: 16_000, frames: 20_000 });
  expect(blocks.count()).toBeGreaterThan(1);
  expect(new Set(blocks.samples())).toEqual(new Set([Math.fround(32124 / 32768)]));
});
