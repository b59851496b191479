// service.db: the one connection that all stores of the service read and write through.
import { renameSync, rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setAside } from '../../node/sqlite/database-files.ts';
import { type Connected, synchronousLevels } from '../../node/sqlite/open-database.ts';
import { filesIdentity, isUnreadable, openDatabaseFile } from './database-file.ts';

type Value = string | number | null;

/** What happened to the database's file. */
export interface DatabaseTrouble {
  /** `damaged`: it could not be read; `gone`: it was deleted or replaced while the service had it open. */
  readonly kind: 'damaged' | 'gone';
  /** Whether everything in it is still known. If not, batches and jobs that were accepted are not there any more. */
  readonly isKept: boolean;
  /** Where the unusable file is now; null where there was none. */
  readonly aside: string | null;
  /** A clause for the log, without what users sent. */
  readonly reason: string;
}

/**
 * A SQLite database with its statements prepared once. Callers must parse what they read.
 *
 * A file that can't be read is set aside and replaced by a new one, when it is opened and later: what was in it is lost then. A
 * file that is deleted or replaced while it is open is written again from what the connection still has.
 */
export class ServiceDatabase {
  readonly #path: string;
  readonly #onTrouble: (trouble: DatabaseTrouble) => void;
  readonly #statements = new Map<string, StatementSync>();
  #connected: Connected;
  #identity: string;

  /**
   * Opens the database, makes it if it is missing, and brings it to the current version.
   *
   * @throws NewerDatabaseError (database-file.ts); what SQLite says of a folder that can't be written
   */
  constructor(path: string, onTrouble: (trouble: DatabaseTrouble) => void = () => {}) {
    this.#path = path;
    this.#onTrouble = onTrouble;
    this.#connected = this.#openOrReplace();
    this.#identity = filesIdentity(path);
  }

  get #database(): DatabaseSync {
    return this.#connected.sqlite;
  }

  run(sql: string, values: readonly Value[] = []): void {
    this.#retried(() => this.#prepared(sql).run(...values));
  }

  get(sql: string, values: readonly Value[] = []): Record<string, unknown> | undefined {
    return this.#retried(() => this.#prepared(sql).get(...values));
  }

  all(sql: string, values: readonly Value[] = []): Record<string, unknown>[] {
    return this.#retried(() => this.#prepared(sql).all(...values));
  }

  /**
   * Writes all of it or nothing. Within another transaction it is a part of that one. `work` runs a second time, on an empty
   * database, where the file turns out to be damaged.
   */
  transaction<T>(work: () => T): T {
    return this.#unit('resting', work);
  }

  /** As `transaction`, and on the disk when it returns. Progress need not be flushed, since it is made again. */
  durably<T>(work: () => T): T {
    return this.#unit('durable', work);
  }

  close(): void {
    try {
      this.#keepFile();
    } finally {
      this.#database.close();
    }
  }

  #unit<T>(level: 'resting' | 'durable', work: () => T): T {
    if (this.#database.isTransaction) return work();
    this.#keepFile();
    return this.#retried(() => {
      // The setting can't change within a transaction.
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

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }

  /** Does something, and does it again on a new database where the present one turns out to be damaged. */
  #retried<T>(work: () => T): T {
    // The whole transaction is done again.
    if (this.#database.isTransaction) return work();
    try {
      return work();
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.#closeQuietly();
      this.#connected = this.#replace(error);
      this.#identity = filesIdentity(this.#path);
      return work();
    }
  }

  #openOrReplace(): Connected {
    try {
      return openDatabaseFile(this.#path);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return this.#replace(error);
    }
  }

  #replace(error: unknown): Connected {
    const aside = setAside(this.#path, Date.now());
    const connected = openDatabaseFile(this.#path);
    this.#onTrouble({ kind: 'damaged', isKept: false, aside, reason: messageOf(error) });
    return connected;
  }

  /** What is written to a file without a name is lost when the process ends: all of it is written to its place again. */
  #keepFile(): void {
    if (!this.#database.isOpen || filesIdentity(this.#path) === this.#identity) return;
    const beside = `${this.#path}.restored`;
    rmSync(beside, { force: true, recursive: true });
    let problem: unknown = null;
    try {
      this.#database.prepare('VACUUM INTO ?').run(beside);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      problem = error;
    }
    // Closing removes the log that stands in its place, so that of the next database must not be there yet.
    this.#closeQuietly();
    const aside = setAside(this.#path, Date.now());
    if (problem === null) renameSync(beside, this.#path);
    this.#connected = openDatabaseFile(this.#path);
    this.#identity = filesIdentity(this.#path);
    const reason = problem === null ? 'it was deleted or replaced' : messageOf(problem);
    this.#onTrouble({ kind: 'gone', isKept: problem === null, aside, reason });
  }

  #closeQuietly(): void {
    this.#statements.clear();
    try {
      this.#database.close();
    } catch {
      // Nothing more is wanted of it.
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
