// Whether a database file can be trusted. A full check reads all of it, which takes as long as the project is big; it is
// made when the file is not just as Lectern left it.
import { lstatSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import type { ProjectPaths } from './project-paths.ts';
import { findBadValue } from './row-check.ts';

/**
 * What the file looks like from outside; null where it can't be asked. Its number and the moment when the system last
 * changed anything of it can't be brought along from elsewhere: no archive makes a file that looks sealed.
 */
function fingerprint({ files, database }: ProjectPaths): string | null {
  if (!files.fileSync(database)) return null;
  const file = lstatSync(database, { bigint: true });
  const marks = { bytes: file.size, changed: file.mtimeNs, touched: file.ctimeNs, number: file.ino };
  return JSON.stringify(marks, (_, mark) => (typeof mark === 'bigint' ? String(mark) : mark));
}

const MOST_SEAL_BYTES = 1_000;

/** Notes down what the file looks like, now that it was closed in good order. */
export function sealDatabase(paths: ProjectPaths): void {
  const mark = fingerprint(paths);
  if (mark !== null && bytesOf(paths.files, paths.log) === 0) paths.files.replaceSync(paths.seal, mark);
  else paths.files.removeSync(paths.seal);
}

/** Whether the file is just as it was when Lectern closed it in good order. */
export function isSealed(paths: ProjectPaths): boolean {
  try {
    if (bytesOf(paths.files, paths.log) > 0) return false;
    return paths.files.readSync(paths.seal, MOST_SEAL_BYTES).toString() === fingerprint(paths);
  } catch {
    return false;
  }
}

/**
 * Reads the whole database; what is wrong with it, or null. The file is not touched where the connection is read-only.
 *
 * @param isCopy it may have been copied while it was written: that its indexes hold what its tables hold is looked at too,
 *   which takes some times as long
 * @throws what SQLite throws where it can't read on
 */
export function databaseDamage(sqlite: DatabaseSync, isCopy = false): string | null {
  const check = isCopy ? 'integrity_check' : 'quick_check';
  const found = sqlite.prepare(`PRAGMA ${check}(1)`).get()?.[check];
  if (found !== 'ok') return String(found).replaceAll('\n', ' ');
  // Counted, not read: their numbers may be larger than any that JavaScript has.
  const orphans = sqlite.prepare('SELECT count(*) AS count FROM pragma_foreign_key_check').get()?.['count'];
  return orphans === 0 ? findBadValue(sqlite) : `${orphans} rows point to rows that are gone`;
}

/** The size of a file in bytes; 0 where there is none. @throws UnsafeEntryError */
export function bytesOf(files: UntrustedFolder, path: string): number {
  return files.fileSync(path)?.size ?? 0;
}
