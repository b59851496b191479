// A lock that the operating system releases: an exclusive transaction on a SQLite file that is never written.
import type { Stats } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { UnsafeEntryError } from '../files/file-errors.ts';
import type { UntrustedFolder } from '../files/untrusted-folder.ts';
import { checkDatabaseFiles } from './database-files.ts';
import { busyError, isBusy } from './sqlite-codes.ts';

/**
 * Takes a lock. The file must not be opened by anything else in this process: closing it would drop the lock.
 *
 * @param path the lock's file, made where there is none; it stays, empty
 * @returns gives the lock back
 * @throws UnsafeEntryError where something else stands there; what SQLite says, which is `isBusy` while another process
 *   (or this one) holds the lock
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

/** How often a lock is tried whose file goes as it is taken. */
const MOST_TRIES = 20;

/**
 * Takes a lock whose file goes when it is given back. The file of a process that was killed is taken over, and goes too.
 *
 * @throws as `takeLock`
 */
export function takePassingLock(folder: UntrustedFolder, path: string): () => void {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    makeEmpty(folder, path);
    const before = folder.lookSync(path);
    const release = takeLock(folder, path);
    let isLasting = false;
    try {
      // The holder before may have removed the file that is locked now: the next process would lock another one.
      isLasting = isSameFile(before, folder.lookSync(path));
    } finally {
      if (!isLasting) release();
    }
    if (isLasting) return () => removeAndRelease(folder, path, release);
  }
  throw busyError(`“${path}” is removed again and again`);
}

/** So that it is known which file is locked. What is wrong with the place is told by SQLite. */
function makeEmpty(folder: UntrustedFolder, path: string): void {
  try {
    folder.writeNewSync(path, '');
  } catch {
    // It is there, or can't be made.
  }
}

const isSameFile = (a: Stats | null, b: Stats | null): boolean =>
  a !== null && b !== null && a.ino === b.ino && a.dev === b.dev && a.birthtimeMs === b.birthtimeMs;

/** The file goes while it is locked; where a system keeps files that are open, right after that. */
function removeAndRelease(folder: UntrustedFolder, path: string, release: () => void): void {
  const isRemoved = removeEmpty(folder, path);
  release();
  if (!isRemoved) removeEmpty(folder, path);
}

function removeEmpty(folder: UntrustedFolder, path: string): boolean {
  try {
    if (folder.lookSync(path)?.size === 0) folder.removeSync(path);
    return true;
  } catch {
    // An empty file that stays does no harm.
    return false;
  }
}

/** Whether some process holds a lock at this moment. Asking doesn't disturb the holder. */
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
  const found = folder.lookSync(path);
  // An empty file is only locked; of another one SQLite may write the head.
  if (found && found.size > 0 && found.nlink > 1) throw new UnsafeEntryError('hard-link', path);
}
