// One file for all processes. Immediate transactions prevent two of them from taking the last slot in the window.

import { fileIdentity } from '../../../node/sqlite/database-files.ts';
import { isBusy, sqliteCode } from '../../../node/sqlite/sqlite-codes.ts';
import type { Clock } from '../ports.ts';
import { systemClock } from '../system.ts';
import { type LimitsProblem, type OpenLimits, openLimitsFile, reasonOf, unusableLimits } from './limits-file.ts';
import type { LimitsLedger } from './limits-ledger.ts';
import { COUNTS_AFTER_REPLY_MS } from './scheduler-types.ts';

/** Another process has held the lock on the file for longer than a transaction can take. Try again shortly. */
export class LimitsBusyError extends Error {
  constructor() {
    super('limits.db is locked by another process');
    this.name = 'LimitsBusyError';
  }
}

type LimitsClock = Pick<Clock, 'now' | 'monotonic'>;

export interface LimitsStoreOptions {
  /**
   * Defaults to the system clock. All processes share the monotonic clock, and changes to the system time don't affect
   * it.
   */
  readonly clock?: LimitsClock;
  readonly report?: (problem: LimitsProblem) => void;
}

/**
 * Closing these connections would delete the log at the path they were opened with. That log now belongs to the new
 * file.
 */
const replacedFiles: OpenLimits[] = [];

/**
 * Replaces a damaged or deleted file, or uses memory if the file can't be written, and then sends nothing for one
 * window (60 s). Reports all of these except deletion. Creates a missing folder.
 */
export class LimitsStore {
  readonly #path: string;
  readonly #clock: LimitsClock;
  readonly #report: (problem: LimitsProblem) => void;
  #limits: OpenLimits;

  constructor(path: string, { clock = systemClock, report = () => {} }: LimitsStoreOptions = {}) {
    this.#path = path;
    this.#clock = clock;
    this.#report = report;
    this.#limits = this.#open();
  }

  /** Runs one immediate transaction; `now` and all times are on the monotonic clock. @throws LimitsBusyError */
  change<Result>(work: (ledger: LimitsLedger, now: number) => Result): Result {
    return this.#guarded(({ db, ledger }, now) => {
      db.exec('BEGIN IMMEDIATE');
      try {
        ledger.tidy(now);
        const result = work(ledger, now);
        db.exec('COMMIT');
        return result;
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** Reads without locking. @throws LimitsBusyError */
  read<Result>(work: (ledger: LimitsLedger, now: number) => Result): Result {
    return this.#guarded(({ ledger }, now) => work(ledger, now));
  }

  close(): void {
    if (this.#limits.db.isOpen) this.#limits.db.close();
  }

  #guarded<Result>(work: (limits: OpenLimits, now: number) => Result): Result {
    this.#followPath();
    const attempt = () => work(this.#limits, this.#clock.monotonic());
    try {
      return attempt();
    } catch (error) {
      rethrowUnlessFault(error);
    }
    // Reopening the file detects damage that has only just become visible, and replaces the file.
    this.close();
    this.#limits = this.#open();
    try {
      return attempt();
    } catch (error) {
      rethrowUnlessFault(error);
      this.#keepInMemory(error);
      return attempt();
    }
  }

  #followPath(): void {
    const { identity } = this.#limits;
    if (identity === null) return;
    const found = fileIdentity(this.#path);
    if (found === identity) return;
    replacedFiles.push(this.#limits);
    this.#limits = this.#open(found === null);
  }

  #open(unknownPast = false): OpenLimits {
    const opened = openLimitsFile(this.#path, this.#clock.now(), this.#report);
    try {
      if (unknownPast || opened.unknownPast)
        opened.ledger.setUnknownUntil(this.#clock.monotonic() + COUNTS_AFTER_REPLY_MS);
      return opened;
    } catch (error) {
      rethrowUnlessFault(error);
      opened.db.close();
      return this.#keepInMemory(error);
    }
  }

  #keepInMemory(error: unknown): OpenLimits {
    this.#limits = unusableLimits(this.#path, reasonOf(error), this.#report);
    this.#limits.ledger.setUnknownUntil(this.#clock.monotonic() + COUNTS_AFTER_REPLY_MS);
    return this.#limits;
  }
}

function rethrowUnlessFault(error: unknown): void {
  if (isBusy(error)) throw new LimitsBusyError();
  // If this isn't a SQLite error, it is a bug in the calling code.
  if (sqliteCode(error) === undefined) throw error;
}
