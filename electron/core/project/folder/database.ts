import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { synchronousLevels } from '../../../../node/sqlite/open-database.ts';
import type { Damage } from '../../../../shared/model/project-problem.ts';
import type { DatabaseFile } from './database-file.ts';
import { asProjectError, ProjectError } from './project-error.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';
import { MARK_CLOSED, type Reserve } from './writing-process.ts';

export type SqlValue = null | number | string | Uint8Array;

export type AnyRow = Readonly<Record<string, SQLOutputValue>>;

export interface Changes {
  readonly changes: number;
  readonly lastInsertRowid: number;
}

/** Throws ProjectError for disk and file errors. */
export class Prepared<Row = AnyRow> {
  readonly #statement: StatementSync;
  readonly #failure: (error: unknown) => unknown;
  readonly #beforeWrite: () => void;

  /** @param beforeWrite called before each `run` */
  constructor(statement: StatementSync, failure: (error: unknown) => unknown, beforeWrite: () => void) {
    this.#statement = statement;
    this.#failure = failure;
    this.#beforeWrite = beforeWrite;
  }

  run(...values: readonly SqlValue[]): Changes {
    try {
      this.#beforeWrite();
      const { changes, lastInsertRowid } = this.#statement.run(...values);
      return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
    } catch (error) {
      throw this.#failure(error);
    }
  }

  get(...values: readonly SqlValue[]): Row | undefined {
    try {
      // The row type is declared by the code that contains the SQL.
      return this.#statement.get(...values) as Row | undefined;
    } catch (error) {
      throw this.#failure(error);
    }
  }

  all(...values: readonly SqlValue[]): Row[] {
    try {
      return this.#statement.all(...values) as Row[];
    } catch (error) {
      throw this.#failure(error);
    }
  }
}

/**
 * Maximum number of cached statements. Without a limit, statements for lists of different lengths could fill the
 * memory.
 */
const MOST_STATEMENTS = 300;

export interface DatabaseOptions {
  /** Returns the latest backup, for the error about a damaged file. */
  readonly latestBackup?: () => string | null;
  /** Reserved disk space for essential writes on a full disk; none if absent. */
  readonly reserve?: Pick<Reserve, 'keep' | 'spend'>;
  /**
   * Checked before each transaction, so that nothing is written after the folder was moved or replaced; not checked if
   * absent.
   */
  readonly file?: Pick<DatabaseFile, 'check' | 'isInPlace'>;
  /** Null if there is no write-ahead log. */
  readonly writeAheadLog?: Pick<WriteAheadLog, 'beforeWrite' | 'committed' | 'empty'> | null;
}

/**
 * A synchronous SQLite database with prepared statements, nested transactions and commits that survive a power failure.
 */
export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #failure: (error: unknown) => unknown;
  readonly #damaged: (damage: Damage, cause: unknown) => ProjectError;
  readonly #synchronous: ReturnType<typeof synchronousLevels>;
  readonly #statements = new Map<string, Prepared<unknown>>();
  readonly #forget: (() => void)[] = [];
  readonly #reserve: Pick<Reserve, 'keep' | 'spend'> | null;
  readonly #file: Pick<DatabaseFile, 'check' | 'isInPlace'> | null;
  readonly #writeAheadLog: DatabaseOptions['writeAheadLog'];
  #depth = 0;
  #durably = false;
  /** Set while recording past events, which skips the check for a moved folder. */
  #anywhere = false;

  /**
   * @param sqlite an open connection
   * @param folder the project's folder, named in errors
   * @param log whether there is a write-ahead log; without one, every commit is flushed
   */
  constructor(sqlite: DatabaseSync, folder: string, log: boolean, options: DatabaseOptions = {}) {
    const { latestBackup = () => null, reserve = null, file = null, writeAheadLog = null } = options;
    this.#sqlite = sqlite;
    this.#file = file;
    this.#reserve = reserve;
    this.#writeAheadLog = writeAheadLog;
    this.#failure = (error) => asProjectError(error, folder, latestBackup);
    this.#damaged = (damage, cause) =>
      new ProjectError({ kind: 'damaged', path: folder, damage, backup: latestBackup() }, cause);
    this.#synchronous = synchronousLevels(log);
  }

  get inTransaction(): boolean {
    return this.#depth > 0;
  }

  /** Returns a cached prepared statement. The caller declares the type of its rows. */
  prepare<Row = AnyRow>(sql: string): Prepared<Row> {
    return this.#prepare(sql, sql, false) as Prepared<Row>;
  }

  /** Like `prepare`, but returns rows as arrays, which is a third faster than objects. */
  prepareArrays<Row extends readonly unknown[]>(sql: string): Prepared<Row> {
    return this.#prepare(`arrays: ${sql}`, sql, true) as Prepared<Row>;
  }

  #prepare(name: string, sql: string, arrays: boolean): Prepared<unknown> {
    const known = this.#statements.get(name);
    if (known) return known;
    try {
      const statement = this.#sqlite.prepare(sql);
      statement.setReturnArrays(arrays);
      const made = new Prepared<unknown>(statement, this.#failure, () => this.#recordWrite(false));
      if (this.#statements.size >= MOST_STATEMENTS) {
        const [oldest] = this.#statements.keys();
        if (oldest !== undefined) this.#statements.delete(oldest);
      }
      this.#statements.set(name, made);
      return made;
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Clears the statement cache, so that statements are prepared again after a schema change. */
  forgetStatements(): void {
    this.#statements.clear();
  }

  /** Runs one or more SQL statements without parameters. @throws ProjectError */
  exec(sql: string): void {
    try {
      this.#sqlite.exec(sql);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /**
   * Parses a JSON document stored in a column.
   *
   * @param parse validates the document
   * @param what the column, such as `jobs.request`
   * @throws ProjectError `damaged` if it is invalid
   */
  readDocument<T>(text: string, parse: (value: unknown) => T, what: string): T {
    try {
      return parse(JSON.parse(text));
    } catch (error) {
      throw this.#damaged({ kind: 'unreadable', what }, error);
    }
  }

  /** Registers a callback that clears cached data after a rollback. */
  onRollback(forget: () => void): void {
    this.#forget.push(forget);
  }

  /**
   * Runs synchronous `work` in a transaction; an exception rolls it back. Transactions may be nested.
   *
   * @throws ProjectError `disk-full`, `moved-while-open` and others; nothing was changed then
   */
  transaction<T>(work: () => T): T {
    if (this.#depth === 0 && !this.#anywhere) this.#file?.check();
    if (this.#depth === 0) this.#recordWrite(this.#durably);
    const savepoint = this.#depth === 0 ? null : `unit_${this.#depth}`;
    this.exec(savepoint === null ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${savepoint}`);
    this.#depth += 1;
    try {
      const result = work();
      // On a full disk, SQLite rolls back by itself. If `work` swallowed that error, part of its changes would be
      // missing.
      if (!this.#sqlite.isTransaction) throw new Error('the transaction was rolled back underneath');
      this.exec(savepoint === null ? 'COMMIT' : `RELEASE ${savepoint}`);
      if (savepoint === null) this.#writeAheadLog?.committed(this.#durably);
      return result;
    } catch (error) {
      if (this.#sqlite.isTransaction) {
        this.#sqlite.exec(savepoint === null ? 'ROLLBACK' : `ROLLBACK TO ${savepoint}; RELEASE ${savepoint}`);
      }
      for (const forget of this.#forget) forget();
      throw this.#failure(error);
    } finally {
      this.#depth -= 1;
    }
  }

  /**
   * Runs a transaction that is flushed to disk on return, together with all earlier commits. It must be the outermost
   * transaction or be nested in another durable one.
   */
  durably<T>(work: () => T): T {
    if (this.#durably) return this.transaction(work);
    if (this.#depth > 0) throw new Error('a durable transaction must be the outermost one');
    this.exec(`PRAGMA synchronous = ${this.#synchronous.durable}`);
    this.#durably = true;
    try {
      return this.transaction(work);
    } finally {
      this.#durably = false;
      this.#sqlite.exec(`PRAGMA synchronous = ${this.#synchronous.resting}`);
    }
  }

  /**
   * Like `transaction`, but for recording events that have already happened: it writes to the open file even if its
   * folder was moved, so the record is found when the project is next opened.
   */
  transactionEvenIfMoved<T>(work: () => T): T {
    const before = this.#anywhere;
    this.#anywhere = true;
    try {
      return this.transaction(work);
    } finally {
      this.#anywhere = before;
    }
  }

  /** Reserves disk space for `durablyWithReserve`. @throws ProjectError `disk-full` if there isn't enough */
  keepReserve(): void {
    this.#file?.check();
    try {
      this.#reserve?.keep();
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /**
   * Like `durably`, but for recording events that have already happened: it writes to the open file even if its folder
   * was moved, and uses the reserved space on a full disk. @throws ProjectError
   */
  durablyWithReserve<T>(work: () => T): T {
    const before = this.#anywhere;
    this.#anywhere = true;
    try {
      return this.durably(work);
    } catch (error) {
      const isFull = error instanceof ProjectError && error.problem.kind === 'disk-full';
      // If another folder has replaced this one, its reserve belongs to another project.
      if (!isFull || this.#file?.isInPlace() === false || !this.#reserve?.spend()) throw error;
      return this.durably(work);
    } finally {
      this.#anywhere = before;
    }
  }

  /** @param wait the following commit must not be lost unnoticed together with the log */
  #recordWrite(wait: boolean): void {
    if (this.#depth > 0) return;
    try {
      this.#writeAheadLog?.beforeWrite(wait);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Writes the log into the file and marks the file as complete. @throws ProjectError */
  complete(): void {
    try {
      if (this.#writeAheadLog) this.#writeAheadLog.empty();
      else this.#sqlite.exec(MARK_CLOSED);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Configures the connection. Call it once before the first transaction. */
  prepareForWork(): void {
    this.exec(
      `PRAGMA foreign_keys = ON; PRAGMA synchronous = ${this.#synchronous.resting}; PRAGMA temp_store = MEMORY`,
    );
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }
}
