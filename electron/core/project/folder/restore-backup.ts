// Putting a backup in the place of a database that is damaged.
import { linkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { flushFolderNow } from '../../../../node/files/flush.ts';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { readHeadNumber } from '../../../../node/sqlite/migrate.ts';
import { momentInName } from '../../../../shared/rules/backup-names.ts';
import { allBackups, backUp } from './backup.ts';
import { connectToRead, connectToUnchanging, connectToWrite } from './connection.ts';
import { bytesOf, databaseDamage } from './integrity.ts';
import { FIRST_FORMAT_WITH_MARK } from './log-record.ts';
import { asProjectError, ProjectError } from './project-error.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';
import { MARK_CLOSED, takeWriterLock } from './writing-process.ts';

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
  const lock = takeWriterLock(paths);
  const incoming = `${paths.database}.restoring`;
  try {
    const backup = allBackups(paths).find((path) => isSound(paths, path));
    if (backup === undefined) {
      const detail = 'no backup of it can be read';
      throw new ProjectError({ kind: 'damaged', path: paths.folder, detail, backup: null });
    }
    checkCompanions(paths);
    copyTo(paths, backup, incoming);
    replaceDatabase(paths, incoming, join(paths.folder, `project-damaged-${momentInName(now)}.db`));
    return backup;
  } catch (error) {
    if (paths.files.lookSync(incoming)?.isFile()) paths.files.removeSync(incoming);
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
  const lock = takeWriterLock(paths);
  const incoming = `${paths.database}.restoring`;
  try {
    const backup = allBackups(paths).find((path) => basename(path) === name);
    if (backup === undefined || !isSound(paths, backup)) {
      throw new ProjectError({
        kind: 'damaged',
        path: paths.folder,
        detail: 'this backup can’t be read',
        backup: null,
      });
    }
    checkCompanions(paths);
    // Copied before another one is made, which may push it out of those that are kept.
    copyTo(paths, backup, incoming);
    const before = backUpSound(paths, now);
    const aside = join(paths.folder, `project-damaged-${momentInName(now)}.db`);
    replaceDatabase(paths, incoming, aside);
    if (before !== null) for (const path of [aside, `${aside}-wal`]) paths.files.removeSync(path);
    return { before };
  } catch (error) {
    if (paths.files.lookSync(incoming)?.isFile()) paths.files.removeSync(incoming);
    throw asProjectError(error, paths.folder);
  } finally {
    lock.release();
  }
}

/** Backs up what stands there, with what its log holds. @returns null where it is not sound */
function backUpSound(paths: ProjectPaths, now: number): string | null {
  if (!isSound(paths, paths.database)) return null;
  const { sqlite } = connectToWrite(paths);
  try {
    sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return basename(backUp(sqlite, paths, readHeadNumber(sqlite, 'user_version'), now));
  } finally {
    sqlite.close();
  }
}

function isSound(paths: ProjectPaths, path: string): boolean {
  let sqlite: DatabaseSync | null = null;
  try {
    // A backup has nothing beside it; the database may have a log.
    sqlite = path === paths.database ? connectToRead(paths) : connectToUnchanging(paths.files, path);
    return databaseDamage(sqlite) === null;
  } catch {
    return false;
  } finally {
    sqlite?.close();
  }
}

function copyTo({ files }: ProjectPaths, from: string, to: string): void {
  files.removeSync(to);
  files.copySync(from, to);
}

/** The files beside a database that belong to it alone: they are removed when it is replaced. */
const companionsOf = ({ log, logRecord, database, seal }: ProjectPaths): string[] => [
  log,
  logRecord,
  `${database}-shm`,
  `${database}-journal`,
  seal,
];

/** Called before anything is replaced, so that a restore never stops half way. @throws UnsafeEntryError for a folder */
function checkCompanions(paths: ProjectPaths): void {
  for (const path of companionsOf(paths)) {
    if (paths.files.lookSync(path)?.isDirectory()) throw new UnsafeEntryError('not-a-file', path);
  }
}

/** The log goes with the file that it is of: it would be applied to the one that comes. */
function replaceDatabase(paths: ProjectPaths, incoming: string, aside: string): void {
  const { files, folder, database, log } = paths;
  keepAs(files, database, aside);
  if (files.lookSync(log)?.isFile() && bytesOf(files, log) > 0) keepAs(files, log, `${aside}-wal`);
  for (const path of companionsOf(paths)) files.removeSync(path);
  files.moveSync(incoming, database);
  markComplete(paths);
  flushFolderNow(folder);
}

/** The backup was made of a project that was open: it may say that a log belongs to it. */
function markComplete(paths: ProjectPaths): void {
  const { sqlite } = connectToWrite(paths);
  try {
    if (readHeadNumber(sqlite, 'user_version') >= FIRST_FORMAT_WITH_MARK) sqlite.exec(MARK_CLOSED);
  } finally {
    sqlite.close();
  }
}

/** A second name, so that there is a file under the first one at every moment; the only name where a drive has no second. */
function keepAs(files: UntrustedFolder, path: string, name: string): void {
  const found = files.lookSync(path);
  if (!found) return;
  files.removeSync(name);
  try {
    if (!found.isFile()) throw new UnsafeEntryError('not-a-file', path);
    linkSync(path, name);
  } catch {
    files.moveSync(path, name);
  }
}
