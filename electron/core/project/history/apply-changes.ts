import type { RowChange } from '../../../../node/sqlite/row-changes.ts';
import { RECORDED_TABLES } from '../folder/change-recording.ts';
import type { Database } from '../folder/database.ts';
import { rememberingTexts } from '../script/identities.ts';

/** Rows of these tables are never deleted, because takes belong to them. */
const SOFTLY_DELETED = new Set(['paragraphs', 'lines']);

/** Thrown if rows have changed since the changes were recorded. */
export class ChangedSinceError extends Error {
  override readonly name = 'ChangedSinceError';
  readonly table: string;

  constructor(table: string) {
    super(table);
    this.table = table;
  }
}

/**
 * Applies recorded changes, all or none.
 * @returns the changes that were made, which differ for rows that are only marked as deleted
 * @throws ChangedSinceError
 */
export function applyChanges(db: Database, changes: readonly RowChange[], now: number): RowChange[] {
  return db.durably(() => {
    // Rows may refer to rows that are added later.
    db.exec('PRAGMA defer_foreign_keys = ON');
    const schema = new RowSchema(db);
    const apply = () => changes.map((change) => applyChange({ db, schema, now }, change));
    const changesText = changes.some(({ table }) => table === 'paragraphs');
    const made = changesText ? rememberingTexts(db, now, apply) : apply();
    db.forgetCaches();
    return made;
  });
}

interface ChangedRows {
  readonly db: Database;
  readonly schema: RowSchema;
  readonly now: number;
}

function applyChange({ db, schema, now }: ChangedRows, change: RowChange): RowChange {
  checkRecorded(schema, change);
  const { table, key, after } = change;
  const isSoft = after === null && SOFTLY_DELETED.has(table);
  const made = isSoft ? { ...change, before: { deleted_at: null }, after: { deleted_at: now } } : change;
  if (made.before === null) insertRow({ db, schema }, made);
  else {
    const same = { ...key, ...made.before };
    const where = `WHERE ${conditions(schema, table, Object.keys(same))}`;
    const sets = Object.keys(made.after ?? {});
    const sql = made.after
      ? `UPDATE ${table} SET ${sets.map((column) => `${columnOf(schema, table, column)} = ?`).join(', ')} ${where}`
      : `DELETE FROM ${table} ${where}`;
    const { changes } = db.prepare(sql).run(...Object.values(made.after ?? {}), ...Object.values(same));
    if (changes === 0) throw new ChangedSinceError(table);
  }
  return made;
}

function insertRow({ db, schema }: Pick<ChangedRows, 'db' | 'schema'>, { table, key, after }: RowChange): void {
  const found = db
    .prepare(`SELECT 1 FROM ${table} WHERE ${conditions(schema, table, Object.keys(key))}`)
    .get(...Object.values(key));
  if (found) throw new ChangedSinceError(table);
  const row = { ...key, ...after };
  const columns = Object.keys(row).map((column) => columnOf(schema, table, column));
  db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`).run(
    ...Object.values(row),
  );
}

const conditions = (schema: RowSchema, table: string, columns: readonly string[]): string =>
  columns.map((column) => `${columnOf(schema, table, column)} IS ?`).join(' AND ');

/** Changes are read from the project, so those that Lectern wouldn't record are refused. */
function checkRecorded(schema: RowSchema, { table, key, before, after }: RowChange): void {
  const recorded = Object.hasOwn(RECORDED_TABLES, table) ? RECORDED_TABLES[table] : undefined;
  if (!recorded) throw new ChangedSinceError(table);
  const keys = [...schema.columns(table)].flatMap(([name, isKey]) => (isKey ? [name] : []));
  const isRow = keys.length === Object.keys(key).length && keys.every((name) => Object.hasOwn(key, name));
  const updated = before && after ? Object.keys({ ...before, ...after }) : null;
  const isAllowed = updated
    ? Object.keys(after ?? {}).length > 0 && updated.every((name) => recorded.columns.includes(name))
    : recorded.rows;
  if (!isRow || !isAllowed) throw new ChangedSinceError(table);
}

function columnOf(schema: RowSchema, table: string, column: string): string {
  if (!schema.columns(table).has(column)) throw new ChangedSinceError(table);
  return `"${column}"`;
}

class RowSchema {
  readonly #db: Database;
  readonly #columns = new Map<string, ReadonlyMap<string, boolean>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns whether each column is part of the table's key. */
  columns(table: string): ReadonlyMap<string, boolean> {
    const known = this.#columns.get(table);
    if (known) return known;
    const rows = this.#db
      .prepare<{ readonly name: string; readonly pk: number }>('SELECT name, pk FROM pragma_table_info(?)')
      .all(table);
    const columns = new Map(rows.map(({ name, pk }) => [name, pk > 0]));
    this.#columns.set(table, columns);
    return columns;
  }
}
