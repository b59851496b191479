// A file that is needed for a while only, in the system's folder for temporary files.
import { randomUUID } from 'node:crypto';
import { open, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IncomingFile, type SpillFile } from './incoming-file.ts';

/** Beyond a few megabytes the bytes are in a file that no other user can open. */
export const scratchFile = (mostInMemory?: number): IncomingFile => new IncomingFile(openScratch, mostInMemory);

async function openScratch(): Promise<SpillFile> {
  const path = join(tmpdir(), `lectern-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  // A file without a name goes when its process does. A system that keeps the name of an open file loses it on `remove`.
  await unlink(path).catch(() => {});
  return { handle, path, remove: () => rm(path, { force: true }) };
}
