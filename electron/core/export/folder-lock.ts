import { join } from 'node:path';
import { takePassingLock } from '../../../node/files/lock-file.ts';
import { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';
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

const SQLITE_PRIMARY_CODE = 0xff;

function lockError(error: unknown, outDir: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return asExportError(error, outDir);
  switch (Number(error.errcode) & SQLITE_PRIMARY_CODE) {
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
      return new ExportError('busy', outDir, `Another export is at work in “${outDir}”; wait until it is done.`, error);
    case 8: // SQLITE_READONLY
    case 14: // SQLITE_CANTOPEN
    case 3: // SQLITE_PERM
      return new ExportError(
        'read-only',
        outDir,
        `The export folder “${outDir}” may not be written; choose another folder or change its permissions.`,
        error,
      );
    case 13: // SQLITE_FULL
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
