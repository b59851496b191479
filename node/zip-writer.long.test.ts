import { expect, it } from 'vitest';
import { zipEntries } from '../packages/manuscript/formats/zip-files.ts';
import { writeZip } from './zip-writer.ts';

it('writes more files than the old format counts', async () => {
  const files = Array.from({ length: 70_000 }, (_, at) => ({
    path: String(at),
    read: () => new Uint8Array(0),
    isStored: true,
  }));
  const parts: Uint8Array[] = [];
  // Only `write` with these arguments is called.
  const target = {
    async write(bytes: Uint8Array) {
      parts.push(bytes.slice());
      return { bytesWritten: bytes.byteLength, buffer: bytes };
    },
  } as Parameters<typeof writeZip>[0];
  await writeZip(target, files);
  expect([...zipEntries(new Uint8Array(Buffer.concat(parts)))]).toHaveLength(70_000);
});
