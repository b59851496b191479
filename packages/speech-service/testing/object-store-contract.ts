// What every `ObjectStore` does. Each adapter's test calls this with a way to open an empty store.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ObjectStore } from '../ports/objects.ts';

/** Bytes that differ from position to position. */
export function sampleBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = at * 7 + (at >> 8);
  return bytes;
}

export async function contentOf(store: ObjectStore, name: string): Promise<Buffer | undefined> {
  const found = await store.open(name);
  return found && buffer(found.read(0, found.size - 1));
}

export async function namesIn(store: ObjectStore, before = Number.POSITIVE_INFINITY): Promise<string[]> {
  const names = [];
  for await (const name of store.list(before)) names.push(name);
  return names.sort();
}

/** A folder of files that are ready to be stored. */
export class RenderedFiles {
  readonly folder = mkdtempSync(join(tmpdir(), 'lectern-rendered-'));
  #count = 0;

  write(bytes: Uint8Array): string {
    this.#count += 1;
    const path = join(this.folder, `${this.#count}.mp3`);
    writeFileSync(path, bytes);
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function testObjectStore(openEmptyStore: () => Promise<ObjectStore>): void {
  let store: ObjectStore;
  let files: RenderedFiles;
  beforeEach(async () => {
    files = new RenderedFiles();
    store = await openEmptyStore();
  });
  afterEach(() => files.remove());

  test('moves a file into the store, with identical content', async () => {
    const bytes = sampleBytes(300_000);
    const path = files.write(bytes);
    await store.put('sj-1.mp3', path);
    expect(existsSync(path)).toBe(false);
    expect((await contentOf(store, 'sj-1.mp3'))?.equals(bytes)).toBe(true);
  });

  test('reads ranges', async () => {
    const bytes = sampleBytes(1000);
    await store.put('sj-1.mp3', files.write(bytes));
    for (const [start, end] of [
      [0, 0],
      [999, 999],
      [0, 999],
      [10, 19],
    ] as const) {
      const found = await store.open('sj-1.mp3');
      expect(found?.size).toBe(1000);
      expect(found && (await buffer(found.read(start, end)))).toEqual(bytes.subarray(start, end + 1));
    }
  });

  test('stores an empty file', async () => {
    await store.put('sj-1.mp3', files.write(Buffer.alloc(0)));
    const found = await store.open('sj-1.mp3');
    expect(found?.size).toBe(0);
    await found?.close();
  });

  test('changes the tag with the content', async () => {
    const tags = [];
    for (const bytes of [sampleBytes(10), sampleBytes(11)]) {
      await store.put('sj-1.mp3', files.write(bytes));
      const found = await store.open('sj-1.mp3');
      await found?.close();
      tags.push(found?.tag);
    }
    expect(tags[0]).toMatch(/^[A-Za-z0-9-]+$/);
    expect(tags[1]).toMatch(/^[A-Za-z0-9-]+$/);
    expect(tags[0]).not.toBe(tags[1]);
  });

  test('replaces an object', async () => {
    for (const length of [20, 10]) await store.put('sj-1.mp3', files.write(sampleBytes(length)));
    expect(await contentOf(store, 'sj-1.mp3')).toEqual(sampleBytes(10));
    expect(await namesIn(store)).toEqual(['sj-1.mp3']);
  });

  test('finds no object that is missing, and removes it without an error', async () => {
    expect(await store.open('sj-1.mp3')).toBeUndefined();
    await store.remove('sj-1.mp3');
    await store.put('sj-1.mp3', files.write(sampleBytes(1)));
    await store.remove('sj-1.mp3');
    expect(await store.open('sj-1.mp3')).toBeUndefined();
  });

  test('reports a local file that is missing, and stores nothing', async () => {
    await expect(store.put('sj-1.mp3', join(files.folder, 'missing.mp3'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await store.open('sj-1.mp3')).toBeUndefined();
  });

  test('lists objects that are older than a time', async () => {
    for (const name of ['sj-1.mp3', 'sj-2_b.wav']) await store.put(name, files.write(sampleBytes(1)));
    const day = 24 * 3600 * 1000;
    expect(await namesIn(store)).toEqual(['sj-1.mp3', 'sj-2_b.wav']);
    expect(await namesIn(store, Date.now() + day)).toEqual(['sj-1.mp3', 'sj-2_b.wav']);
    expect(await namesIn(store, Date.now() - day)).toEqual([]);
  });

  test('stores many files at once', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `sj-${at}.mp3`);
    await Promise.all(names.map((name, at) => store.put(name, files.write(sampleBytes(1000 + at)))));
    expect(await namesIn(store)).toEqual(names.sort());
    expect(await contentOf(store, 'sj-59.mp3')).toEqual(sampleBytes(1059));
  });

  describe.each(['', '.', '..', '../sj-1.mp3', '/etc/passwd', 'a/b.mp3', 'a\\b.mp3', '.hidden', 'ü.mp3', 'a\0.mp3'])(
    'the name %j',
    (name) => {
      test('is refused', async () => {
        const path = files.write(sampleBytes(1));
        await expect(store.put(name, path)).rejects.toThrow('can’t be the name of an object');
        expect(existsSync(path)).toBe(true);
        await expect(store.open(name)).rejects.toThrow('can’t be the name of an object');
        await expect(store.remove(name)).rejects.toThrow('can’t be the name of an object');
      });
    },
  );
}
