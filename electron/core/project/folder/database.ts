import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { synchronousLevels } from '../../../../node/sqlite/open-database.ts';
import { recordRowChanges } from '../../../../node/sqlite/row-changes.ts';
import type { Damage } from '../../../../shared/model/problems/project-problem.ts';
import { currentRecording, RECORDED_TABLES } from './change-recording.ts';
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

export class PreparedStatement<Row = AnyRow> {
  readonly #statement: StatementSync;
  readonly #failure: (error: unknown) => unknown;
  readonly #beforeWrite: () => void;

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
      // The caller declares the row type that matches its SQL.
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

/** Without a limit, statements for lists of different lengths could use up the memory. */
const MAX_STATEMENTS = 300;

export interface DatabaseOptions {
  readonly latestBackup?: () => string | null;
  readonly reserve?: Pick<Reserve, 'allocate' | 'release'>;
  /** Checked before each transaction, so that nothing is written after the folder has been moved or replaced. */
  readonly file?: Pick<DatabaseFile, 'check' | 'isInPlace'>;
  readonly writeAheadLog?: Pick<WriteAheadLog, 'beforeWrite' | 'afterCommit' | 'empty'> | null;
}

/**
 * A project's database. It stays intact after a power failure, but only durable transactions are flushed immediately.
 */
export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #failure: (error: unknown) => unknown;
  readonly #damaged: (damage: Damage, cause: unknown) => ProjectError;
  readonly #synchronous: ReturnType<typeof synchronousLevels>;
  readonly #statements = new Map<string, PreparedStatement<unknown>>();
  readonly #forget: (() => void)[] = [];
  readonly #reserve: Pick<Reserve, 'allocate' | 'release'> | null;
  readonly #file: Pick<DatabaseFile, 'check' | 'isInPlace'> | null;
  readonly #writeAheadLog: DatabaseOptions['writeAheadLog'];
  #depth = 0;
  #durably = false;
  /** Set while recording events that have already happened, to skip the check for a moved folder. */
  #anywhere = false;

  /** @param log whether there is a write-ahead log; without one, every commit is flushed */
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

  prepare<Row = AnyRow>(sql: string): PreparedStatement<Row> {
    return this.#prepare(sql, sql, false) as PreparedStatement<Row>;
  }

  /** Like `prepare`, but returns rows as arrays, because this is a third faster than returning objects. */
  prepareArrays<Row extends readonly unknown[]>(sql: string): PreparedStatement<Row> {
    return this.#prepare(`arrays: ${sql}`, sql, true) as PreparedStatement<Row>;
  }

  #prepare(name: string, sql: string, arrays: boolean): PreparedStatement<unknown> {
    const known = this.#statements.get(name);
    if (known) return known;
    try {
      const statement = this.#sqlite.prepare(sql);
      statement.setReturnArrays(arrays);
      const made = new PreparedStatement<unknown>(statement, this.#failure, () => this.#recordWrite(false));
      if (this.#statements.size >= MAX_STATEMENTS) {
        const [oldest] = this.#statements.keys();
        if (oldest !== undefined) this.#statements.delete(oldest);
      }
      this.#statements.set(name, made);
      return made;
    } catch (error) {
      throw this.#failure(error);
    }
  }

  forgetStatements(): void {
    this.#statements.clear();
  }

  exec(sql: string): void {
    try {
      this.#sqlite.exec(sql);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  readDocument<T>(text: string, parse: (value: unknown) => T, what: string): T {
    try {
      return parse(JSON.parse(text));
    } catch (error) {
      throw this.#damaged({ kind: 'unreadable', what }, error);
    }
  }

  /** Registers a cache to clear when rows may differ from it: after a rollback, or after `forgetCaches`. */
  onRollback(forget: () => void): void {
    this.#forget.push(forget);
  }

  /** Call after changing rows without the classes that cache them. */
  forgetCaches(): void {
    for (const forget of this.#forget) forget();
  }

  /**
   * Runs synchronous `work` in a transaction. If `work` throws, the transaction is rolled back. Can be nested.
   * @throws ProjectError `disk-full` and others
   */
  transaction<T>(work: () => T): T {
    const recording = this.#depth === 0 ? currentRecording() : null;
    if (!recording) return this.#runTransaction(work);
    const { result, changes } = recordRowChanges(this.#sqlite, RECORDED_TABLES, () => this.#runTransaction(work));
    recording.add(this, changes);
    return result;
  }

  #runTransaction<T>(work: () => T): T {
    if (this.#depth === 0 && !this.#anywhere) this.#file?.check();
    if (this.#depth === 0) this.#recordWrite(this.#durably);
    const savepoint = this.#depth === 0 ? null : `unit_${this.#depth}`;
    this.exec(savepoint === null ? 'BEGIN IMMEDIATE' : `SAVEPOINT ${savepoint}`);
    this.#depth += 1;
    try {
      const result = work();
      // If the disk is full, SQLite rolls back automatically. If `work` swallowed that error, its changes would be lost
      // silently.
      if (!this.#sqlite.isTransaction) throw new Error('the transaction was rolled back unexpectedly');
      this.exec(savepoint === null ? 'COMMIT' : `RELEASE ${savepoint}`);
      if (savepoint === null) this.#writeAheadLog?.afterCommit(this.#durably);
      return result;
    } catch (error) {
      if (this.#sqlite.isTransaction) {
        this.#sqlite.exec(savepoint === null ? 'ROLLBACK' : `ROLLBACK TO ${savepoint}; RELEASE ${savepoint}`);
      }
      this.forgetCaches();
      throw this.#failure(error);
    } finally {
      this.#depth -= 1;
    }
  }

  /** Runs a transaction and flushes it with all earlier commits. Can't be nested in a non-durable transaction. */
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

  /** Records events that have already happened, even if the open file's folder has been moved. */
  transactionEvenIfMoved<T>(work: () => T): T {
    const before = this.#anywhere;
    this.#anywhere = true;
    try {
      return this.transaction(work);
    } finally {
      this.#anywhere = before;
    }
  }

  allocateReserve(): void {
    this.#file?.check();
    try {
      this.#reserve?.allocate();
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /**
   * Like `durably`, but also writes after the folder has been moved, and uses the reserved space if the disk is full.
   */
  durablyWithReserve<T>(work: () => T): T {
    const before = this.#anywhere;
    this.#anywhere = true;
    try {
      return this.durably(work);
    } catch (error) {
      const isFull = error instanceof ProjectError && error.problem.kind === 'disk-full';
      // If another folder has replaced this one, the reserve file in it belongs to another project.
      if (!isFull || this.#file?.isInPlace() === false || !this.#reserve?.release()) throw error;
      return this.durably(work);
    } finally {
      this.#anywhere = before;
    }
  }

  #recordWrite(wait: boolean): void {
    if (this.#depth > 0) return;
    try {
      this.#writeAheadLog?.beforeWrite(wait);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  markClosed(): void {
    try {
      if (this.#writeAheadLog) this.#writeAheadLog.empty();
      else this.#sqlite.exec(MARK_CLOSED);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  setPragmas(): void {
    this.exec(
      `PRAGMA foreign_keys = ON; PRAGMA synchronous = ${this.#synchronous.resting}; PRAGMA temp_store = MEMORY`,
    );
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }
}
