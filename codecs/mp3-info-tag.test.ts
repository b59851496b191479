import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode } from './encode.ts';
import { readMp3Frame } from './mp3-frames.ts';
import { InfoTag } from './mp3-info-tag.ts';
import { frameCount } from './pcm.ts';
import { murmur } from './testing/tones.ts';

test('in whatever pieces the stream comes, its tag is the same', async () => {
  const sound = murmur(22_050, 0.9);
  const file = await encode(sound, 'mp3');
  const size = readMp3Frame(file, 0)?.size ?? Number.NaN;
  const stream = file.subarray(size);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 700 })), (lengths) => {
      const tag = new InfoTag();
      let at = 0;
      for (const length of lengths) {
        tag.add(stream.subarray(at, at + length));
        at += length;
      }
      tag.add(stream.subarray(at));
      expect(tag.size).toBe(size);
      expect(tag.frame(frameCount(sound))).toEqual(file.slice(0, size));
    }),
  );
});
