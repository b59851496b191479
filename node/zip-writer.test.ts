import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpackEntry, zipEntries } from '../packages/manuscript/formats/zip-files.ts';
import { writeZip, type ZipFile } from './zip-writer.ts';

async function zipOf(files: readonly ZipFile[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  // Only `write` with these arguments is called. It writes seven bytes at a time, as on a disk that is almost full.
  const target = {
    async write(bytes: Uint8Array, from: number) {
      parts.push(bytes.slice(from, from + 7));
      return { bytesWritten: Math.min(7, bytes.byteLength - from), buffer: bytes };
    },
  } as Parameters<typeof writeZip>[0];
  await writeZip(target, files);
  return new Uint8Array(Buffer.concat(parts));
}

const text = (path: string, content: string, isStored = false): ZipFile => ({
  path,
  read: () => Buffer.from(content),
  isStored,
});

describe('a ZIP file', () => {
  const files = [
    text('mimetype', 'application/epub+zip', true),
    text('EPUB/日本 é.xhtml', 'word '.repeat(1_000)),
    text('EPUB/empty.css', ''),
  ];

  it('starts with the plain content of a stored first file, as EPUB requires', async () => {
    const bytes = Buffer.from(await zipOf(files));
    expect(bytes.toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip');
  });

  it('is read by other programs, with checksums and names', async () => {
    const bytes = await zipOf(files);
    expect(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, Buffer.from(content).toString()])).toEqual([
      ['mimetype', 'application/epub+zip'],
      ['EPUB/日本 é.xhtml', 'word '.repeat(1_000)],
      ['EPUB/empty.css', ''],
    ]);
    for (const entry of zipEntries(bytes)) expect(unpackEntry(bytes, entry, 10_000)?.isConsistent).toBe(true);
    expect(bytes.byteLength).toBeLessThan(700);
  });
});
