import { closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { errorCode } from './file-errors.ts';

// Windows and some drives can't flush folders; they either save file names without being asked or give no guarantee.
const FLUSH_UNSUPPORTED_CODES = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF']);

// Opens only folders, because opening a pipe would block.
const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);

export function flushFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Flushes a folder if possible, so that new and renamed files in it survive a power failure. */
export async function flushFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, FOLDER_FLAGS);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isFlushUnsupported(error)) throw error;
  }
}

export function flushFolderSync(path: string): void {
  try {
    const handle = openSync(path, FOLDER_FLAGS);
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!isFlushUnsupported(error)) throw error;
  }
}

function isFlushUnsupported(error: unknown): boolean {
  return FLUSH_UNSUPPORTED_CODES.has(errorCode(error) ?? '');
}
