// Whether a database holds what the migrations make, and nothing else: a trigger or a view of a stranger's would run or
// stand in for a table in whatever is asked of it.
import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from './migrations/all-migrations.ts';
import { ProjectError } from './project-error.ts';

/** What SQLite notes of each table, index, view and trigger. */
type Schema = ReadonlyMap<string, string>;

const expected = new Map<number, Schema>();

/**
 * @param version the database's format, one that this Lectern knows
 * @param folder the project's folder, for the error
 * @throws ProjectError `unsafe` for what no migration makes, `damaged` for what is missing
 */
export function checkSchema(sqlite: DatabaseSync, version: number, folder: string): void {
  const wanted = schemaOfVersion(version);
  const there = schemaIn(sqlite);
  for (const [name, sql] of there) {
    if (wanted.get(name) === sql) continue;
    throw new ProjectError({ kind: 'unsafe', path: folder, entry: name, reason: 'foreign-schema' });
  }
  const missing = wanted.keys().find((name) => !there.has(name));
  if (missing !== undefined) {
    throw new ProjectError({ kind: 'damaged', path: folder, detail: `${missing} is missing`, backup: null });
  }
}

function schemaOfVersion(version: number): Schema {
  const known = expected.get(version);
  if (known) return known;
  const sqlite = new DatabaseSync(':memory:');
  try {
    for (const migration of MIGRATIONS) if (migration.version <= version) sqlite.exec(migration.sql);
    const schema = schemaIn(sqlite);
    expected.set(version, schema);
    return schema;
  } finally {
    sqlite.close();
  }
}

/** Names as a person reads them (`trigger spy`); what SQLite itself notes for its planner is no concern. */
function schemaIn(sqlite: DatabaseSync): Schema {
  const rows = sqlite
    .prepare(`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT IN ('sqlite_stat1', 'sqlite_stat4')`)
    .all();
  return new Map(
    rows.map((row) => [
      `${row['type']} ${row['name']}`,
      `${row['tbl_name']}: ${String(row['sql']).replace(/\s+/g, ' ')}`,
    ]),
  );
}
