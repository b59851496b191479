import { relative } from 'node:path';
import { UnsafeEntryError } from '../../../node/files/file-errors.ts';
import type { FileNameTemplateError } from '../../../shared/rules/file-names.ts';
import { folderProblem } from '../folder-problem.ts';

/**
 * Reasons why an export fails.
 * - `template`: the file name template is invalid.
 * - `not-a-folder`: a file has the folder's name.
 * - `read-only`: the folder isn't writable.
 * - `busy`: another export is using the folder.
 * - `other-project`: the folder contains the export of another project.
 * - `foreign-manifest`: it contains a `manifest.json` or `manifest.csv` from another program.
 * - `damaged-manifest`: its list was unreadable and has been set aside.
 * - `newer-manifest`: it was exported by a newer Lectern.
 * - `inside-project`: it is inside a project, which may contain only the project's own files.
 * - `folder-gone`: it no longer exists, for instance because a drive was removed.
 * - `folder-replaced`: another folder or a link took its name during the export.
 * - `file-in-use`: another program has one of its files open.
 * - `unwritable`: any other drive error.
 */
export type ExportProblem =
  | 'template'
  | 'not-a-folder'
  | 'read-only'
  | 'disk-full'
  | 'busy'
  | 'other-project'
  | 'foreign-manifest'
  | 'damaged-manifest'
  | 'newer-manifest'
  | 'inside-project'
  | 'folder-gone'
  | 'folder-replaced'
  | 'file-in-use'
  | 'unwritable';

/** A failed or incomplete export. The message is one sentence for the user. Existing data is never lost. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly kind: ExportProblem;
  readonly path: string;

  constructor(kind: ExportProblem, path: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.path = path;
  }
}

export function templateError(outDir: string, error: FileNameTemplateError): ExportError {
  return new ExportError('template', outDir, error.message, error);
}

const WORDING: Record<string, [ExportProblem, string]> = {
  EACCES: ['read-only', 'may not be written; choose another folder or change its permissions'],
  EPERM: ['read-only', 'may not be written; choose another folder or change its permissions'],
  EROFS: ['read-only', 'is on a drive that may not be written; choose another folder'],
  ENOSPC: ['disk-full', 'is on a drive that is full; make room and export again'],
  EDQUOT: ['disk-full', 'is on a drive where your share is used up; make room and export again'],
  EFBIG: ['disk-full', 'is on a drive that takes no file so large; choose another folder'],
  ENOTDIR: ['not-a-folder', 'is not a folder, or one above it is not; choose another name'],
  EEXIST: ['not-a-folder', 'is not a folder, or one above it is not; choose another name'],
};

const ELSE = 'remove it and export again, or choose another folder.';

const UNSAFE_WORDS: Readonly<Record<UnsafeEntryError['reason'], string>> = {
  link: `is a link, and Lectern follows none in a folder for audio; ${ELSE}`,
  'not-a-file': `is not a regular file; ${ELSE}`,
  'not-a-folder': `is not a folder; ${ELSE}`,
  'hard-link': `has another name elsewhere, so that a change would reach there too; ${ELSE}`,
  'too-large': `is larger than Lectern ever makes it; ${ELSE}`,
  unexpected: `is nothing that Lectern leaves there; ${ELSE}`,
  replaced:
    'was replaced by another folder, or by a link to one, while it was in use; nothing was written to that one. Check where the folder leads, then export again.',
  outside: 'lies outside the folder for audio and was left untouched; choose another folder.',
};

/** Converts file system errors to ExportError and returns other errors unchanged. */
export function asExportError(error: unknown, outDir: string): unknown {
  if (error instanceof UnsafeEntryError) {
    const kind = error.reason === 'replaced' ? 'folder-replaced' : 'unwritable';
    return new ExportError(kind, error.path, `“${error.path}” ${UNSAFE_WORDS[error.reason]}`, error);
  }
  if (error instanceof ExportError || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  if (!/^E[A-Z0-9]+$/.test(code)) return error;
  const held = heldFile(error);
  if (held !== null && isBelow(held, outDir)) {
    return new ExportError('file-in-use', held, `${heldText(held)} Then export again.`, error);
  }
  if (code === 'ENOENT' && !folderProblem(outDir)) return folderMissingError(outDir, error);
  const [kind, words] = WORDING[code === 'ENOENT' ? 'EROFS' : code] ?? [
    'unwritable',
    `can't be written (${code}); check the drive`,
  ];
  return new ExportError(kind, outDir, `The export folder “${outDir}” ${words}.`, error);
}

export function folderMissingError(outDir: string, cause?: unknown): ExportError {
  return new ExportError(
    'folder-gone',
    outDir,
    `The export folder “${outDir}” is not there any more; connect its drive again, or choose another folder.`,
    cause,
  );
}

/** Codes for moving or replacing a file that is open in another program or protected. */
const HELD = new Set(['EBUSY', 'ETXTBSY', 'EPERM', 'EACCES']);

/** Moves are implemented as link and unlink. */
const MOVES = new Set(['rename', 'link', 'unlink', 'copyfile']);

/**
 * Returns the path of a file that couldn't be moved or replaced because it is open or protected; null for other errors.
 */
export function heldFile(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !HELD.has(String(error.code))) return null;
  const isMove = 'syscall' in error && MOVES.has(String(error.syscall));
  return isMove && 'path' in error && typeof error.path === 'string' ? error.path : null;
}

const heldText = (file: string): string =>
  `“${file}” can't be moved or replaced: another program has it open, or it may not be changed. Close it there.`;

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..');
}
