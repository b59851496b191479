import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { RenderedFiles, sampleBytes, testObjectStore } from '../testing/object-store-contract.ts';
import { FolderObjects } from './folder-objects.ts';

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-objects-'));
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('objects in a folder', () => {
  testObjectStore(async () => new FolderObjects(newFolder()));

  test('leaves a file that was rendered in its place', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'sj-1.mp3'), 'x');
    await new FolderObjects(folder).put('sj-1.mp3', join(folder, 'sj-1.mp3'));
    expect(existsSync(join(folder, 'sj-1.mp3'))).toBe(true);
  });

  test('keeps the local file if the folder can’t be written', async () => {
    const files = new RenderedFiles();
    const folder = join(files.folder, 'gone');
    const path = files.write(sampleBytes(10));
    const store = new FolderObjects(folder);
    await expect(store.put('sj-1.mp3', path)).rejects.toThrow(`The storage folder ${folder} can’t be written (ENOENT)`);
    expect(existsSync(path)).toBe(true);
    mkdirSync(folder);
    await store.put('sj-1.mp3', path);
    expect(existsSync(join(folder, 'sj-1.mp3'))).toBe(true);
    files.remove();
  });
});
