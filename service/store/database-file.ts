// The file of service.db: opened and checked, or set aside where it can't be used.
import { existsSync, lstatSync, renameSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isCorrupt, isCutShort } from '../../node/sqlite-codes.ts';

// The tables of service.db. The version is the database's `user_version`.

/** One step for each version, in order. A step that was shipped is never changed. */
const STEPS: readonly string[] = [
  `CREATE TABLE batches (
     id TEXT PRIMARY KEY,
     user_id TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     webhook_url TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE jobs (
     number INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
     custom_id TEXT,
     input TEXT NOT NULL,
     seed INTEGER NOT NULL,
     webhook_url TEXT,
     status TEXT NOT NULL DEFAULT 'pending',
     file TEXT,
     duration REAL,
     size INTEGER,
     error TEXT,
     finished_at INTEGER
   ) STRICT;
   CREATE INDEX jobs_by_batch ON jobs (batch_id, number);
   CREATE INDEX jobs_pending ON jobs (number) WHERE status = 'pending';
   CREATE INDEX jobs_unfinished ON jobs (batch_id) WHERE status IN ('pending', 'in_progress');`,
  // A single job is a batch of its own, of another kind. A lane is what a job waits in line for (speech-engine.ts);
  // those of a lower rank go first in it.
  // A batch is finished when its last job is.
  `ALTER TABLE batches ADD COLUMN kind TEXT NOT NULL DEFAULT 'batch';
   ALTER TABLE batches ADD COLUMN webhook_result TEXT;
   ALTER TABLE batches ADD COLUMN finished_at INTEGER;
   UPDATE batches SET finished_at = (SELECT max(finished_at) FROM jobs WHERE batch_id = batches.id)
     WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND status IN ('pending', 'in_progress'));
   CREATE INDEX batches_finished ON batches (finished_at) WHERE finished_at IS NOT NULL;
   ALTER TABLE jobs ADD COLUMN webhook_result TEXT;
   ALTER TABLE jobs ADD COLUMN lane TEXT NOT NULL DEFAULT 'embedded';
   ALTER TABLE jobs ADD COLUMN rank INTEGER NOT NULL DEFAULT 1;
   DROP INDEX jobs_pending;
   CREATE INDEX jobs_pending ON jobs (lane, rank, number) WHERE status = 'pending';
   CREATE INDEX jobs_by_status ON jobs (status);
   CREATE TABLE deliveries (
     number INTEGER PRIMARY KEY,
     batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
     job_id TEXT REFERENCES jobs (id) ON DELETE CASCADE,
     url TEXT NOT NULL,
     host TEXT NOT NULL,
     attempts INTEGER NOT NULL DEFAULT 0,
     due_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX deliveries_by_host ON deliveries (host, due_at, number);
   CREATE INDEX deliveries_by_job ON deliveries (job_id);
   CREATE UNIQUE INDEX deliveries_once ON deliveries (batch_id, ifnull(job_id, ''));
   CREATE TABLE clones (
     id TEXT PRIMARY KEY,
     user_id TEXT NOT NULL,
     name TEXT NOT NULL,
     gender TEXT,
     created_at INTEGER NOT NULL,
     based_on TEXT NOT NULL,
     timbre TEXT NOT NULL,
     deleted_at INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX clones_by_user ON clones (user_id, created_at);`,
];

/** A database that a newer version of the service has written. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/**
 * Brings a database to the current version, each step whole or not at all.
 *
 * @param to an earlier version
 * @throws NewerDatabaseError where it is of a version to come
 */
function migrate(database: DatabaseSync, to = STEPS.length): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (Math.max(version, to) > STEPS.length) {
    throw new NewerDatabaseError(
      `The data folder was written by a newer version of the service (its version is ${Math.max(version, to)}, this one knows ${STEPS.length}): update Lectern or name another folder with --data.`,
    );
  }
  for (const [index, step] of STEPS.entries()) {
    if (index < version || index >= to) continue;
    database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}

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
