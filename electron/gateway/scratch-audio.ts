import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { replaceFile, writeAll } from '../../node/files/durable-write.ts';
import { IncomingFile } from '../../node/files/incoming-file.ts';

/** A complete, flushed file. `size` is in bytes. */
export interface ScratchFile {
  readonly path: string;
  readonly size: number;
}

const newPath = (folder: string): string => join(folder, randomUUID());

/** Creates a file for audio that arrives in chunks. Callers must discard it. */
export function createIncoming(folder: string, expectedBytes: number | undefined): IncomingFile {
  const openSpill = async () => {
    const path = newPath(folder);
    return { handle: await open(path, 'wx+', 0o600), path, remove: () => rm(path, { force: true }) };
  };
  return new IncomingFile(openSpill, undefined, expectedBytes);
}

export async function keepIncoming(folder: string, incoming: IncomingFile): Promise<ScratchFile> {
  const { at, position: size } = incoming;
  const path = newPath(folder);
  if (at instanceof Uint8Array) await replaceFile(path, at);
  else await incoming.settle((partial) => rename(partial, path));
  return { path, size };
}

export async function keepStream(folder: string, content: Readable): Promise<ScratchFile> {
  const path = newPath(folder);
  let size = 0;
  await replaceFile(path, async (file) => {
    for await (const chunk of content) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('A stored file is read as bytes.');
      await writeAll(file, chunk, size);
      size += chunk.byteLength;
    }
  });
  return { path, size };
}
