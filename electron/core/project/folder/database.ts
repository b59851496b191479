import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { synchronousLevels } from '../../../../node/sqlite/open-database.ts';
import type { DatabaseFile } from './database-file.ts';
import { asProjectError, ProjectError } from './project-error.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';
import { MARK_CLOSED, type Reserve } from './writing-process.ts';

/** What a column can be given. */
export type SqlValue = null | number | string | Uint8Array;

/** A row whose SQL states no type. */
export type AnyRow = Readonly<Record<string, SQLOutputValue>>;

/** What a statement did. */
export interface Changes {
  readonly changes: number;
  /** The id of the row that it last inserted. */
  readonly lastInsertRowid: number;
}

/** A prepared statement. What it throws about the disk or the file is a ProjectError. */
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

  /** Runs a statement that changes rows. */
  run(...values: readonly SqlValue[]): Changes {
    try {
      this.#beforeWrite();
      const { changes, lastInsertRowid } = this.#statement.run(...values);
      return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** The first row. */
  get(...values: readonly SqlValue[]): Row | undefined {
    try {
      // The row's type is stated where its SQL is written.
      return this.#statement.get(...values) as Row | undefined;
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** All rows. */
  all(...values: readonly SqlValue[]): Row[] {
    try {
      return this.#statement.all(...values) as Row[];
    } catch (error) {
      throw this.#failure(error);
    }
  }
}

/** At most this many statements are kept prepared; otherwise lists of different lengths would fill the memory. */
const MOST_STATEMENTS = 300;

/** What a project's database has beside its connection. */
export interface DatabaseOptions {
  /** Names the latest backup, for the error of a damaged file. */
  readonly latestBackup?: () => string | null;
  /** Room for what must be written even on a full disk; absent: none. */
  readonly reserve?: Pick<Reserve, 'keep' | 'spend'>;
  /** Checked before each transaction: nothing new begins once the folder was moved or replaced; absent: never. */
  readonly file?: Pick<DatabaseFile, 'check' | 'isInPlace'>;
  /** Told of each write; null: there is none. */
  readonly writeAheadLog?: Pick<WriteAheadLog, 'beforeWrite' | 'committed' | 'empty'> | null;
}

/** A synchronous SQLite database with prepared statements, nested transactions and commits that outlast a power cut. */
export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #failure: (error: unknown) => unknown;
  readonly #damaged: (detail: string, cause: unknown) => ProjectError;
  readonly #synchronous: ReturnType<typeof synchronousLevels>;
  readonly #statements = new Map<string, Prepared<unknown>>();
  readonly #forget: (() => void)[] = [];
  readonly #reserve: Pick<Reserve, 'keep' | 'spend'> | null;
  readonly #file: Pick<DatabaseFile, 'check' | 'isInPlace'> | null;
  readonly #writeAheadLog: DatabaseOptions['writeAheadLog'];
  #depth = 0;
  #durably = false;
  /** What is being written belongs to the open file, wherever its folder is now. */
  #anywhere = false;

  /**
   * @param sqlite an open connection
   * @param folder the project's folder, named in errors
   * @param log whether changes go to a write-ahead log; without one every commit is flushed
   */
  constructor(sqlite: DatabaseSync, folder: string, log: boolean, options: DatabaseOptions = {}) {
    const { latestBackup = () => null, reserve = null, file = null, writeAheadLog = null } = options;
    this.#sqlite = sqlite;
    this.#file = file;
    this.#reserve = reserve;
    this.#writeAheadLog = writeAheadLog;
    this.#failure = (error) => asProjectError(error, folder, latestBackup);
    this.#damaged = (detail, cause) =>
      new ProjectError({ kind: 'damaged', path: folder, detail, backup: latestBackup() }, cause);
    this.#synchronous = synchronousLevels(log);
  }

  /** True while a transaction is open. */
  get inTransaction(): boolean {
    return this.#depth > 0;
  }

  /** A statement that stays prepared. Values are bound to its parameters. The type of its rows is the caller's to state. */
  prepare<Row = AnyRow>(sql: string): Prepared<Row> {
    return this.#prepare(sql, sql, false) as Prepared<Row>;
  }

  /** The same with rows as arrays of their columns, which are a third quicker to make than objects. */
  prepareArrays<Row extends readonly unknown[]>(sql: string): Prepared<Row> {
    return this.#prepare(`arrays: ${sql}`, sql, true) as Prepared<Row>;
  }

  #prepare(name: string, sql: string, arrays: boolean): Prepared<unknown> {
    const known = this.#statements.get(name);
    if (known) return known;
    try {
      const statement = this.#sqlite.prepare(sql);
      statement.setReturnArrays(arrays);
      const made = new Prepared<unknown>(statement, this.#failure, () => this.#noteWriting(false));
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

  /** Prepares every statement again when it is next used: a name means something else now. */
  forgetStatements(): void {
    this.#statements.clear();
  }

  /** Runs SQL without parameters, several statements too. @throws ProjectError */
  exec(sql: string): void {
    try {
      this.#sqlite.exec(sql);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /**
   * Reads a document that a column holds.
   *
   * @param parse checks what was read
   * @param what names the document, for the error
   * @throws ProjectError `damaged` where it can't be read
   */
  readDocument<T>(text: string, parse: (value: unknown) => T, what: string): T {
    try {
      return parse(JSON.parse(text));
    } catch (error) {
      throw this.#damaged(`${what} can't be read`, error);
    }
  }

  /** Called after a transaction was rolled back: what was remembered of the database must be read again. */
  onRollback(forget: () => void): void {
    this.#forget.push(forget);
  }

  /**
   * Runs `work` as one unit: all of it is written, or, where it throws, nothing. Units nest. `work` must not wait for
   * anything: it is synchronous.
   *
   * @throws ProjectError `disk-full`, `moved-while-open` and others; everything is as before then
   */
  transaction<T>(work: () => T): T {
    if (this.#depth === 0 && !this.#anywhere) this.#file?.check();
    if (this.#depth === 0) this.#noteWriting(this.#durably);
    const savepoint = this.#depth === 0 ? null : `unit_${this.#depth}`;
    this.exec(savepoint === null ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${savepoint}`);
    this.#depth += 1;
    try {
      const result = work();
      // A full disk makes SQLite roll back on its own; if the error was swallowed, half the work would be missing.
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
   * A transaction that is on the disk when this returns: it outlasts a power cut, with all that was committed before.
   * It must be the outermost one (or stand inside another durable one).
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
   * As `transaction`, for what has already happened and must be noted: it goes to the open file even where its folder was
   * moved, so that the project knows it wherever it is opened next.
   */
  transactionAnywhere<T>(work: () => T): T {
    const before = this.#anywhere;
    this.#anywhere = true;
    try {
      return this.transaction(work);
    } finally {
      this.#anywhere = before;
    }
  }

  /** Sees to it that there is room for `durablyAtLast`. @throws ProjectError `disk-full` where there is none */
  keepReserve(): void {
    this.#file?.check();
    try {
      this.#reserve?.keep();
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /**
   * As `durably`, for what has already happened: it goes to the open file even where its folder was moved, and where the
   * disk is full the room that was kept for it is used. @throws ProjectError
   */
  durablyAtLast<T>(work: () => T): T {
    const before = this.#anywhere;
    this.#anywhere = true;
    try {
      return this.durably(work);
    } catch (error) {
      const isFull = error instanceof ProjectError && error.problem.kind === 'disk-full';
      // A reserve in a folder that took this one's place is not ours to spend.
      if (!isFull || this.#file?.isInPlace() === false || !this.#reserve?.spend()) throw error;
      return this.durably(work);
    } finally {
      this.#anywhere = before;
    }
  }

  /** @param wait what follows must not be lost with the log unnoticed */
  #noteWriting(wait: boolean): void {
    if (this.#depth > 0) return;
    try {
      this.#writeAheadLog?.beforeWrite(wait);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Marks the file as complete, and empties the log into it. @throws ProjectError */
  complete(): void {
    try {
      if (this.#writeAheadLog) this.#writeAheadLog.empty();
      else this.#sqlite.exec(MARK_CLOSED);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Sets how the connection works at rest. To be called once, before the first transaction. */
  prepareForWork(): void {
    this.exec(
      `PRAGMA foreign_keys = ON; PRAGMA synchronous = ${this.#synchronous.resting}; PRAGMA temp_store = MEMORY`,
    );
  }

  /** Closes the connection; statements are of no more use. */
  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }
}
