import { linkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { flushFolderSync } from '../../../../node/files/flush.ts';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { readHeaderNumber } from '../../../../node/sqlite/migrate.ts';
import { formatBackupTime } from '../../../../shared/rules/backup-names.ts';
import { allBackups, backUp } from './backup.ts';
import { connectToRead, connectToUnmodified, connectToWrite } from './connection.ts';
import { bytesOf, databaseDamage } from './integrity.ts';
import { asProjectError, ProjectError } from './project-error.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';
import { MARK_CLOSED, takeWriterLock } from './writing-process.ts';

/** Restores the latest intact backup; the old database becomes `project-damaged-<moment>.db`. @throws ProjectError */
export function restoreBackup(dir: string, now: number): string {
  const paths = projectPaths(resolve(dir));
  const lock = takeWriterLock(paths);
  const incoming = `${paths.database}.restoring`;
  try {
    const backup = allBackups(paths).find((path) => isIntact(paths, path));
    if (backup === undefined) {
      throw new ProjectError({ kind: 'damaged', path: paths.folder, damage: { kind: 'no-backup' }, backup: null });
    }
    checkCompanions(paths);
    copyTo(paths, backup, incoming);
    replaceDatabase(paths, incoming, join(paths.folder, `project-damaged-${formatBackupTime(now)}.db`));
    return backup;
  } catch (error) {
    if (paths.files.statSync(incoming)?.isFile()) paths.files.removeSync(incoming);
    throw asProjectError(error, paths.folder);
  } finally {
    lock.release();
  }
}

export interface RestoredBackup {
  /** The backup of the previous database; null if that database was damaged and has been set aside instead. */
  readonly before: string | null;
}

/**
 * Restores a chosen backup. First backs up the current database, or sets it aside if it is damaged.
 * @throws ProjectError
 */
export function restoreChosenBackup(dir: string, name: string, now: number): RestoredBackup {
  const paths = projectPaths(resolve(dir));
  const lock = takeWriterLock(paths);
  const incoming = `${paths.database}.restoring`;
  try {
    const backup = allBackups(paths).find((path) => basename(path) === name);
    if (backup === undefined || !isIntact(paths, backup)) {
      throw new ProjectError({
        kind: 'damaged',
        path: paths.folder,
        damage: { kind: 'unreadable-backup' },
        backup: null,
      });
    }
    checkCompanions(paths);
    // Copy the chosen backup first, because making another backup might delete it.
    copyTo(paths, backup, incoming);
    const before = backUpIfIntact(paths, now);
    const aside = join(paths.folder, `project-damaged-${formatBackupTime(now)}.db`);
    replaceDatabase(paths, incoming, aside);
    if (before !== null) for (const path of [aside, `${aside}-wal`]) paths.files.removeSync(path);
    return { before };
  } catch (error) {
    if (paths.files.statSync(incoming)?.isFile()) paths.files.removeSync(incoming);
    throw asProjectError(error, paths.folder);
  } finally {
    lock.release();
  }
}

function backUpIfIntact(paths: ProjectPaths, now: number): string | null {
  if (!isIntact(paths, paths.database)) return null;
  const { sqlite } = connectToWrite(paths);
  try {
    sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return basename(backUp(sqlite, paths, readHeaderNumber(sqlite, 'user_version'), now));
  } finally {
    sqlite.close();
  }
}

function isIntact(paths: ProjectPaths, path: string): boolean {
  let sqlite: DatabaseSync | null = null;
  try {
    // Backups never have a log.
    sqlite = path === paths.database ? connectToRead(paths) : connectToUnmodified(paths.files, path);
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

const companionFiles = ({ log, logRecord, database, seal }: ProjectPaths): string[] => [
  log,
  logRecord,
  `${database}-shm`,
  `${database}-journal`,
  seal,
];

/** Runs before anything is replaced, so an error here can't leave the project half restored. */
function checkCompanions(paths: ProjectPaths): void {
  for (const path of companionFiles(paths)) {
    if (paths.files.statSync(path)?.isDirectory()) throw new UnsafeEntryError('not-a-file', path);
  }
}

/** Move the log along with its database; otherwise, SQLite would apply it to the new database. */
function replaceDatabase(paths: ProjectPaths, incoming: string, backupName: string): void {
  const { files, folder, database, log } = paths;
  setAside(files, database, backupName);
  if (files.statSync(log)?.isFile() && bytesOf(files, log) > 0) setAside(files, log, `${backupName}-wal`);
  for (const path of companionFiles(paths)) files.removeSync(path);
  files.moveSync(incoming, database);
  markComplete(paths);
  flushFolderSync(folder);
}

/** A backup of an open project might look incomplete, because it has no write-ahead log. */
function markComplete(paths: ProjectPaths): void {
  const { sqlite } = connectToWrite(paths);
  try {
    sqlite.exec(MARK_CLOSED);
  } finally {
    sqlite.close();
  }
}

/** Uses a hard link so that the original path always has a file, or moves the file if links aren't supported. */
function setAside(files: UntrustedFolder, path: string, name: string): void {
  const found = files.statSync(path);
  if (!found) return;
  files.removeSync(name);
  try {
    if (!found.isFile()) throw new UnsafeEntryError('not-a-file', path);
    linkSync(path, name);
  } catch {
    files.moveSync(path, name);
  }
}
