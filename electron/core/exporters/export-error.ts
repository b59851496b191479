import type { FileNameTemplateError } from '../../../shared/rules/file-names.ts';

/**
 * Why an export can't be made. `template`: the name template is wrong. `not-a-folder`: a file stands where the folder
 * should be. `read-only`: the folder may not be written. `disk-full`. `busy`: another export is at work in the folder.
 * `other-project`: the folder holds the export of another project. `foreign-manifest`: it holds a `manifest.json` or
 * `manifest.csv` of something else. `damaged-manifest`: its list could not be read and was kept aside. `newer-manifest`:
 * a newer Lectern made it. `unwritable`: the drive fails in another way.
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
  | 'unwritable';

/** An export that could not be made or finished. The message is one sentence for the producer. Nothing is lost. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly kind: ExportProblem;
  /** The folder or file concerned. */
  readonly path: string;

  constructor(kind: ExportProblem, path: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.path = path;
  }
}

/** The export's error for a wrong template. */
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

/** What went wrong on the disk, as an ExportError; other errors unchanged. */
export function asExportError(error: unknown, outDir: string): unknown {
  if (error instanceof ExportError || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  if (!/^E[A-Z0-9]+$/.test(code)) return error;
  const [kind, words] = WORDING[code] ?? ['unwritable', `can't be written (${code}); check the drive`];
  return new ExportError(kind, outDir, `The export folder “${outDir}” ${words}.`, error);
}
