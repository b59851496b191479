// A lock that the operating system releases automatically: an exclusive transaction on a SQLite file that is never
// written.
import type { Stats } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { UnsafeEntryError } from '../files/file-errors.ts';
import type { UntrustedFolder } from '../files/untrusted-folder.ts';
import { checkDatabaseFiles } from './database-files.ts';
import { busyError, isBusy } from './sqlite-codes.ts';

/**
 * Takes a lock and returns a function that releases it. Nothing else in this process may open the file, because closing
 * it would release the lock.
 * @throws UnsafeEntryError if the path isn't a lock file; SQLite errors, which are `isBusy` while the lock is held
 */
export function takeLock(folder: UntrustedFolder, path: string): () => void {
  checkLockFile(folder, path);
  const connection = folder.withinSync(path, (place) => new DatabaseSync(place, { timeout: 0, defensive: true }));
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => connection.close();
  } catch (error) {
    connection.close();
    throw error;
  }
}

const MAX_ATTEMPTS = 20;

/**
 * Takes a lock on a file that is created if necessary and removed on release. A killed process's lock file is reused.
 */
export function takeTemporaryLock(folder: UntrustedFolder, path: string): () => void {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    createEmptyFile(folder, path);
    const before = folder.statSync(path);
    const release = takeLock(folder, path);
    let isLasting = false;
    try {
      // The previous holder may have removed the file that was just locked, in which case the next process would lock a
      // different file.
      isLasting = isSameFile(before, folder.statSync(path));
    } finally {
      if (!isLasting) release();
    }
    if (isLasting) return () => removeAndRelease(folder, path, release);
  }
  throw busyError(`“${path}” is removed again and again`);
}

/**
 * Creates the lock file in advance, to know its identity. Ignores errors, because SQLite reports any problem with the
 * path.
 */
function createEmptyFile(folder: UntrustedFolder, path: string): void {
  try {
    folder.writeNewSync(path, '');
  } catch {
    // The file exists or can't be created.
  }
}

const isSameFile = (a: Stats | null, b: Stats | null): boolean =>
  a !== null && b !== null && a.ino === b.ino && a.dev === b.dev && a.birthtimeMs === b.birthtimeMs;

/** Removes the file while it is locked, or right after releasing it on systems that can't remove open files. */
function removeAndRelease(folder: UntrustedFolder, path: string, release: () => void): void {
  const isRemoved = removeEmptyFile(folder, path);
  release();
  if (!isRemoved) removeEmptyFile(folder, path);
}

function removeEmptyFile(folder: UntrustedFolder, path: string): boolean {
  try {
    if (folder.statSync(path)?.size === 0) folder.removeSync(path);
    return true;
  } catch {
    // Ignore the error, because an empty lock file does no harm.
    return false;
  }
}

/** Returns whether a process currently holds a lock, without disturbing it. */
export function isLocked(folder: UntrustedFolder, path: string): boolean {
  let connection: DatabaseSync | null = null;
  try {
    checkLockFile(folder, path);
    const options = { timeout: 0, readOnly: true, defensive: true };
    connection = folder.withinSync(path, (place) => new DatabaseSync(place, options));
    connection.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    connection?.close();
  }
}

function checkLockFile(folder: UntrustedFolder, path: string): void {
  checkDatabaseFiles(folder, path, 'read');
  const found = folder.statSync(path);
  // SQLite only locks an empty file, but can write to the header of any other file.
  if (found && found.size > 0 && found.nlink > 1) throw new UnsafeEntryError('hard-link', path);
}
