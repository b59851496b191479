// Copies of the database beside it: made before its format changes, and one a day (routine-backups.ts).
import { basename, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { flushFile, flushFolderNow } from '../../../../node/files/flush.ts';
import type { BackupEntry, Holdings } from '../../../../shared/ipc/library-requests.ts';
import { backupMoment, backupName } from '../../../../shared/rules/backup-names.ts';
import { LINES_WITH_PICKS, LIVING } from '../lines/line-states.ts';
import { connectToRead, connectToUnchanging } from './connection.ts';
import { bytesOf } from './integrity.ts';
import { ProjectError } from './project-error.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';

/** This many of the latest backups are kept. */
const BACKUPS_KEPT = 5;
const SUFFIX = '.db';
const PARTIAL = '.partial';

/**
 * Copies a database as it is at this moment, flushed to the disk, and lets go of all but the latest five backups.
 *
 * @param sqlite the database, with no transaction open
 * @param paths the project's; the folder of backups is made where it is missing
 * @param version the format version of the copy, for its name
 * @param now milliseconds since the epoch, for its name
 * @returns the path of the backup
 */
export function backUp(
  sqlite: DatabaseSync,
  { files, backups: folder }: ProjectPaths,
  version: number,
  now: number,
): string {
  files.makeFolderSync(folder);
  const path = join(folder, backupName(now, version));
  const partial = path + PARTIAL;
  files.removeSync(partial);
  try {
    files.withinSync(partial, (place) => {
      sqlite.prepare('VACUUM INTO ?').run(place);
      flushFile(place);
    });
    files.moveSync(partial, path);
  } catch (error) {
    files.removeSync(partial);
    throw error;
  }
  flushFolderNow(folder);
  for (const old of backupNames({ files, backups: folder }).slice(0, -BACKUPS_KEPT))
    files.removeSync(join(folder, old));
  return path;
}

type Backups = Pick<ProjectPaths, 'files' | 'backups'>;

/** The path of the latest backup, or null where there is none. */
export function latestBackup(paths: Backups): string | null {
  const name = backupNames(paths).at(-1);
  return name === undefined ? null : join(paths.backups, name);
}

/** The paths of all backups, the latest first. */
export function allBackups(paths: Backups): string[] {
  return backupNames(paths)
    .toReversed()
    .map((name) => join(paths.backups, name));
}

/** Removes what processes that ended during a backup left behind. */
export function sweepPartialBackups(paths: Backups): void {
  for (const name of namesIn(paths)) if (name.endsWith(PARTIAL)) paths.files.removeSync(join(paths.backups, name));
}

/** Oldest first: the names begin with the moment. */
function backupNames(paths: Backups): string[] {
  return namesIn(paths)
    .filter((name) => name.endsWith(SUFFIX))
    .sort();
}

/** Names of files: a link, or a folder, is no backup. */
function namesIn({ files, backups }: Backups): string[] {
  try {
    return files.listSync(backups).filter((name) => files.lookSync(join(backups, name))?.isFile());
  } catch {
    return [];
  }
}

/** The backups of a project, the latest first. Each is opened and counted through. */
export function listBackups(dir: string): BackupEntry[] {
  const paths = projectPaths(resolve(dir));
  return allBackups(paths).map((path) => ({
    name: basename(path),
    madeAt: backupMoment(path),
    sizeBytes: bytesOf(paths.files, path),
    ...contentOf(paths, path),
  }));
}

/** What a project holds now; null where it can't be read. */
export function holdingsOf(dir: string): Holdings | null {
  try {
    const sqlite = connectToRead(projectPaths(resolve(dir)));
    try {
      return count(sqlite);
    } finally {
      sqlite.close();
    }
  } catch {
    return null;
  }
}

function contentOf({ files }: ProjectPaths, path: string): Pick<BackupEntry, 'state' | 'holds'> {
  let sqlite: DatabaseSync | null = null;
  try {
    sqlite = connectToUnchanging(files, path);
    return { state: 'sound', holds: count(sqlite) };
  } catch (error) {
    const isNewer = error instanceof ProjectError && error.problem.kind === 'newer';
    return { state: isNewer ? 'newer' : 'damaged', holds: null };
  } finally {
    sqlite?.close();
  }
}

function count(sqlite: DatabaseSync): Holdings {
  const row = sqlite
    .prepare(
      `SELECT count(DISTINCT lines.id) AS lines, count(DISTINCT CASE WHEN takes.id IS NOT NULL THEN lines.id END) AS fresh,
         (SELECT count(*) FROM takes) AS takes
       FROM ${LINES_WITH_PICKS} WHERE ${LIVING}`,
    )
    .get();
  return { lines: Number(row?.['lines']), fresh: Number(row?.['fresh']), takes: Number(row?.['takes']) };
}
