// Putting a backup in the place of a database that is damaged.
import { copyFileSync, linkSync, renameSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { momentInName } from '../../../shared/rules/backup-names.ts';
import { allBackups, backUp } from './backup.ts';
import { connectToWrite } from './connection.ts';
import { flushFile, flushFolderNow } from './flush.ts';
import { bytesOf, databaseDamage } from './integrity.ts';
import { checkFormat } from './migrate.ts';
import { MIGRATIONS } from './migrations/all-migrations.ts';
import { ProjectError } from './project-error.ts';
import { asProjectError } from './project-failure.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';
import { takeWriterLock } from './writer-lock.ts';

/**
 * Puts the latest backup that is sound in the place of a project's database. What stood there is set aside beside it, as
 * `project-damaged-<moment>.db`; takes stay where they are.
 *
 * @param now milliseconds since the epoch, for the name of what is set aside
 * @returns the path of the backup
 * @throws ProjectError `in-use`; `damaged` where no backup is sound; `disk-full`, `read-only`. Nothing was changed then.
 */
export function restoreBackup(dir: string, now: number): string {
  const paths = projectPaths(resolve(dir));
  const lock = takeWriterLock(paths.lock, paths.folder);
  const incoming = `${paths.database}.restoring`;
  try {
    const backup = allBackups(paths.backups).find((path) => isSound(path, paths.folder));
    if (backup === undefined) {
      const detail = 'no backup of it can be read';
      throw new ProjectError({ kind: 'damaged', path: paths.folder, detail, backup: null });
    }
    copyFileSync(backup, incoming);
    flushFile(incoming);
    replaceDatabase(paths, incoming, join(paths.folder, `project-damaged-${momentInName(now)}.db`));
    return backup;
  } catch (error) {
    rmSync(incoming, { force: true });
    throw asProjectError(error, paths.folder);
  } finally {
    lock.release();
  }
}

export interface Restored {
  /** The backup that was made of what stood there before, by its name; null where that can't be read and was set aside. */
  readonly before: string | null;
}

/**
 * Puts a backup of the producer's choice in the place of a project's database. What stood there is backed up first, so that
 * it can be put back the same way; where it is damaged it is set aside, as `restoreBackup` does. Takes stay where they are.
 *
 * @param name of the backup among those of the project
 * @param now milliseconds since the epoch
 * @throws ProjectError `in-use`; `damaged` where this backup is not sound; `disk-full`, `read-only`. The project is as it
 *   was then.
 */
export function restoreChosenBackup(dir: string, name: string, now: number): Restored {
  const paths = projectPaths(resolve(dir));
  const lock = takeWriterLock(paths.lock, paths.folder);
  const incoming = `${paths.database}.restoring`;
  try {
    const backup = allBackups(paths.backups).find((path) => basename(path) === name);
    if (backup === undefined || !isSound(backup, paths.folder)) {
      throw new ProjectError({
        kind: 'damaged',
        path: paths.folder,
        detail: 'this backup can’t be read',
        backup: null,
      });
    }
    // Copied before another one is made, which may push it out of those that are kept.
    copyFileSync(backup, incoming);
    flushFile(incoming);
    const before = backUpSound(paths, now);
    const aside = join(paths.folder, `project-damaged-${momentInName(now)}.db`);
    replaceDatabase(paths, incoming, aside);
    if (before !== null) for (const path of [aside, `${aside}-wal`]) rmSync(path, { force: true });
    return { before };
  } catch (error) {
    rmSync(incoming, { force: true });
    throw asProjectError(error, paths.folder);
  } finally {
    lock.release();
  }
}

/** Backs up what stands there, with what its log holds. @returns null where it is not sound */
function backUpSound(paths: ProjectPaths, now: number): string | null {
  if (!isSound(paths.database, paths.folder)) return null;
  const { sqlite } = connectToWrite(paths);
  try {
    sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const version = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    return basename(backUp(sqlite, paths.backups, version, now));
  } finally {
    sqlite.close();
  }
}

function isSound(path: string, folder: string): boolean {
  let sqlite: DatabaseSync | null = null;
  try {
    sqlite = new DatabaseSync(path, { readOnly: true });
    const version = checkFormat(sqlite, folder, MIGRATIONS.at(-1)?.version ?? 0);
    return version > 0 && databaseDamage(sqlite) === null;
  } catch {
    return false;
  } finally {
    sqlite?.close();
  }
}

/** The log goes with the file that it is of: it would be applied to the one that comes. */
function replaceDatabase(paths: ProjectPaths, incoming: string, aside: string): void {
  keepAs(paths.database, aside);
  if (bytesOf(paths.log) > 0) keepAs(paths.log, `${aside}-wal`);
  rmSync(paths.log, { force: true });
  rmSync(`${paths.database}-shm`, { force: true });
  rmSync(paths.seal, { force: true });
  renameSync(incoming, paths.database);
  flushFolderNow(paths.folder);
}

/** A second name, so that there is a file under the first one at every moment; the only name where a drive has no second. */
function keepAs(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    renameSync(path, name);
  }
}
