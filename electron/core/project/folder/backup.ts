import { basename, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { flushFile, flushFolderSync } from '../../../../node/files/flush.ts';
import type { BackupEntry, ProjectContents } from '../../../../shared/ipc/library-requests.ts';
import { backupName, parseBackupTime } from '../../../../shared/rules/backup-names.ts';
import { LINES_WITH_PICKS, NOT_DELETED } from '../lines/line-states.ts';
import { connectToRead, connectToUnmodified } from './connection.ts';
import { bytesOf } from './integrity.ts';
import { ProjectError } from './project-error.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';

const MAX_BACKUPS = 5;
const SUFFIX = '.db';
const PARTIAL_SUFFIX = '.partial';

/** Writes a flushed backup and deletes all but the latest five. @param sqlite has no open transaction */
export function backUp(
  sqlite: DatabaseSync,
  { files, backups: folder }: ProjectPaths,
  version: number,
  now: number,
): string {
  files.makeFolderSync(folder);
  const path = join(folder, backupName(now, version));
  const partial = path + PARTIAL_SUFFIX;
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
  flushFolderSync(folder);
  for (const old of backupNames({ files, backups: folder }).slice(0, -MAX_BACKUPS)) files.removeSync(join(folder, old));
  return path;
}

type Backups = Pick<ProjectPaths, 'files' | 'backups'>;

export function latestBackup(paths: Backups): string | null {
  const name = backupNames(paths).at(-1);
  return name === undefined ? null : join(paths.backups, name);
}

/** Latest first. */
export function allBackups(paths: Backups): string[] {
  return backupNames(paths)
    .toReversed()
    .map((name) => join(paths.backups, name));
}

export function sweepPartialBackups(paths: Backups): void {
  for (const name of fileNames(paths))
    if (name.endsWith(PARTIAL_SUFFIX)) paths.files.removeSync(join(paths.backups, name));
}

/** Returns the names of the backups from oldest to newest. The names start with the time, so they can be sorted. */
function backupNames(paths: Backups): string[] {
  return fileNames(paths)
    .filter((name) => name.endsWith(SUFFIX))
    .sort();
}

function fileNames({ files, backups }: Backups): string[] {
  try {
    return files.listSync(backups).filter((name) => files.statSync(join(backups, name))?.isFile());
  } catch {
    return [];
  }
}

export function listBackups(dir: string): BackupEntry[] {
  const paths = projectPaths(resolve(dir));
  return allBackups(paths).map((path) => ({
    name: basename(path),
    madeAt: parseBackupTime(path),
    sizeBytes: bytesOf(paths.files, path),
    ...contentOf(paths, path),
  }));
}

export function holdingsOf(dir: string): ProjectContents | null {
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
    sqlite = connectToUnmodified(files, path);
    return { state: 'sound', holds: count(sqlite) };
  } catch (error) {
    const isNewer = error instanceof ProjectError && error.problem.kind === 'newer';
    return { state: isNewer ? 'newer' : 'damaged', holds: null };
  } finally {
    sqlite?.close();
  }
}

/** Selects the fields of `ProjectContents`. */
export const CONTENTS = `SELECT count(DISTINCT lines.id) AS lines,
    count(DISTINCT CASE WHEN takes.id IS NOT NULL THEN lines.id END) AS fresh, (SELECT count(*) FROM takes) AS takes
  FROM ${LINES_WITH_PICKS} WHERE ${NOT_DELETED}`;

function count(sqlite: DatabaseSync): ProjectContents {
  const row = sqlite.prepare(CONTENTS).get();
  return { lines: Number(row?.['lines']), fresh: Number(row?.['fresh']), takes: Number(row?.['takes']) };
}
