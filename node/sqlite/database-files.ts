// SQLite modifies its files in place and applies any journal it finds, so Lectern checks these files before SQLite
// opens them.
import { existsSync, lstatSync, renameSync, statSync } from 'node:fs';
import { UnsafeEntryError } from '../files/file-errors.ts';
import { checkIsFile, readRegularFileSync } from '../files/regular-file.ts';
import { checkHasNoOtherLinks, type UntrustedFolder } from '../files/untrusted-folder.ts';

/** Larger than any realistic project: a script of a million lines takes less than 1 GiB. */
const MAX_DATABASE_BYTES = 16 * 1024 ** 3;

const COMPANION_SUFFIXES = { log: '-wal', sharedMemory: '-shm', journal: '-journal' } as const;

/** Rejects files that SQLite must not open. For `write`, the database must not have other hard links. */
export function checkDatabaseFiles(folder: UntrustedFolder, path: string, use: 'read' | 'write'): void {
  const found = folder.statSync(path);
  if (found) {
    if (use === 'write') checkHasNoOtherLinks(found, path);
    else checkIsFile(found, path);
    if (found.size > MAX_DATABASE_BYTES) throw new UnsafeEntryError('too-large', path);
  }
  // Check these files even for reading: readers write the log's index, and they open any journal, which would block if
  // it were a pipe.
  for (const side of Object.values(COMPANION_SUFFIXES)) {
    const beside = folder.statSync(path + side);
    if (!beside) continue;
    checkHasNoOtherLinks(beside, path + side);
    if (beside.size > MAX_DATABASE_BYTES) throw new UnsafeEntryError('too-large', path + side);
  }
  checkJournal(folder, path + COMPANION_SUFFIXES.journal);
}

/**
 * The last bytes of a journal that refers to a super-journal: https://sqlite.org/fileformat2.html#the_rollback_journal
 */
const SUPER_JOURNAL_MARK = Buffer.from('d9d505f920a163d7', 'hex');

/**
 * Rejects journals that refer to a super-journal. Lectern never creates them, and SQLite would open any file they name.
 */
function checkJournal(folder: UntrustedFolder, path: string): void {
  if (!folder.statFileSync(path)) return;
  const bytes = readRegularFileSync(path, MAX_DATABASE_BYTES, 'refuse', { last: SUPER_JOURNAL_MARK.length });
  if (bytes.equals(SUPER_JOURNAL_MARK)) throw new UnsafeEntryError('unexpected', path);
}

/** Replaces hard-linked database files with copies. Only call this in the process that may write the database. */
export function breakHardLinks(folder: UntrustedFolder, path: string): void {
  for (const file of [path, path + COMPANION_SUFFIXES.log, path + COMPANION_SUFFIXES.journal]) {
    const found = folder.statFileSync(file);
    if (!found || found.nlink === 1) continue;
    const beside = `${file}.own`;
    folder.removeSync(beside);
    folder.copySync(file, beside);
    folder.moveSync(beside, file);
  }
  const sharedMemory = path + COMPANION_SUFFIXES.sharedMemory;
  if ((folder.statFileSync(sharedMemory)?.nlink ?? 1) > 1) folder.removeSync(sharedMemory);
}

/** Returns an identifier for the file at this path, or null if there is none. It changes when the file is replaced. */
export function fileIdentity(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

/** Renames a damaged database and all its companion files, because SQLite would apply the old log to a new database. */
export function moveAside(path: string, now: number): string | null {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  const stem = `${path}.damaged-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
  let aside = stem;
  for (let number = 2; existsSync(aside); number += 1) aside = `${stem}-${number}`;
  renameSync(path, aside);
  for (const side of Object.values(COMPANION_SUFFIXES))
    if (existsSync(path + side)) renameSync(path + side, aside + side);
  return aside;
}
