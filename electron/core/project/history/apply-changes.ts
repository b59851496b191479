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
    const apply = () => changes.map((change) => applyChange(db, change, now));
    const changesText = changes.some(({ table }) => table === 'paragraphs');
    const made = changesText ? rememberingTexts(db, now, apply) : apply();
    db.forgetCaches();
    return made;
  });
}

function applyChange(db: Database, change: RowChange, now: number): RowChange {
  const { table, key, after } = change;
  const isSoft = after === null && SOFTLY_DELETED.has(table);
  const made = isSoft ? { ...change, before: { deleted_at: null }, after: { deleted_at: now } } : change;
  if (made.before === null) insertRow(db, made);
  else {
    const same = { ...key, ...made.before };
    const where = `WHERE ${conditions(db, table, Object.keys(same))}`;
    const sets = Object.keys(made.after ?? {});
    const sql = made.after
      ? `UPDATE ${named(table)} SET ${sets.map((column) => `${columnOf(db, table, column)} = ?`).join(', ')} ${where}`
      : `DELETE FROM ${named(table)} ${where}`;
    const { changes } = db.prepare(sql).run(...Object.values(made.after ?? {}), ...Object.values(same));
    if (changes === 0) throw new ChangedSinceError(table);
  }
  return made;
}

function insertRow(db: Database, { table, key, after }: RowChange): void {
  const found = db
    .prepare(`SELECT 1 FROM ${named(table)} WHERE ${conditions(db, table, Object.keys(key))}`)
    .get(...Object.values(key));
  if (found) throw new ChangedSinceError(table);
  const row = { ...key, ...after };
  const columns = Object.keys(row).map((column) => columnOf(db, table, column));
  db.prepare(`INSERT INTO ${named(table)} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`).run(
    ...Object.values(row),
  );
}

const conditions = (db: Database, table: string, columns: readonly string[]): string =>
  columns.map((column) => `${columnOf(db, table, column)} IS ?`).join(' AND ');

/** Changes are read from the project, so names that aren't in the schema are refused. */
function named(table: string): string {
  if (!Object.hasOwn(RECORDED_TABLES, table)) throw new ChangedSinceError(table);
  return table;
}

function columnOf(db: Database, table: string, column: string): string {
  const found = db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(named(table), column);
  if (!found) throw new ChangedSinceError(table);
  return `"${column}"`;
}
