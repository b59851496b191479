import { relative } from 'node:path';
import { UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { isFull, RESULT_CODES, sqliteCode } from '../../../../node/sqlite/sqlite-codes.ts';
import type { ProjectProblem } from '../../../../shared/model/problems/project-problem.ts';

export class ProjectError extends Error {
  readonly problem: ProjectProblem;

  constructor(problem: ProjectProblem, cause?: unknown) {
    super(`${problem.kind}: ${problem.path}`, cause === undefined ? {} : { cause });
    this.name = 'ProjectError';
    this.problem = problem;
  }
}

/** @param latestBackup only called if the database is damaged */
export function asProjectError(error: unknown, path: string, latestBackup: () => string | null = () => null): unknown {
  if (error instanceof ProjectError || !(error instanceof Error)) return error;
  const problem = unsafeEntry(error, path) ?? sqliteProblem(error, path, latestBackup) ?? fileProblem(error, path);
  return problem === null ? error : new ProjectError(problem, error);
}

function unsafeEntry(error: Error, path: string): ProjectProblem | null {
  if (!(error instanceof UnsafeEntryError)) return null;
  return { kind: 'unsafe', path, entry: relative(path, error.path) || error.path, reason: error.reason };
}

function sqliteProblem(error: Error, path: string, latestBackup: () => string | null): ProjectProblem | null {
  if (isFull(error)) return { kind: 'disk-full', path };
  switch (sqliteCode(error)) {
    case RESULT_CODES.error:
      // SQLite reports invalid JSON in a column as a generic error.
      if (error.message !== 'malformed JSON') return null;
      return { kind: 'damaged', path, damage: { kind: 'not-json' }, backup: latestBackup() };
    case RESULT_CODES.busy:
      return { kind: 'in-use', path };
    case RESULT_CODES.readOnly:
    case RESULT_CODES.cannotOpen:
      return { kind: 'read-only', path };
    case RESULT_CODES.permission:
      return { kind: 'no-permission', path };
    case RESULT_CODES.corrupt:
    case RESULT_CODES.notADatabase:
      return { kind: 'damaged', path, damage: { kind: 'sqlite', message: error.message }, backup: latestBackup() };
    case RESULT_CODES.io:
      return { kind: 'drive-failed', path, code: 'SQLITE_IOERR' };
    default:
      return null;
  }
}

function fileProblem(error: Error, path: string): ProjectProblem | null {
  switch ('code' in error ? error.code : undefined) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { kind: 'disk-full', path };
    case 'EEXIST':
    case 'ENOTEMPTY':
      // Another process created the same project at the same time.
      return { kind: 'exists', path };
    case 'EROFS':
      return { kind: 'read-only', path };
    case 'EACCES':
    case 'EPERM':
      return { kind: 'no-permission', path };
    case 'EIO':
      return { kind: 'drive-failed', path, code: 'EIO' };
    default:
      return null;
  }
}
