// Making sure that what was written is on the disk.
import { closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { errorCode } from './file-errors.ts';

// Some systems (Windows) and drives can't flush a folder; they keep names safe on their own, or not at all.
const CANNOT_FLUSH = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF']);

// Something other than a folder is not opened: a pipe would make this wait.
const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);

/** Flushes a file to the disk. */
export function flushFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Flushes a folder, so that the names made in it outlast a power cut; does nothing where a folder can't be flushed. */
export async function flushFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, FOLDER_FLAGS);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!cannotFlush(error)) throw error;
  }
}

/** The same, at once. */
export function flushFolderNow(path: string): void {
  try {
    const handle = openSync(path, FOLDER_FLAGS);
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!cannotFlush(error)) throw error;
  }
}

function cannotFlush(error: unknown): boolean {
  return CANNOT_FLUSH.has(errorCode(error) ?? '');
}
