import { describe, expect, test } from 'vitest';
import { Broken } from '../verdict.ts';
import { decodeSound, detectContainer, rmsLevel, secondsOf } from './sound.ts';
import { mulawSample } from './wav.ts';

interface Shape {
  readonly tag?: number;
  readonly bits?: number;
  readonly channels?: number;
  readonly dataSize?: number;
}

/** A WAV file of 8,000 Hz with samples as they are given. */
function wav(samples: Buffer, { tag = 1, bits = 16, channels = 1, dataSize = samples.length }: Shape = {}): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(tag, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE((8000 * channels * bits) / 8, 28);
  head.writeUInt16LE((channels * bits) / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(dataSize, 40);
  return Buffer.concat([head, samples]);
}

const int16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeInt16LE(value, index * 2);
  return bytes;
};

describe('the suite’s ears', () => {
  test('read PCM of 16 bits, and mix its channels to one', async () => {
    const sound = await decodeSound(wav(int16(16384, 0, -16384, -16384), { channels: 2 }));
    expect(sound).toEqual({ samples: Float32Array.from([0.25, -0.5]), sampleRate: 8000 });
    expect(secondsOf(sound)).toBe(2 / 8000);
    expect(rmsLevel(sound)).toBeCloseTo(Math.sqrt((0.0625 + 0.25) / 2), 6);
  });

  test('read 8, 24 and 32 bits, and float', async () => {
    const float = Buffer.alloc(4);
    float.writeFloatLE(0.5);
    const files = [
      wav(Buffer.from([192]), { bits: 8 }),
      wav(Buffer.from([0, 0, 0x40]), { bits: 24 }),
      wav(Buffer.from([0, 0, 0, 0x40]), { bits: 32 }),
      wav(float, { tag: 3, bits: 32 }),
    ];
    for (const file of files) expect([...(await decodeSound(file)).samples]).toEqual([0.5]);
  });

  test('read a WAV whose length is left open, and refuse one that is cut short', async () => {
    const samples = int16(1, 2, 3);
    expect((await decodeSound(wav(samples, { dataSize: 0xffffffff }))).samples).toHaveLength(3);
    await expect(decodeSound(wav(samples, { dataSize: 100 }))).rejects.toThrow(/cut short, 6 of 100/);
  });

  test('read µ-law, in WAV and bare', async () => {
    expect(mulawSample(0xff)).toBeCloseTo(0, 6);
    expect(mulawSample(0x00)).toBeCloseTo(-32124 / 32768, 6);
    expect(mulawSample(0x80)).toBeCloseTo(32124 / 32768, 6);
    const file = wav(Buffer.from([0x80, 0xff]), { tag: 7, bits: 8 });
    expect(detectContainer(file)).toBe('mulaw-wav');
    expect((await decodeSound(file)).samples).toHaveLength(2);
    expect((await decodeSound(Buffer.from([1, 2, 3, 4]), 8000)).sampleRate).toBe(8000);
  });

  test('name a file by its first bytes', async () => {
    expect(detectContainer(Buffer.from('ID3x'))).toBe('mp3');
    expect(detectContainer(Buffer.from([0xff, 0xfb, 0x90, 0]))).toBe('mp3');
    expect(detectContainer(Buffer.from([0xff, 0xff, 0xff, 0xff]))).toBe('unknown');
    expect(detectContainer(Buffer.from('OggS'))).toBe('ogg');
    expect(detectContainer(Buffer.from('fLaC'))).toBe('flac');
    expect(detectContainer(Buffer.from('<html>'))).toBe('unknown');
    await expect(decodeSound(Buffer.from('<html>'))).rejects.toThrow(Broken);
  });
});
