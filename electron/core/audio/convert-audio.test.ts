import { expect, test } from 'vitest';
import { decode } from '../../../codecs/decode.ts';
import { decodeBlocks } from '../../../codecs/decode-blocks.ts';
import { encode } from '../../../codecs/encode.ts';
import { frameCount } from '../../../codecs/pcm.ts';
import { channelOf, levelAt, tone } from '../../../codecs/testing/tones.ts';
import { OUTPUT_FORMATS } from '../../../shared/service/vocabulary.ts';
import { converted } from './testing/converted.ts';

test('a take is the same sound in every other format', async () => {
  const sound = tone({ sampleRate: 24000, seconds: 0.5 });
  for (const from of OUTPUT_FORMATS) {
    const bytes = await encode(sound, from);
    for (const to of OUTPUT_FORMATS) {
      const { bytes: file } = await converted(bytes, { to });
      expect(await decodeBlocks(file, {}, () => {})).toEqual({ format: to, sampleRate: 24000, frames: 12000 });
      const sounding = await decode(file);
      expect(sounding.channels).toHaveLength(1);
      expect(levelAt(channelOf(sounding), 24000, 440)).toBeGreaterThan(0.48);
    }
  }
});

test('quality reaches the encoder', async () => {
  const bytes = await encode(tone({ sampleRate: 24000, seconds: 0.5 }), 'wav');
  const [draft, premium] = await Promise.all([
    converted(bytes, { to: 'mp3', quality: 'draft' }),
    converted(bytes, { to: 'mp3', quality: 'premium' }),
  ]);
  expect(premium.bytes.length).toBeGreaterThan(draft.bytes.length * 2);
});

test('bare mu-law gets a head', async () => {
  const bytes = new Uint8Array(1600).fill(0xff);
  const { bytes: wav } = await converted(bytes, { from: { format: 'mulaw', sampleRate: 16000 }, to: 'mulaw' });
  const pcm = await decode(wav);
  expect([pcm.sampleRate, frameCount(pcm)]).toEqual([16000, 1600]);
});

test('what is no audio is refused', async () => {
  const page = new TextEncoder().encode('<html></html>');
  await expect(converted(page, { to: 'flac' })).rejects.toMatchObject({ kind: 'foreign' });
});
