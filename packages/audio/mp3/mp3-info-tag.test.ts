import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode } from '../codecs/encode.ts';
import { frameCount } from '../codecs/pcm.ts';
import { murmur } from '../testing/tones.ts';
import { readMp3Frame } from './mp3-frames.ts';
import { InfoTag } from './mp3-info-tag.ts';

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

/** CRC-16/ARC bit by bit, as its definition has it. */
function crc16(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 0 ? value >> 1 : (value >> 1) ^ 0xa001;
  }
  return value;
}

test('its checksums are those of the sound and of the tag itself', async () => {
  const file = await encode(murmur(22_050, 0.9), 'mp3');
  const frame = readMp3Frame(file, 0);
  const extension = (frame?.tagOffset ?? Number.NaN) + 120;
  const view = new DataView(file.buffer, file.byteOffset);
  expect(view.getUint16(extension + 32)).toBe(crc16(file.subarray(frame?.size)));
  expect(view.getUint16(extension + 34)).toBe(crc16(file.subarray(0, extension + 34)));
});
