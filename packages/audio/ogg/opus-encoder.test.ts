import { describe, expect, it } from 'vitest';
import { joinBytes } from '../codecs/bytes.ts';
import { decode } from '../codecs/decode.ts';
import type { Pcm } from '../codecs/pcm.ts';
import { opusSampleRate } from '../formats.ts';
import { channelOf, levelAt, murmur, tone } from '../testing/tones.ts';
import { readOggPages } from './ogg-pages.ts';
import { openOpusFile } from './opus-encoder.ts';

async function encoded({ sampleRate, channels }: Pcm, kilobits = 64, piece = 16_384): Promise<Uint8Array> {
  const encoder = await openOpusFile(kilobits, { sampleRate, channels: channels.length });
  try {
    const parts: Uint8Array[] = [];
    for (let from = 0; from < (channels[0]?.length ?? 0); from += piece) {
      parts.push(await encoder.add(channels.map((samples) => samples.subarray(from, from + piece))));
    }
    return joinBytes([...parts, await encoder.end()]);
  } finally {
    encoder.close();
  }
}

describe('an Ogg Opus file', () => {
  it('is as long as its sound, to the sample, at both of its rates', async () => {
    for (const [sampleRate, samples] of [
      [48_000, 48_000 * 3 + 417],
      [48_000, 1],
      [48_000, 0],
      [24_000, 24_000 * 2 + 7],
    ] as const) {
      const file = await encoded({ sampleRate, channels: [new Float32Array(samples).fill(0.1)] });
      const pages = readOggPages(file);
      expect(pages).toMatchObject({ intact: true, cut: false, ended: true, size: file.length, channels: 1 });
      const preSkip = new DataView(file.buffer, file.byteOffset).getUint16(28 + 10, true);
      expect(pages.lastPosition - preSkip).toBe((samples * 48_000) / sampleRate);
      if (samples > 1) expect(channelOf(await decode(file))).toHaveLength((samples * 48_000) / sampleRate);
    }
  });

  it('sounds as what went in, where it was', async () => {
    const sound = tone({ sampleRate: 48_000, seconds: 2, frequency: 1_000, level: 0.4, channels: 2 });
    const { channels } = await decode(await encoded(sound, 128));
    expect(channels).toHaveLength(2);
    for (const [index, samples] of channels.entries()) {
      expect(levelAt(samples, 48_000, 1_000 * 2 ** index)).toBeCloseTo(0.4, 1);
      const wanted = channelOf(sound, index);
      const product = samples.reduce((sum, sample, at) => sum + sample * (wanted[at] ?? 0), 0);
      const squares = samples.reduce((sum, sample) => sum + sample * sample, 0);
      const wantedSquares = wanted.reduce((sum, sample) => sum + sample * sample, 0);
      expect(product / Math.sqrt(squares * wantedSquares)).toBeGreaterThan(0.99);
    }
  });

  it('is the same each time, in whatever pieces, and near the bitrate that was asked for', async () => {
    const sound = murmur(48_000, 4);
    const file = await encoded(sound, 48);
    expect(await encoded(sound, 48, 1_777)).toEqual(file);
    const kilobits = (file.length * 8) / 4_000;
    expect(kilobits).toBeGreaterThan(24);
    expect(kilobits).toBeLessThan(72);
  });

  it('survives samples that are no numbers or beyond full scale', async () => {
    const samples = new Float32Array(4_800).fill(Number.NaN);
    samples.fill(5, 2_400);
    expect(channelOf(await decode(await encoded({ sampleRate: 48_000, channels: [samples] })))).toHaveLength(4_800);
  });

  it('has no rate but its own', () => {
    expect([22_050, 24_000, 44_100, 48_000].map(opusSampleRate)).toEqual([48_000, 24_000, 48_000, 48_000]);
  });
});
