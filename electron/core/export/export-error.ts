import { relative } from 'node:path';
import { UnsafeEntryError } from '../../../node/files/file-errors.ts';
import type { ExportProblem } from '../../../shared/model/export/export-problem.ts';
import { FileNameTemplateError } from '../../../shared/rules/export/file-names.ts';
import { type FolderProblem, folderProblem } from '../folder-problem.ts';

/** An export failed or is incomplete. Existing data is never lost. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly problem: ExportProblem;

  constructor(problem: ExportProblem, cause?: unknown) {
    super(problem.kind, cause === undefined ? undefined : { cause });
    this.problem = problem;
  }

  get kind(): ExportProblem['kind'] {
    return this.problem.kind;
  }

  get path(): string {
    return this.problem.path;
  }
}

export function problemOfFolder({ kind, code }: FolderProblem, path: string): ExportProblem {
  switch (kind) {
    case 'no-folder':
      return { kind: 'not-a-folder', path };
    case 'read-only':
      return { kind: 'read-only', path, because: 'drive' };
    case 'no-permission':
      return { kind: 'read-only', path, because: 'permissions' };
    case 'no-storage':
      return { kind: 'unwritable', path, because: 'no-storage' };
    case 'unusable':
      return { kind: 'unwritable', path, because: 'system', code };
  }
}

export const foreignListError = (outDir: string, list: string, appeared = false): ExportError =>
  new ExportError({ kind: 'foreign-manifest', path: outDir, list, appeared });

function systemProblem(code: string, path: string): ExportProblem {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return { kind: 'read-only', path, because: 'permissions' };
    // Node's recursive `mkdir` reports ENOENT on a read-only drive.
    case 'EROFS':
    case 'ENOENT':
      return { kind: 'read-only', path, because: 'drive' };
    case 'ENOSPC':
      return { kind: 'disk-full', path, because: 'full' };
    case 'EDQUOT':
      return { kind: 'disk-full', path, because: 'quota' };
    case 'EFBIG':
      return { kind: 'disk-full', path, because: 'file-too-large' };
    case 'ENOTDIR':
    case 'EEXIST':
      return { kind: 'not-a-folder', path };
    default:
      return { kind: 'unwritable', path, because: 'system', code };
  }
}

/** Converts file system and template errors to ExportError; returns other errors unchanged. */
export function asExportError(error: unknown, outDir: string): unknown {
  if (error instanceof UnsafeEntryError) {
    const { path, reason } = error;
    const replaced = { kind: 'folder-replaced', path } as const;
    return new ExportError(reason === 'replaced' ? replaced : { kind: 'unwritable', path, because: reason }, error);
  }
  if (error instanceof FileNameTemplateError) {
    const { template, problem } = error;
    return new ExportError({ kind: 'template', path: outDir, template, problem }, error);
  }
  if (error instanceof ExportError || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  if (!/^E[A-Z0-9]+$/.test(code)) return error;
  const held = fileInUse(error);
  if (held !== null && isInside(held, outDir)) return new ExportError({ kind: 'file-in-use', path: held }, error);
  const isGone = code === 'ENOENT' && !folderProblem(outDir);
  return new ExportError(isGone ? { kind: 'folder-gone', path: outDir } : systemProblem(code, outDir), error);
}

/** Error codes for moving or replacing a file that is protected or open in another program. */
const FILE_IN_USE_CODES = new Set(['EBUSY', 'ETXTBSY', 'EPERM', 'EACCES']);

/** Files are moved by linking and unlinking. */
const MOVE_SYSCALLS = new Set(['rename', 'link', 'unlink', 'copyfile']);

/** Returns the path of the open or protected file that caused an error; null for other errors. */
export function fileInUse(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !FILE_IN_USE_CODES.has(String(error.code))) return null;
  const isMove = 'syscall' in error && MOVE_SYSCALLS.has(String(error.syscall));
  return isMove && 'path' in error && typeof error.path === 'string' ? error.path : null;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..');
}
