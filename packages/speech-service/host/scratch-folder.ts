import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';
import { takeLock } from '../../../node/sqlite/exclusive-lock.ts';
import { isBusy } from '../../../node/sqlite/sqlite-codes.ts';

const MAX_ATTEMPTS = 10;

/** A temporary folder for a single process. */
export interface ScratchFolder {
  readonly path: string;
  remove(): void;
}

/**
 * Creates a folder, and removes the folders of killed processes. A process holds a lock on its folder, so a folder is only
 * removed if its process has ended. This also works if containers share their temporary folder.
 * @param kind part of the folder's name
 */
export function createScratchFolder(kind: string, parent: string = tmpdir()): ScratchFolder {
  const prefix = `lectern-${kind}-`;
  removeAbandoned(parent, prefix);
  for (let attempt = 1; ; attempt += 1) {
    const path = mkdtempSync(join(parent, prefix));
    const release = lock(path);
    // Before the folder was locked, another process may have mistaken it for an abandoned one.
    if (release !== undefined && existsSync(lockFile(path))) {
      return { path, remove: () => removeLocked(path, release) };
    }
    release?.();
    if (attempt === MAX_ATTEMPTS) throw new Error(`The folder ${path} can’t be locked.`);
  }
}

const lockFile = (folder: string): string => join(folder, 'lock.db');

/** Returns undefined if another process holds the lock, or the folder is gone. */
function lock(folder: string): (() => void) | undefined {
  try {
    return takeLock(new UntrustedFolder(folder), lockFile(folder));
  } catch (error) {
    if (isBusy(error) || !existsSync(folder)) return undefined;
    throw error;
  }
}

function removeAbandoned(parent: string, prefix: string): void {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(prefix))) {
    try {
      const path = join(parent, name);
      // A folder without a lock file is still being created.
      const release = existsSync(lockFile(path)) ? lock(path) : undefined;
      if (release !== undefined) removeLocked(path, release);
    } catch {
      // For example, the folder belongs to another user.
    }
  }
}

/** Removes the folder while it is locked. On systems that can't remove open files, removes the rest after unlocking it. */
function removeLocked(path: string, release: () => void): void {
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  try {
    remove();
    release();
  } catch {
    release();
    remove();
  }
}
