import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CoverError, coverState, readCover, writeCover } from './cover.ts';
import { jpegPicture, pngPicture } from './testing/pictures.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-cover-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PICTURES = {
  png: { name: 'cover.png', bytes: pngPicture(640, 480) },
  jpeg: { name: 'cover.jpg', bytes: jpegPicture(640, 480) },
} as const;

describe.each(['png', 'jpeg'] as const)('a %s as a cover', (format) => {
  const { name, bytes } = PICTURES[format];

  it('is what its bytes say', async () => {
    await writeCover(folder, bytes);
    expect(await coverState(folder)).toEqual({
      figures: { format, width: 640, height: 480, sizeBytes: bytes.length },
      isDamaged: false,
    });
    expect(bytes.equals((await readCover(folder)) ?? new Uint8Array())).toBe(true);
  });

  it('may have something behind its end', async () => {
    await writeCover(folder, Buffer.concat([bytes, Buffer.from('made by a camera')]));
    expect(await coverState(folder)).toMatchObject({ isDamaged: false });
  });

  it('is refused wherever it is cut off, and is damaged where it is cut off afterwards', async () => {
    const broken = new CoverError('format');
    for (let length = 2; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length);
      await expect(writeCover(folder, cut), String(length)).rejects.toEqual(broken);
    }
    for (const cut of [bytes.subarray(0, -2), Buffer.concat([bytes.subarray(0, -12), Buffer.alloc(12)])]) {
      writeFileSync(join(folder, name), cut);
      expect(await coverState(folder)).toEqual({ figures: null, isDamaged: true });
      expect(await readCover(folder)).toBeNull();
    }
  });
});

it('is damaged where it is no picture at all, and is none where there is no file', async () => {
  expect(await coverState(folder)).toEqual({ figures: null, isDamaged: false });
  writeFileSync(join(folder, 'cover.jpg'), 'no picture');
  expect(await coverState(folder)).toEqual({ figures: null, isDamaged: true });
});

it('is damaged where a part of a PNG is not what it was', async () => {
  const bytes = Buffer.from(PICTURES.png.bytes);
  bytes.writeUInt8(bytes.readUInt8(50) ^ 1, 50);
  writeFileSync(join(folder, 'cover.png'), bytes);
  expect(await coverState(folder)).toEqual({ figures: null, isDamaged: true });
});
