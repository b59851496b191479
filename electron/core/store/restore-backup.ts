// Putting a backup in the place of a database that is damaged.
import { copyFileSync, linkSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { momentInName } from '../../../shared/rules/backup-names.ts';
import { allBackups } from './backup.ts';
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
