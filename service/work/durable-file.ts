// Files that are there whole or not at all, also after a loss of power. The bytes are written in a worker thread; waiting
// for the disk is done where it holds nobody up.
import { closeSync, openSync, writevSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SpeechError } from '../speech/speech-engine.ts';

const beside = (path: string): string => `${path}.part`;

/** A sentence for whoever asked, where the operating system refused a file; undefined for any other error. */
export function fileTrouble(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk of the service is full.';
  return code === '' ? undefined : `The audio file could not be written (${code}).`;
}

/** What of the pieces is left after so many bytes of them. */
function after(pieces: readonly Uint8Array[], written: number): Uint8Array[] {
  let skip = written;
  const left: Uint8Array[] = [];
  for (const piece of pieces) {
    if (skip < piece.length) left.push(piece.subarray(skip));
    skip = Math.max(0, skip - piece.length);
  }
  return left;
}

/** Writes the bytes of a file that is still to be put in its place. @returns how many they are */
export function writeBeside(path: string, pieces: readonly Uint8Array[]): number {
  const file = openSync(beside(path), 'w', 0o600);
  let size = 0;
  try {
    // The operating system takes as many at once as it likes.
    for (let left = after(pieces, 0); left.length > 0; ) {
      const written = writevSync(file, left);
      size += written;
      left = after(left, written);
    }
  } finally {
    closeSync(file);
  }
  return size;
}

async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Flushes what was written beside and puts it in its place.
 *
 * @throws SpeechError where the operating system refuses
 */
export async function putInPlace(path: string): Promise<void> {
  try {
    await flush(beside(path), 'r+');
    await rename(beside(path), path);
    // On Windows a folder can't be opened, and need not be flushed.
    if (process.platform !== 'win32') await flush(dirname(path), 'r');
  } catch (error) {
    throw new SpeechError(fileTrouble(error) ?? String(error));
  }
}
