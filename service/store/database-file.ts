// The file of service.db: opened and checked, or set aside where it can't be used.
import { existsSync, lstatSync, renameSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isCorrupt, isCutShort } from '../../node/sqlite-codes.ts';
import { migrate } from './schema.ts';

/** What stands in the database's place can't be read as the service's database. */
export class UnreadableDatabaseError extends Error {
  override readonly name = 'UnreadableDatabaseError';
}

/** Whether an error says that a database is damaged, and not only that the disk is full or can't be written. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof UnreadableDatabaseError || isCorrupt(error) || isCutShort(error);
}

const checkRow = z.object({ quick_check: z.string() });
const versionRow = z.object({ user_version: z.number() });
const definitionRow = z.object({ name: z.string(), sql: z.string() });

function definitionsIn(database: DatabaseSync): Map<string, string> {
  const rows = database.prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL').all();
  return new Map(rows.map((row) => definitionRow.parse(row)).map(({ name, sql }) => [name, sql]));
}

/**
 * Reads all of the database, and changes nothing.
 *
 * @throws UnreadableDatabaseError where pages are damaged, or tables are missing or another program's
 */
function check(database: DatabaseSync): void {
  const { quick_check: found } = checkRow.parse(database.prepare('PRAGMA quick_check(1)').get());
  if (found !== 'ok') throw new UnreadableDatabaseError(`it is damaged: ${found}`);
  const { user_version: version } = versionRow.parse(database.prepare('PRAGMA user_version').get());
  const own = definitionsIn(database);
  if (version === 0 && own.size > 0) throw new UnreadableDatabaseError('another program made it');
  const expected = new DatabaseSync(':memory:');
  migrate(expected, version);
  for (const [name, sql] of definitionsIn(expected)) {
    if (own.get(name) !== sql) throw new UnreadableDatabaseError(`it has no usable "${name}"`);
  }
  expected.close();
}

/**
 * Opens the database, makes it if it is missing, and brings it to the current version. One that can't be used is not changed.
 *
 * @throws NewerDatabaseError (schema.ts); UnreadableDatabaseError, or what SQLite says, where it can't be read (`isUnreadable`)
 */
export function openDatabaseFile(path: string): DatabaseSync {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new UnreadableDatabaseError('it is not a regular file');
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    check(database);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Tells the files of an open database, and of its log, from others that take their place. */
export function filesIdentity(path: string): string {
  return ['', '-wal']
    .map((part) => statSync(path + part, { throwIfNoEntry: false }))
    .map((found) => (found?.isFile() ? `${found.dev}:${found.ino}` : 'none'))
    .join(' ');
}

/**
 * Moves whatever stands in the database's place, and what belongs to it, out of the way.
 *
 * @returns its path now; undefined where there was nothing
 */
export function setAside(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const stem = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  let aside = stem;
  for (let number = 2; existsSync(aside); number += 1) aside = `${stem}-${number}`;
  renameSync(path, aside);
  // SQLite would apply the log to the next database.
  for (const part of ['-wal', '-shm']) if (existsSync(path + part)) renameSync(path + part, aside + part);
  return aside;
}
