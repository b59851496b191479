// Whether a database file can be trusted. A full check reads all of it, which takes as long as the project is big; it is
// made when the file is not just as Lectern left it.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { ProjectPaths } from './project-paths.ts';

/** Size and moment of the last change of the database file; null where it can't be asked. */
function fingerprint(path: string): string | null {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file ? JSON.stringify({ bytes: String(file.size), changed: String(file.mtimeNs) }) : null;
}

/** Notes down what the file looks like, now that it was closed in good order. */
export function sealDatabase(paths: ProjectPaths): void {
  const mark = fingerprint(paths.database);
  if (mark !== null && bytesOf(paths.log) === 0) writeFileSync(paths.seal, mark);
  else rmSync(paths.seal, { force: true });
}

/** Whether the file is just as it was when Lectern closed it in good order. */
export function isSealed(paths: ProjectPaths): boolean {
  if (bytesOf(paths.log) > 0) return false;
  try {
    return readFileSync(paths.seal, 'utf8') === fingerprint(paths.database);
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
  const orphans = sqlite.prepare('PRAGMA foreign_key_check').all();
  return orphans.length === 0 ? null : `${orphans.length} rows point to rows that are gone`;
}

/** The size of a file in bytes; 0 where there is none. */
export function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
