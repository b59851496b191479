// limits.db as a file that may be damaged, deleted, locked or unwritable: whatever happens to it, work goes on.
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeFolderSync } from '../../../node/files/make-folder.ts';
import { fileIdentity, setAside } from '../../../node/sqlite/database-files.ts';
import { type Migration, migrate, NewerFormatError } from '../../../node/sqlite/migrate.ts';
import { findDamage, keepLog, openDatabase, synchronousLevels } from '../../../node/sqlite/open-database.ts';
import { isBusy, isFull, isReadOnly, SQLITE, sqliteCode } from '../../../node/sqlite/sqlite-codes.ts';
import { type LimitsLedger, openLedger } from './limits-ledger.ts';

/** Something about the limits file that the producer should know of; work goes on. */
export interface LimitsProblem {
  readonly kind: 'damaged-set-aside' | 'newer-version' | 'unusable';
  readonly path: string;
  /** Where a damaged file was put. */
  readonly setAsideAs?: string;
  readonly reason: string;
}

/** An open limits file. */
export interface OpenLimits {
  readonly db: DatabaseSync;
  readonly ledger: LimitsLedger;
  /** Which file it is; null where it is kept in memory only. */
  readonly identity: string | null;
  /** Whether requests may have left before that it knows nothing of. */
  readonly unknownPast: boolean;
}

/** Longest wait for another process's transaction, in milliseconds. Transactions here last well under one. */
const BUSY_TIMEOUT_MS = 1_000;

const OPENING_TRIES = 20;
const OPENING_PAUSE_MS = 20;

/**
 * Opens the file, or makes it. A damaged one is renamed and a new one takes its place; where neither works, the limits
 * are kept in memory for as long as the process lives. Never fails.
 */
export function openLimitsFile(path: string, now: number, report: (problem: LimitsProblem) => void): OpenLimits {
  try {
    return openPatiently(path);
  } catch (error) {
    const reason = reasonOf(error);
    if (error instanceof NewerFormatError) {
      report({ kind: 'newer-version', path, reason });
      return inMemory();
    }
    return isDamage(error) ? replaceDamaged(path, now, reason, report) : unusable(path, reason, report);
  }
}

function replaceDamaged(
  path: string,
  now: number,
  reason: string,
  report: (problem: LimitsProblem) => void,
): OpenLimits {
  try {
    const setAsideAs = setAsideDamaged(path, now);
    const opened = open(path);
    // Null: another process was quicker and has put a good file there.
    if (setAsideAs) report({ kind: 'damaged-set-aside', path, setAsideAs, reason });
    return { ...opened, unknownPast: setAsideAs !== null };
  } catch (error) {
    return unusable(path, `${reason}; ${reasonOf(error)}`, report);
  }
}

/** Keeps the limits in memory for as long as the process lives, and says so. */
export function unusable(path: string, reason: string, report: (problem: LimitsProblem) => void): OpenLimits {
  report({ kind: 'unusable', path, reason });
  return inMemory();
}

/** Two processes that make the same file at once can lock each other out for a moment, which no time-out covers. */
function openPatiently(path: string): OpenLimits {
  for (let tries = 1; ; tries += 1) {
    try {
      return open(path);
    } catch (error) {
      if (!isBusy(error) || tries === OPENING_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPENING_PAUSE_MS);
    }
  }
}

function open(path: string): OpenLimits {
  makeFolderSync(dirname(path));
  const db = openDatabase(path, { timeoutMs: BUSY_TIMEOUT_MS });
  try {
    prepareLimits(db, dirname(path));
    return { db, ledger: openLedger(db), identity: fileIdentity(path), unknownPast: false };
  } catch (error) {
    db.close();
    throw error;
  }
}

function inMemory(): OpenLimits {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS);
  return { db, ledger: openLedger(db), identity: null, unknownPast: true };
}

/** Renames the damaged file with its log, unless it is damaged no longer (another process has replaced it). */
function setAsideDamaged(path: string, now: number): string | null {
  const damaged = fileIdentity(path);
  try {
    open(path).db.close();
    return null;
  } catch (error) {
    if (!isDamage(error) || fileIdentity(path) !== damaged) return null;
  }
  return setAside(path, now);
}

/** Damage is what another try won't cure; a lock, a full disk or a missing right is no damage. */
function isDamage(error: unknown): boolean {
  const { permission, io } = SQLITE;
  const code = sqliteCode(error);
  if (code === undefined) return error instanceof Error && !('code' in error);
  return !(isBusy(error) || isReadOnly(error) || isFull(error) || code === permission || code === io);
}

/** What an error says, for a report. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// The tables of limits.db: what counts in the window, and what refusals have taught.

const TABLES = `
  CREATE TABLE reservation (
    id TEXT NOT NULL PRIMARY KEY,
    origin TEXT NOT NULL,
    user_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    characters INTEGER NOT NULL,
    sent_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    in_flight INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reservation_window ON reservation (origin, user_id, scope, expires_at);
  CREATE TABLE assumption (
    origin TEXT NOT NULL,
    user_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    factor REAL NOT NULL,
    lowered_at INTEGER NOT NULL,
    held_until INTEGER NOT NULL,
    PRIMARY KEY (origin, user_id, scope)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE unknown_window (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    held_until INTEGER NOT NULL
  ) STRICT;
`;

const LATER_COLUMNS = `
  ALTER TABLE reservation ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE assumption ADD COLUMN ceiling REAL NOT NULL DEFAULT 1;
`;

/** Format 1 had moments of the wall clock: they lie ahead of the monotonic one, and `tidy` counts what they date from now on. */
const MIGRATIONS: readonly Migration[] = [
  { version: 1, sql: TABLES },
  { version: 2, sql: '' },
  { version: 3, sql: LATER_COLUMNS },
];

/**
 * Makes a connection ready: log, durability, tables.
 *
 * `synchronous=NORMAL`: what was committed survives the death of any process, because the operating system has it; only
 * a power cut within the last seconds can lose it. By the time a machine is up again most of that minute is over, and
 * the worst that can come of the rest is a refusal, which is waited out. Money is guarded elsewhere, by the journal.
 *
 * @throws NewerFormatError, or what SQLite says of a file that can't be read, written or understood
 */
function prepareLimits(db: DatabaseSync, folder: string): void {
  db.exec(`PRAGMA synchronous = ${synchronousLevels(keepLog(db, folder)).resting}`);
  const damage = findDamage(db, 'quick_check');
  if (damage !== null) throw new Error(`quick_check: ${damage}`);
  migrate(db, MIGRATIONS);
}
