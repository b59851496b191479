// Exports can't be saved in project folders, because project folders are moved, copied and backed up as a whole.
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { realPathOfExisting } from '../../../../node/files/real-path.ts';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { takeTemporaryLock } from '../../../../node/sqlite/exclusive-lock.ts';
import { RESULT_CODES, sqliteCode } from '../../../../node/sqlite/sqlite-codes.ts';
import type { ExportProblem } from '../../../../shared/model/export/export-problem.ts';
import { asExportError, ExportError } from '../export-error.ts';
import { LOCK_FILE } from './exported-names.ts';

/**
 * Locks the folder. The system releases the lock when the process ends.
 * @throws ExportError `busy`, `read-only`, `unwritable`
 */
export function lockFolder(outDir: string, files = new UntrustedFolder(outDir)): () => void {
  try {
    return takeTemporaryLock(files, join(outDir, LOCK_FILE));
  } catch (error) {
    throw lockError(error, outDir);
  }
}

function lockError(error: unknown, outDir: string): unknown {
  const code = sqliteCode(error);
  if (!(error instanceof Error) || code === undefined) return asExportError(error, outDir);
  return new ExportError(lockProblem(code, outDir), error);
}

function lockProblem(code: number, path: string): ExportProblem {
  switch (code) {
    case RESULT_CODES.busy:
    case RESULT_CODES.locked:
      return { kind: 'busy', path };
    case RESULT_CODES.readOnly:
    case RESULT_CODES.cannotOpen:
    case RESULT_CODES.permission:
      return { kind: 'read-only', path, because: 'permissions' };
    case RESULT_CODES.full:
      return { kind: 'disk-full', path, because: 'full' };
    default:
      return { kind: 'unwritable', path: join(path, LOCK_FILE), because: 'lock', code: `SQLite ${code}` };
  }
}

export const PROJECT_FILE = 'project.db';

export const isProjectName = (name: string): boolean => /\.lectern$/i.test(name);

/** Rejects folders inside a project, even through links and mounts. @throws ExportError `inside-project` */
export function checkNotInProject(outDir: string, project: string | null): void {
  const place = realPathOfExisting(outDir);
  const realProject = project === null ? null : realPathOfExisting(project);
  const own = project === null ? new Set<string>() : identitiesIn(project);
  for (let folder = place; ; folder = dirname(folder)) {
    const isOwn = folder === realProject || own.has(identityOf(statIfExists(folder)) ?? '');
    if (isOwn || lstatIfExists(join(folder, PROJECT_FILE))) {
      const name = basename(isOwn && project !== null ? project : folder).replace(/\.lectern$/, '');
      throw new ExportError({ kind: 'inside-project', path: outDir, project: name });
    }
    if (dirname(folder) === folder) return;
  }
}

/** Returns device and inode numbers, because the same subfolder might also be mounted under another name. */
function identitiesIn(project: string): Set<string> {
  try {
    const names = readdirSync(project, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const folders = [project, ...names.map(({ name }) => join(project, name))];
    return new Set(folders.flatMap((folder) => identityOf(statIfExists(folder)) ?? []));
  } catch {
    return new Set();
  }
}

/** On some Windows drives, the inode number is 0. */
const identityOf = (stats: Stats | null): string | null =>
  stats?.isDirectory() && stats.ino !== 0 ? `${stats.dev}:${stats.ino}` : null;

function statIfExists(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function lstatIfExists(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
