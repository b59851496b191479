// A backup a day, so that a damaged project can be given back as it was not long ago.
import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backupMoment } from '../../../../shared/rules/backup-names.ts';
import { backUp, latestBackup, sweepPartialBackups } from './backup.ts';
import { connectToRead } from './connection.ts';
import { bytesOf } from './integrity.ts';
import { asProjectError } from './project-failure.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';

/** A project is backed up again after this long. Milliseconds. */
const BACKUP_EVERY_MS = 24 * 60 * 60 * 1_000;
/** The drive must have room for this many times the project's database: a backup never takes the last of it. */
const ROOM_FACTOR = 3;

/** Whether a project has no backup of today. @param now milliseconds since the epoch */
export function isBackupDue(dir: string, now: number): boolean {
  const latest = latestBackup(projectPaths(resolve(dir)));
  const madeAt = latest === null ? null : backupMoment(latest);
  // One of the future was made under a clock that was wrong.
  return madeAt === null || madeAt > now || now - madeAt >= BACKUP_EVERY_MS;
}

/**
 * Copies the database of a project that is open to write, over a connection of its own, so that a writer does not
 * wait. The project must keep a write-ahead log (`Project.isReadBeside`). Slow: not for the thread that edits.
 *
 * @param now milliseconds since the epoch
 * @param bytesFree of the drive; asked of the system unless given
 * @returns the path of the backup; null where the drive lacks room for it
 * @throws ProjectError
 */
export function backUpBeside(dir: string, now: number, bytesFree = bytesFreeAt): string | null {
  const paths = projectPaths(resolve(dir));
  try {
    sweepPartialBackups(paths);
    if (bytesFree(paths.folder) < ROOM_FACTOR * databaseBytes(paths)) return null;
    const sqlite = connectToRead(paths);
    try {
      const version = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
      return backUp(sqlite, paths, version, now);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    throw asProjectError(error, paths.folder);
  }
}

const databaseBytes = (paths: ProjectPaths): number =>
  bytesOf(paths.files, paths.database) + bytesOf(paths.files, paths.log);

function bytesFreeAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
