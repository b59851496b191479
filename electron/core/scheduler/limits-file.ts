// A damaged, deleted, locked or unwritable file doesn't interrupt work.
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeFolderSync } from '../../../node/files/make-folder.ts';
import { fileIdentity, moveAside } from '../../../node/sqlite/database-files.ts';
import { type Migration, migrate, NewerFormatError } from '../../../node/sqlite/migrate.ts';
import {
  enableWriteAheadLog,
  findDamage,
  openDatabase,
  synchronousLevels,
} from '../../../node/sqlite/open-database.ts';
import { isBusy, isFull, isReadOnly, RESULT_CODES, sqliteCode } from '../../../node/sqlite/sqlite-codes.ts';
import { type LimitsLedger, openLedger } from './limits-ledger.ts';

export interface LimitsProblem {
  readonly kind: 'damaged-set-aside' | 'newer-version' | 'unusable';
  readonly path: string;
  readonly setAsideAs?: string;
  readonly reason: string;
}

export interface OpenLimits {
  readonly db: DatabaseSync;
  readonly ledger: LimitsLedger;
  /** Null if the limits are only in memory. */
  readonly identity: string | null;
  readonly unknownPast: boolean;
}

/** Maximum wait for another process's transaction. A transaction takes only a fraction of that. */
const BUSY_TIMEOUT_MS = 1_000;

const OPENING_TRIES = 20;
const OPENING_PAUSE_MS = 20;

/** Replaces a damaged file; if that fails, keeps limits in memory until the process ends. Never throws. */
export function openLimitsFile(path: string, now: number, report: (problem: LimitsProblem) => void): OpenLimits {
  try {
    return openWithRetries(path);
  } catch (error) {
    const reason = reasonOf(error);
    if (error instanceof NewerFormatError) {
      report({ kind: 'newer-version', path, reason });
      return inMemory();
    }
    return isDamage(error) ? replaceDamaged(path, now, reason, report) : unusableLimits(path, reason, report);
  }
}

function replaceDamaged(
  path: string,
  now: number,
  reason: string,
  report: (problem: LimitsProblem) => void,
): OpenLimits {
  try {
    const setAsideAs = quarantineDamagedFile(path, now);
    const opened = open(path);
    // Null means that another process has already replaced the file.
    if (setAsideAs) report({ kind: 'damaged-set-aside', path, setAsideAs, reason });
    return { ...opened, unknownPast: setAsideAs !== null };
  } catch (error) {
    return unusableLimits(path, `${reason}; ${reasonOf(error)}`, report);
  }
}

export function unusableLimits(path: string, reason: string, report: (problem: LimitsProblem) => void): OpenLimits {
  report({ kind: 'unusable', path, reason });
  return inMemory();
}

/** Two processes that create the file at the same time can briefly lock each other out despite the busy timeout. */
function openWithRetries(path: string): OpenLimits {
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

function quarantineDamagedFile(path: string, now: number): string | null {
  const damaged = fileIdentity(path);
  try {
    open(path).db.close();
    return null;
  } catch (error) {
    if (!isDamage(error) || fileIdentity(path) !== damaged) return null;
  }
  return moveAside(path, now);
}

/** True for a damaged file, but not for a locked file, a full disk or missing permissions. */
function isDamage(error: unknown): boolean {
  const { permission, io } = RESULT_CODES;
  const code = sqliteCode(error);
  if (code === undefined) return error instanceof Error && !('code' in error);
  return !(isBusy(error) || isReadOnly(error) || isFull(error) || code === permission || code === io);
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const TABLES = `
  CREATE TABLE reservation (
    id TEXT NOT NULL PRIMARY KEY,
    origin TEXT NOT NULL,
    user_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    characters INTEGER NOT NULL,
    sent_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    in_flight INTEGER NOT NULL,
    refused INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reservation_window ON reservation (origin, user_id, scope, expires_at);
  CREATE TABLE assumption (
    origin TEXT NOT NULL,
    user_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    factor REAL NOT NULL,
    lowered_at INTEGER NOT NULL,
    held_until INTEGER NOT NULL,
    ceiling REAL NOT NULL,
    PRIMARY KEY (origin, user_id, scope)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE unknown_window (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    held_until INTEGER NOT NULL
  ) STRICT;
`;

const MIGRATIONS: readonly Migration[] = [{ version: 3, sql: TABLES }];

/**
 * With `synchronous=NORMAL`, commits survive the death of any process. A power failure can lose the last few seconds.
 * This causes at most one refusal, because the journal protects against double charges.
 * @throws NewerFormatError, or a SQLite error if the file can't be read, written or understood
 */
function prepareLimits(db: DatabaseSync, folder: string): void {
  db.exec(`PRAGMA synchronous = ${synchronousLevels(enableWriteAheadLog(db, folder)).resting}`);
  const damage = findDamage(db, 'quick_check');
  if (damage !== null) throw new Error(`quick_check: ${damage}`);
  migrate(db, MIGRATIONS);
}
