// limits.db as a file that may be damaged, deleted, locked or unwritable: whatever happens to it, work goes on.
import { renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolderSync } from '../../../node/files/make-folder.ts';
import { type LimitsLedger, openLedger } from './limits-ledger.ts';
import { NewerLimitsVersionError, prepareLimits } from './limits-schema.ts';

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

const SQLITE = { permission: 3, busy: 5, locked: 6, readOnly: 8, io: 10, full: 13, cannotOpen: 14 };

/** SQLite's primary result code of an error; undefined where it is none of SQLite's. */
function primaryCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** Whether it is SQLite that failed, and not the code that used it. */
export function isStoreFault(error: unknown): boolean {
  return primaryCode(error) !== undefined;
}

/** Whether another process held the lock for too long. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === SQLITE.busy || code === SQLITE.locked;
}

/** The device and number of the file at a path; null where there is none. */
export function fileIdentity(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

/**
 * Opens the file, or makes it. A damaged one is renamed and a new one takes its place; where neither works, the limits
 * are kept in memory for as long as the process lives. Never fails.
 */
export function openLimitsFile(path: string, now: number, report: (problem: LimitsProblem) => void): OpenLimits {
  try {
    return openPatiently(path);
  } catch (error) {
    const reason = reasonOf(error);
    if (error instanceof NewerLimitsVersionError) {
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
    const setAsideAs = setAside(path, now);
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
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    prepareLimits(db);
    return { db, ledger: openLedger(db), identity: fileIdentity(path), unknownPast: false };
  } catch (error) {
    db.close();
    throw error;
  }
}

function inMemory(): OpenLimits {
  const db = new DatabaseSync(':memory:');
  prepareLimits(db);
  return { db, ledger: openLedger(db), identity: null, unknownPast: true };
}

/** Renames the damaged file with its log, unless it is damaged no longer (another process has replaced it). */
function setAside(path: string, now: number): string | null {
  const damaged = fileIdentity(path);
  try {
    open(path).db.close();
    return null;
  } catch (error) {
    if (!isDamage(error) || fileIdentity(path) !== damaged) return null;
  }
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-');
  const aside = `${path}.damaged-${stamp}`;
  renameSync(path, aside);
  for (const ending of ['-wal', '-shm']) {
    if (fileIdentity(path + ending)) renameSync(path + ending, aside + ending);
  }
  return aside;
}

/** Damage is what another try won't cure; a lock, a full disk or a missing right is no damage. */
function isDamage(error: unknown): boolean {
  const { busy, locked, permission, readOnly, io, full, cannotOpen } = SQLITE;
  const code = primaryCode(error);
  if (code === undefined) return error instanceof Error && !('code' in error);
  return ![busy, locked, permission, readOnly, io, full, cannotOpen].includes(code);
}

/** What an error says, for a report. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
