// Why a project can't be made, opened or written. The union carries data; the sentence is made in one place.
import { relative } from 'node:path';
import { UnsafeEntryError } from '../../../../node/files/unsafe-entry-error.ts';
import type { ProjectProblem } from '../../../../shared/model/project-problem.ts';
import { describeProjectProblem } from '../../../../shared/rules/project-problem-words.ts';

/** A project could not be made, opened, read or written; what was there before is unchanged. */
export class ProjectError extends Error {
  readonly problem: ProjectProblem;

  constructor(problem: ProjectProblem, cause?: unknown) {
    super(describeProjectProblem(problem), cause === undefined ? {} : { cause });
    this.name = 'ProjectError';
    this.problem = problem;
  }
}

// Primary result codes of SQLite (the low byte of an extended one).
const SQLITE_ERROR = 1;
const SQLITE_PERM = 3;
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;
/** The shared-memory file of the log could not grow: the disk is full. */
const SQLITE_IOERR_SHMSIZE = 4874;

/**
 * The same error as a ProjectError where it says something of the project's disk, folder or file; else the error as
 * it came.
 *
 * @param path the project's folder
 * @param latestBackup names the latest backup, asked only where the database is damaged
 */
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
  if (!('errcode' in error) || typeof error.errcode !== 'number') return null;
  if (error.errcode === SQLITE_IOERR_SHMSIZE) return { kind: 'disk-full', path };
  switch (error.errcode & 0xff) {
    case SQLITE_ERROR:
      // SQLite takes a stored document apart, and it is none.
      if (error.message !== 'malformed JSON') return null;
      return { kind: 'damaged', path, detail: 'a stored document is not valid JSON', backup: latestBackup() };
    case SQLITE_FULL:
      return { kind: 'disk-full', path };
    case SQLITE_BUSY:
      return { kind: 'in-use', path };
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return { kind: 'read-only', path };
    case SQLITE_PERM:
      return { kind: 'no-permission', path };
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return { kind: 'damaged', path, detail: error.message, backup: latestBackup() };
    case SQLITE_IOERR:
      return { kind: 'drive-failed', path, detail: error.message };
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
      // Two were making the same project: it is the other one's.
      return { kind: 'exists', path };
    case 'EROFS':
      return { kind: 'read-only', path };
    case 'EACCES':
    case 'EPERM':
      return { kind: 'no-permission', path };
    case 'EIO':
      return { kind: 'drive-failed', path, detail: error.message };
    default:
      return null;
  }
}
