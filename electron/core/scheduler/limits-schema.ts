// The tables of limits.db: what counts in the window, and what refusals have taught.
import type { DatabaseSync } from 'node:sqlite';

/**
 * The version that this code reads and writes (`PRAGMA user_version`). Versions 1 and 2 lack the columns that MORE_COLUMNS
 * adds. Version 1 had moments of the wall clock: they lie ahead of the monotonic one, and `tidy` counts what they date
 * from now on.
 */
export const LIMITS_VERSION = 3;

const SCHEMA = `
  CREATE TABLE reservation (
    id TEXT NOT NULL PRIMARY KEY,
    origin TEXT NOT NULL,
    user_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    characters INTEGER NOT NULL,
    sent_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    in_flight INTEGER NOT NULL,
    refused INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reservation_window ON reservation (origin, user_id, scope, expires_at);
  CREATE TABLE assumption (
    origin TEXT NOT NULL,
    user_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    factor REAL NOT NULL,
    lowered_at INTEGER NOT NULL,
    held_until INTEGER NOT NULL,
    ceiling REAL NOT NULL DEFAULT 1,
    PRIMARY KEY (origin, user_id, scope)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE unknown_window (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    held_until INTEGER NOT NULL
  ) STRICT;
`;

const MORE_COLUMNS = `
  ALTER TABLE reservation ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE assumption ADD COLUMN ceiling REAL NOT NULL DEFAULT 1;
`;

/** The file was written by a newer Lectern: it is left as it is. */
export class NewerLimitsVersionError extends Error {
  constructor(version: number) {
    super(`limits.db has version ${version}; this Lectern knows versions up to ${LIMITS_VERSION}`);
    this.name = 'NewerLimitsVersionError';
  }
}

/**
 * Makes a connection ready: log, durability, tables.
 *
 * `synchronous=NORMAL`: what was committed survives the death of any process, because the operating system has it; only
 * a power cut within the last seconds can lose it. By the time a machine is up again most of that minute is over, and
 * the worst that can come of the rest is a refusal, which is waited out. Money is guarded elsewhere, by the journal.
 *
 * @throws NewerLimitsVersionError, or what SQLite says of a file that can't be read, written or understood
 */
export function prepareLimits(db: DatabaseSync): void {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  const check = db.prepare('PRAGMA quick_check(1)').get();
  if (check?.['quick_check'] !== 'ok') throw new Error(`quick_check: ${String(check?.['quick_check'])}`);
  if (version(db) === LIMITS_VERSION) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have made the tables while this one waited for the lock.
    const found = version(db);
    if (found > LIMITS_VERSION) throw new NewerLimitsVersionError(found);
    if (found < LIMITS_VERSION) db.exec(found === 0 ? SCHEMA : MORE_COLUMNS);
    db.exec(`PRAGMA user_version = ${LIMITS_VERSION}`);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function version(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}
