// The files of a SQLite database. SQLite writes them in place and plays a journal that it finds back into the database, so
// in an untrusted folder they are looked at before it does, and a damaged database takes all of its files along.
import { existsSync, lstatSync, renameSync, statSync } from 'node:fs';
import { UnsafeEntryError } from '../files/file-errors.ts';
import { checkIsFile, readRegularFileSync } from '../files/regular-file.ts';
import { checkIsOwnFile, type UntrustedFolder } from '../files/untrusted-folder.ts';

/** More than any project has: a script of a million lines is below 1 GiB. */
const MOST_DATABASE_BYTES = 16 * 1024 ** 3;

/** What SQLite keeps beside a database. */
const SIDES = { log: '-wal', sharedMemory: '-shm', journal: '-journal' } as const;

/**
 * Refuses files that SQLite should not be given.
 *
 * @param use `write`: the database itself is changed, which must not have another name then
 * @throws UnsafeEntryError
 */
export function checkDatabaseFiles(folder: UntrustedFolder, path: string, use: 'read' | 'write'): void {
  const found = folder.lookSync(path);
  if (found) {
    if (use === 'write') checkIsOwnFile(found, path);
    else checkIsFile(found, path);
    if (found.size > MOST_DATABASE_BYTES) throw new UnsafeEntryError('too-large', path);
  }
  // Read, too: the log's index is written by readers, and a journal is opened, which waits where it is a pipe.
  for (const side of Object.values(SIDES)) {
    const beside = folder.lookSync(path + side);
    if (!beside) continue;
    checkIsOwnFile(beside, path + side);
    if (beside.size > MOST_DATABASE_BYTES) throw new UnsafeEntryError('too-large', path + side);
  }
  checkJournal(folder, path + SIDES.journal);
}

/** Ends a journal that names the journal of several databases: https://sqlite.org/fileformat2.html#the_rollback_journal */
const SUPER_JOURNAL_MARK = Buffer.from('d9d505f920a163d7', 'hex');

/** Lectern changes one database at a time; another journal's name would have SQLite open whatever it names. */
function checkJournal(folder: UntrustedFolder, path: string): void {
  if (!folder.fileSync(path)) return;
  const bytes = readRegularFileSync(path, MOST_DATABASE_BYTES, 'refuse', { last: SUPER_JOURNAL_MARK.length });
  if (bytes.equals(SUPER_JOURNAL_MARK)) throw new UnsafeEntryError('unexpected', path);
}

/**
 * Gives a database files of its own where they have other names elsewhere, as in a copy made of hard links: the others keep
 * what they had. To be called by the process that alone may write the database.
 */
export function ownDatabaseFiles(folder: UntrustedFolder, path: string): void {
  for (const file of [path, path + SIDES.log, path + SIDES.journal]) {
    const found = folder.fileSync(file);
    if (!found || found.nlink === 1) continue;
    const beside = `${file}.own`;
    folder.removeSync(beside);
    folder.copySync(file, beside);
    folder.moveSync(beside, file);
  }
  const sharedMemory = path + SIDES.sharedMemory;
  if ((folder.fileSync(sharedMemory)?.nlink ?? 1) > 1) folder.removeSync(sharedMemory);
}

/** Tells the file at a path from others that take its place; null where there is none. */
export function fileIdentity(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

/**
 * Renames whatever stands in a database's place, with all that belongs to it: SQLite would apply its log to the next one.
 *
 * @param now milliseconds since the epoch, for the new name
 * @returns its path now; null where there was nothing
 */
export function setAside(path: string, now: number): string | null {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  const stem = `${path}.damaged-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
  let aside = stem;
  for (let number = 2; existsSync(aside); number += 1) aside = `${stem}-${number}`;
  renameSync(path, aside);
  for (const side of Object.values(SIDES)) if (existsSync(path + side)) renameSync(path + side, aside + side);
  return aside;
}
