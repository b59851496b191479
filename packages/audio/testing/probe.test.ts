import { OUTPUT_FORMATS } from '@lectern/tts-protocol';
import { expect, test } from 'vitest';
import { decode } from '../codecs/decode.ts';
import { encode } from '../codecs/encode.ts';
import { durationSeconds } from '../codecs/pcm.ts';
import { probe } from './probe.ts';
import { murmur } from './tones.ts';

test.each(OUTPUT_FORMATS)('%s: format, rate, channels and length are those of the decoded sound', async (format) => {
  for (const sampleRate of [8000, 22050, 48000]) {
    for (const channels of [1, 2]) {
      const bytes = await encode(murmur(sampleRate, 0.3, channels), format);
      const seconds = durationSeconds(await decode(bytes));
      expect(seconds).toBeCloseTo(0.3, 9);
      expect(await probe(bytes)).toEqual({ format, sampleRate, channels, durationSeconds: seconds });
    }
  }
});

test('bare mu-law is measured by the hint', async () => {
  const found = await probe(new Uint8Array(4000).fill(0xff), { format: 'mulaw', sampleRate: 16000 });
  expect(found).toEqual({ format: 'mulaw', sampleRate: 16000, channels: 1, durationSeconds: 0.25 });
});

test('what is cut or no audio is refused', async () => {
  const bytes = await encode(murmur(8000, 0.3), 'wav');
  await expect(probe(bytes.subarray(0, 1000))).rejects.toMatchObject({ kind: 'truncated' });
  await expect(probe(new TextEncoder().encode('{"message":"gone"}'))).rejects.toMatchObject({ kind: 'foreign' });
});
