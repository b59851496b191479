import { z } from 'zod';
import { nameKey } from '../../../../shared/rules/export/file-names.ts';

/** Locked during an export and removed afterwards. */
export const LOCK_FILE = '.lectern-export.lock';
/** Replaced and obsolete files are moved to `bin/<time>/<file path>`. */
export const BIN_FOLDER = 'bin';
/** Exists only during an export. */
export const WORK_FOLDER = '.lectern-export.tmp';
/** Name prefix of files that wait in the work folder until their new name is free. */
export const PARKED_PREFIX = 'parked-';
export const MANIFEST_FILE = 'manifest.json';
export const MANIFEST_TABLE = 'manifest.csv';

/** Top-level names that exported files can't have. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  [BIN_FOLDER, WORK_FOLDER, LOCK_FILE, MANIFEST_FILE, MANIFEST_TABLE].map(nameKey),
);

/** Guards against lists that have been edited to contain paths outside the folder. */
function isSafePath(path: string): boolean {
  if (/^[/\\]|^[A-Za-z]:|\\|\0/.test(path)) return false;
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return false;
  const isParked = parts.length === 2 && parts[0] === WORK_FOLDER && parts[1]?.startsWith(PARKED_PREFIX);
  return isParked || !RESERVED_NAMES.has(nameKey(parts[0] ?? ''));
}

/** Relative to the folder, with `/` as separator. */
export const exportedFileSchema = z.string().min(1).refine(isSafePath);
