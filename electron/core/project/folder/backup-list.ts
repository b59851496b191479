// What a project's backups hold.
import { basename, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { BackupEntry, Holdings } from '../../../../shared/ipc/library-requests.ts';
import { backupMoment } from '../../../../shared/rules/backup-names.ts';
import { LINES_WITH_PICKS, LIVING } from '../lines/line-states.ts';
import { allBackups } from './backup.ts';
import { connectToRead, connectToUnchanging } from './connection.ts';
import { bytesOf } from './integrity.ts';
import { ProjectError } from './project-error.ts';
import { type ProjectPaths, projectPaths } from './project-paths.ts';

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
