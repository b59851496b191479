import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namesIn } from '../testing/object-store-contract.ts';
import { openStorage } from './shared-storage.ts';

let folder = '';
const open = (address: string) => openStorage(address, join(folder, 'scratch'));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-storage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a storage address', () => {
  test('can be the path of a folder', async () => {
    mkdirSync(join(folder, 'audio'));
    writeFileSync(join(folder, 'audio/sj-1.mp3'), 'x');
    expect(await namesIn((await open(folder)).objects)).toEqual(['sj-1.mp3']);
  });

  test('isn’t created if the folder doesn’t exist, for example because a drive isn’t mounted', async () => {
    const missing = join(folder, 'drive');
    await expect(open(missing)).rejects.toThrow(
      `The storage folder ${missing} doesn’t exist: create it, or mount its drive.`,
    );
  });

  test('is rejected if it is a file', async () => {
    await expect(open(join(folder, 'audio/sj-1.mp3'))).rejects.toThrow('is a file: enter a folder');
  });

  test.each([
    ['', 'is empty'],
    ['https://store.example/takes', 'starts with https://: use s3:// or the path of a folder'],
    ['gs://takes', 'starts with gs://'],
    ['s3://', 'has no bucket'],
  ])('is refused: %j', async (address, message) => {
    await expect(open(address)).rejects.toThrow(message);
  });
});
