import { join } from 'node:path';
import { takePassingLock } from '../../../node/files/lock-file.ts';
import { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';
import { SQLITE, sqliteCode } from '../../../node/sqlite-codes.ts';
import { asExportError, ExportError } from './export-error.ts';

/** An empty file in the export folder that is locked while an export is at work, and goes with it. */
export const LOCK_FILE = '.lectern-export.lock';

/**
 * Takes an export folder for this export alone. The operating system releases it when the process ends, however it ends.
 *
 * @returns gives the folder back
 * @throws ExportError `busy` while another export holds it; `read-only` or `unwritable` where the file can't be made
 */
export function lockFolder(outDir: string): () => void {
  try {
    return takePassingLock(new UntrustedFolder(outDir), join(outDir, LOCK_FILE));
  } catch (error) {
    throw lockError(error, outDir);
  }
}

function lockError(error: unknown, outDir: string): unknown {
  const code = sqliteCode(error);
  if (!(error instanceof Error) || code === undefined) return asExportError(error, outDir);
  switch (code) {
    case SQLITE.busy:
    case SQLITE.locked:
      return new ExportError('busy', outDir, `Another export is at work in “${outDir}”; wait until it is done.`, error);
    case SQLITE.readOnly:
    case SQLITE.cannotOpen:
    case SQLITE.permission:
      return new ExportError(
        'read-only',
        outDir,
        `The export folder “${outDir}” may not be written; choose another folder or change its permissions.`,
        error,
      );
    case SQLITE.full:
      return new ExportError(
        'disk-full',
        outDir,
        `The drive of “${outDir}” is full; make room and export again.`,
        error,
      );
    default:
      return new ExportError(
        'unwritable',
        outDir,
        `The export folder “${outDir}” can't be locked (${error.message}); remove ${LOCK_FILE} in it and export again.`,
        error,
      );
  }
}
