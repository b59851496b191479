import { describe, expect, it } from 'vitest';
import { at } from '../../../shared/rules/at.ts';
import { encode } from '../codecs/encode.ts';
import { tone } from '../testing/tones.ts';
import { encodeWav } from '../wav/wav-encode.ts';
import { ITEM_SECONDS } from './audio-fingerprint.ts';
import { fingerprintFile } from './fingerprint-file.ts';

const sound = tone({ sampleRate: 8000, seconds: 5 });
const ALL = { seconds: 100 };

describe('fingerprintFile', () => {
  it.each(['wav', 'mp3', 'flac'] as const)('reads %s', async (format) => {
    const { fingerprints, seconds } = await fingerprintFile(await encode(sound, format), ALL);
    expect(seconds).toBeCloseTo(5, 0);
    expect(fingerprints[0]?.length).toBeGreaterThan(15);
  });

  it.each(['wav', 'mp3', 'flac', 'ogg'] as const)(
    'reads the existing part of an incomplete %s file',
    async (format) => {
      const bytes = await encode(tone({ sampleRate: 8000, seconds: 60 }), format);
      const { fingerprints, seconds } = await fingerprintFile(bytes.subarray(0, bytes.length * 0.6), ALL);
      expect(seconds).toBeGreaterThan(10);
      expect(seconds).toBeLessThan(40);
      const whole = await fingerprintFile(bytes, ALL);
      const [part, all] = [at(fingerprints, 0), at(whole.fingerprints, 0)];
      // The last items depend on audio that is missing.
      expect(part.length).toBeGreaterThan(50);
      expect([...part.slice(0, -4)]).toEqual([...all.slice(0, part.length - 4)]);
    },
  );

  it('returns one fingerprint for each start', async () => {
    const { fingerprints } = await fingerprintFile(encodeWav(sound), { ...ALL, starts: [0, 2 * ITEM_SECONDS] });
    const [first, second] = fingerprints;
    expect(second).toEqual(first?.slice(2));
  });

  it('stops at the maximum duration', async () => {
    const long = encodeWav(tone({ sampleRate: 8000, seconds: 120 }));
    expect((await fingerprintFile(long, { seconds: 1 })).seconds).toBeLessThan(120);
  });

  it.each([
    ['an empty file', new Uint8Array(0)],
    ['text', new TextEncoder().encode('This is not audio. '.repeat(50))],
  ])('throws for %s', async (_, bytes) => {
    await expect(fingerprintFile(bytes, ALL)).rejects.toMatchObject({ name: 'AudioFormatError' });
  });
});
