// The connection to service.db that all stores share. An unusable file is moved aside when it is opened.
import { renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { fileIdentity, moveAside } from '../../../node/sqlite/database-files.ts';
import {
  findSchemaDifferences,
  type Migration,
  migrate,
  NewerFormatError,
  readSupportedFormat,
} from '../../../node/sqlite/migrate.ts';
import {
  type DatabaseConnection,
  enableWriteAheadLog,
  findDamage,
  openDatabase,
  synchronousLevels,
} from '../../../node/sqlite/open-database.ts';
import { isCorrupt, isTruncated } from '../../../node/sqlite/sqlite-codes.ts';

// A lane is the queue that a job waits in (speech-engine.ts); lower ranks go first. Single jobs are stored as batches
// of their own kind. A batch is finished when its last job is finished. Times are in milliseconds since the epoch.
const SCHEMA = `
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  webhook_url TEXT,
  kind TEXT NOT NULL DEFAULT 'batch',
  webhook_result TEXT,
  finished_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX batches_finished ON batches (finished_at) WHERE finished_at IS NOT NULL;

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
  finished_at INTEGER,
  webhook_result TEXT,
  lane TEXT NOT NULL DEFAULT 'embedded',
  rank INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX jobs_by_batch ON jobs (batch_id, number);
CREATE INDEX jobs_by_status ON jobs (status);
CREATE INDEX jobs_pending ON jobs (lane, rank, number) WHERE status = 'pending';
CREATE INDEX jobs_unfinished ON jobs (batch_id) WHERE status IN ('pending', 'in_progress');

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
CREATE INDEX clones_by_user ON clones (user_id, created_at);
`;

/** Append a step to change the format of service.db; never edit a released one. Format 1 was never released. */
const OLDEST_FORMAT = 2;
const MIGRATIONS: readonly Migration[] = [{ version: OLDEST_FORMAT, sql: SCHEMA }];

export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';

  constructor({ version, supported }: NewerFormatError) {
    super(
      `The data folder was written by a newer version of the service (its version is ${version}, this one supports ${supported}): update Lectern or choose another folder with --data.`,
    );
  }
}

class UnreadableDatabaseError extends Error {
  override readonly name = 'UnreadableDatabaseError';
}

/** Returns whether an error means a damaged database, rather than a full disk or missing permissions. */
function isUnreadable(error: unknown): boolean {
  return error instanceof UnreadableDatabaseError || isCorrupt(error) || isTruncated(error);
}

/**
 * Checks the database before use.
 * @throws UnreadableDatabaseError for damaged pages, missing tables or a foreign file; NewerFormatError
 */
function checkDatabase(sqlite: DatabaseSync): void {
  const damage = findDamage(sqlite, 'quick_check');
  if (damage !== null) throw new UnreadableDatabaseError(`it is damaged: ${damage}`);
  const version = readSupportedFormat(sqlite, MIGRATIONS);
  const differences = findSchemaDifferences(sqlite, MIGRATIONS, version);
  if (version === 0 && differences.length > 0) throw new UnreadableDatabaseError('it was created by another program');
  if (version > 0 && version < OLDEST_FORMAT) throw new UnreadableDatabaseError('it is older than the first release');
  const unusable = differences.find(({ kind }) => kind !== 'foreign');
  if (unusable) throw new UnreadableDatabaseError(`it has no usable "${unusable.name}"`);
}

/**
 * Opens the database, leaving an unusable file unchanged.
 * @throws NewerDatabaseError; UnreadableDatabaseError; SQLite errors
 */
function openDatabaseFile(path: string): DatabaseConnection {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new UnreadableDatabaseError('it is not a regular file');
  const sqlite = openDatabase(path);
  try {
    checkDatabase(sqlite);
    const log = enableWriteAheadLog(sqlite, dirname(path));
    sqlite.exec(`PRAGMA synchronous = ${synchronousLevels(log).resting}`);
    migrate(sqlite, MIGRATIONS);
    return { sqlite, log };
  } catch (error) {
    sqlite.close();
    throw error instanceof NewerFormatError ? new NewerDatabaseError(error) : error;
  }
}

/** Returns a value that changes when the database file or its log is replaced. */
const fileIdentities = (path: string): string =>
  ['', '-wal'].map((part) => fileIdentity(path + part) ?? 'none').join(' ');

type ColumnValue = string | number | null;

export interface DatabaseTrouble {
  readonly kind: 'damaged' | 'gone';
  /** Whether all data has been kept. If not, accepted batches and jobs have been lost. */
  readonly isKept: boolean;
  /** The new path of the unusable file; null if there was none. */
  readonly aside: string | null;
  readonly reason: string;
}

/** Moves a damaged file aside and continues with an empty database. If the file has been deleted, writes it again. */
export class ServiceDatabase {
  readonly #path: string;
  readonly #onTrouble: (trouble: DatabaseTrouble) => void;
  readonly #statements = new Map<string, StatementSync>();
  #connected: DatabaseConnection;
  #identity: string;

  /** @throws NewerDatabaseError; SQLite errors if the folder isn't writable */
  constructor(path: string, onTrouble: (trouble: DatabaseTrouble) => void = () => {}) {
    this.#path = path;
    this.#onTrouble = onTrouble;
    this.#connected = this.#openOrReplace();
    this.#identity = fileIdentities(path);
  }

  get #database(): DatabaseSync {
    return this.#connected.sqlite;
  }

  run(sql: string, values: readonly ColumnValue[] = []): void {
    this.#retryIfDamaged(() => this.#prepare(sql).run(...values));
  }

  get(sql: string, values: readonly ColumnValue[] = []): Record<string, unknown> | undefined {
    return this.#retryIfDamaged(() => this.#prepare(sql).get(...values));
  }

  all(sql: string, values: readonly ColumnValue[] = []): Record<string, unknown>[] {
    return this.#retryIfDamaged(() => this.#prepare(sql).all(...values));
  }

  /**
   * Runs a transaction; nested calls join the outer one. If the database is damaged, runs `work` again on an empty
   * database.
   */
  transaction<T>(work: () => T): T {
    return this.#runTransaction('resting', work);
  }

  /**
   * Like `transaction`, but flushes to disk before returning. Job progress doesn't need this, because jobs can be
   * rendered again.
   */
  durableTransaction<T>(work: () => T): T {
    return this.#runTransaction('durable', work);
  }

  close(): void {
    try {
      this.#restoreMissingFile();
    } finally {
      this.#database.close();
    }
  }

  #runTransaction<T>(level: 'resting' | 'durable', work: () => T): T {
    if (this.#database.isTransaction) return work();
    this.#restoreMissingFile();
    return this.#retryIfDamaged(() => {
      // This setting can't be changed within a transaction.
      const synchronous = synchronousLevels(this.#connected.log)[level];
      this.#database.exec(`PRAGMA synchronous = ${synchronous}; BEGIN IMMEDIATE`);
      try {
        const result = work();
        this.#database.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  #retryIfDamaged<T>(work: () => T): T {
    // The outermost call retries the whole transaction.
    if (this.#database.isTransaction) return work();
    try {
      return work();
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.#closeQuietly();
      this.#connected = this.#replace(error);
      this.#identity = fileIdentities(this.#path);
      return work();
    }
  }

  #openOrReplace(): DatabaseConnection {
    try {
      return openDatabaseFile(this.#path);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return this.#replace(error);
    }
  }

  #replace(error: unknown): DatabaseConnection {
    const aside = moveAside(this.#path, Date.now());
    const connected = openDatabaseFile(this.#path);
    this.#onTrouble({ kind: 'damaged', isKept: false, aside, reason: messageOf(error) });
    return connected;
  }

  /**
   * If the file has been deleted or replaced, writes the database to its path again: later changes to the unlinked file
   * would be lost.
   */
  #restoreMissingFile(): void {
    if (!this.#database.isOpen || fileIdentities(this.#path) === this.#identity) return;
    const beside = `${this.#path}.restored`;
    rmSync(beside, { force: true, recursive: true });
    let problem: unknown = null;
    try {
      this.#database.prepare('VACUUM INTO ?').run(beside);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      problem = error;
    }
    // Close first, because closing deletes the log at this path, which must not be the new database's.
    this.#closeQuietly();
    const aside = moveAside(this.#path, Date.now());
    if (problem === null) renameSync(beside, this.#path);
    this.#connected = openDatabaseFile(this.#path);
    this.#identity = fileIdentities(this.#path);
    const reason = problem === null ? 'it was deleted or replaced' : messageOf(problem);
    this.#onTrouble({ kind: 'gone', isKept: problem === null, aside, reason });
  }

  #closeQuietly(): void {
    this.#statements.clear();
    try {
      this.#database.close();
    } catch {}
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
