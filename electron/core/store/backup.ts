// Copies of the database beside it: made before its format changes, and one a day (routine-backup.ts).
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { backupName } from '../../../shared/rules/backup-names.ts';
import { flushFile, flushFolderNow } from './flush.ts';

/** So many of the latest backups are kept. */
const BACKUPS_KEPT = 5;
const SUFFIX = '.db';
const PARTIAL = '.partial';

/**
 * Copies a database as it is at this moment, flushed to the disk, and lets go of all but the latest five backups.
 *
 * @param sqlite the database, with no transaction open
 * @param folder where backups lie; made where it is missing
 * @param version the format version of the copy, for its name
 * @param now milliseconds since the epoch, for its name
 * @returns the path of the backup
 */
export function backUp(sqlite: DatabaseSync, folder: string, version: number, now: number): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, backupName(now, version));
  const partial = path + PARTIAL;
  rmSync(partial, { force: true });
  try {
    sqlite.prepare('VACUUM INTO ?').run(partial);
    flushFile(partial);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  flushFolderNow(folder);
  for (const old of backupNames(folder).slice(0, -BACKUPS_KEPT)) rmSync(join(folder, old), { force: true });
  return path;
}

/** The path of the latest backup, or null where there is none. */
export function latestBackup(folder: string): string | null {
  const name = backupNames(folder).at(-1);
  return name === undefined ? null : join(folder, name);
}

/** The paths of all backups, the latest first. */
export function allBackups(folder: string): string[] {
  return backupNames(folder)
    .toReversed()
    .map((name) => join(folder, name));
}

/** Removes what a process that ended in the midst of making a backup left. */
export function sweepPartialBackups(folder: string): void {
  for (const name of namesIn(folder)) if (name.endsWith(PARTIAL)) rmSync(join(folder, name), { force: true });
}

/** Oldest first: the names begin with the moment. */
function backupNames(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .sort();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
