// Reads files of unknown type safely: opening a pipe would block, and a device may never end.

import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { errorCode, UnsafeEntryError } from './file-errors.ts';

/** `follow` is for paths given by the user, `refuse` for entries in a folder. */
export type LinkPolicy = 'follow' | 'refuse';

// Windows has neither flag; the check before opening compensates.
const NON_BLOCKING = constants.O_NONBLOCK ?? 0;
const NO_LINK = constants.O_NOFOLLOW ?? 0;

const readFlags = (links: LinkPolicy): number => constants.O_RDONLY | NON_BLOCKING | (links === 'refuse' ? NO_LINK : 0);

export function checkIsFile(stats: Stats, path: string): void {
  if (stats.isSymbolicLink()) throw new UnsafeEntryError('link', path);
  if (!stats.isFile()) throw new UnsafeEntryError('not-a-file', path);
}

/** Opens a regular file for reading. Throws UnsafeEntryError `link` or `not-a-file`. */
export async function openRegularFile(path: string, links: LinkPolicy): Promise<FileHandle> {
  // Check before opening, because opening a device can have side effects, and afterwards, because the file may have
  // been replaced.
  checkIsFile(await (links === 'refuse' ? lstat(path) : stat(path)), path);
  const file = await open(path, readFlags(links)).catch((error: unknown) => {
    throw asLinkError(error, path);
  });
  try {
    checkIsFile(await file.stat(), path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function asLinkError(error: unknown, path: string): unknown {
  const isLink = errorCode(error) === 'ELOOP';
  return isLink ? new UnsafeEntryError('link', path, error) : error;
}

/** Reads a file up to its size when opened. Throws UnsafeEntryError `link`, `not-a-file` or `too-large`. */
export async function readRegularFile(path: string, maxBytes: number, links: LinkPolicy): Promise<Buffer> {
  const file = await openRegularFile(path, links);
  try {
    const { size } = await file.stat();
    if (size > maxBytes) throw new UnsafeEntryError('too-large', path);
    // Read one more byte, because files in /proc report a size of 0 and errors only occur when reading.
    const bytes = Buffer.allocUnsafe(size + 1);
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, Math.min(at, size));
  } finally {
    await file.close();
  }
}

/** Like `readRegularFile`. If `part` is given, only reads the last `part.last` bytes of the file. */
export function readRegularFileSync(
  path: string,
  maxBytes: number,
  links: LinkPolicy,
  part: { readonly last: number } = { last: Number.POSITIVE_INFINITY },
): Buffer {
  checkIsFile(links === 'refuse' ? lstatSync(path) : statSync(path), path);
  const file = openForReading(path, links);
  try {
    const found = fstatSync(file);
    checkIsFile(found, path);
    if (found.size > maxBytes) throw new UnsafeEntryError('too-large', path);
    const from = Math.max(0, found.size - part.last);
    const bytes = Buffer.allocUnsafe(found.size - from);
    let at = 0;
    while (at < bytes.length) {
      const bytesRead = readSync(file, bytes, at, bytes.length - at, from + at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  } finally {
    closeSync(file);
  }
}

function openForReading(path: string, links: LinkPolicy): number {
  try {
    return openSync(path, readFlags(links));
  } catch (error) {
    throw asLinkError(error, path);
  }
}

const CHUNK_BYTES = 1024 ** 2;

/** Reads an open file from its start. Each part is valid until the next one. */
export async function* readChunks(file: FileHandle): AsyncGenerator<Uint8Array> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}

export async function hashFile(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of readChunks(file)) hash.update(part);
  return hash.digest('hex');
}
