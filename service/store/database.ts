// service.db: the one connection that all stores of the service read and write through.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { migrate } from './schema.ts';

type Value = string | number | null;

/** A SQLite database with its statements prepared once. What is read is to be parsed by whoever reads it. */
export class ServiceDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * Opens the database, makes it where there is none, and brings it to today's version.
   * @throws NewerDatabaseError (store/schema.ts)
   */
  constructor(path: string) {
    this.#database = new DatabaseSync(path, { enableForeignKeyConstraints: true });
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
    migrate(this.#database);
  }

  run(sql: string, values: readonly Value[] = []): void {
    this.#prepared(sql).run(...values);
  }

  get(sql: string, values: readonly Value[] = []): Record<string, unknown> | undefined {
    return this.#prepared(sql).get(...values);
  }

  all(sql: string, values: readonly Value[] = []): Record<string, unknown>[] {
    return this.#prepared(sql).all(...values);
  }

  /** All of it or nothing. Within another one it is a part of that. */
  transaction<T>(work: () => T): T {
    if (this.#database.isTransaction) return work();
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** The same, and on the disk when it returns. What is only progress need not be flushed: it is done again. */
  durably<T>(work: () => T): T {
    // The setting can't change within a transaction.
    this.#database.exec('PRAGMA synchronous = FULL');
    try {
      return this.transaction(work);
    } finally {
      this.#database.exec('PRAGMA synchronous = NORMAL');
    }
  }

  close(): void {
    this.#database.close();
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}
