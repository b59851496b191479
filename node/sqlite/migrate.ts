import { DatabaseSync } from 'node:sqlite';

/** Frozen once released. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/** Thrown if only later versions of the program support the database's format. The database is unchanged. */
export class NewerFormatError extends Error {
  override readonly name = 'NewerFormatError';
  readonly version: number;
  readonly supported: number;

  constructor(version: number, supported: number) {
    super(`the database has format ${version}; formats up to ${supported} are known`);
    this.version = version;
    this.supported = supported;
  }
}

/** `user_version` is the format version, 0 in an empty file. */
export function readHeaderNumber(sqlite: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(sqlite.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}

export const latestFormat = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0;

/** Returns the database's format version, or 0 for an empty file. Throws a NewerFormatError. */
export function readSupportedFormat(sqlite: DatabaseSync, migrations: readonly Migration[]): number {
  const version = readHeaderNumber(sqlite, 'user_version');
  const supported = latestFormat(migrations);
  if (version > supported) throw new NewerFormatError(version, supported);
  return version;
}

interface MigrateOptions {
  /** Stored in the file to identify the program that created it. */
  readonly applicationId?: number;
  /** Called once before any change to an existing database. */
  readonly backUpFirst?: (version: number) => void;
}

/** Migrates to the latest format in a single transaction, so that a failure leaves the file unchanged. */
export function migrate(
  sqlite: DatabaseSync,
  migrations: readonly Migration[],
  { applicationId, backUpFirst }: MigrateOptions = {},
): void {
  const version = readSupportedFormat(sqlite, migrations);
  if (version === latestFormat(migrations)) return;
  if (version > 0) backUpFirst?.(version);
  // Rebuilding a table temporarily violates foreign keys, so check them only at the end.
  sqlite.exec('PRAGMA foreign_keys = OFF');
  try {
    sqlite.exec('BEGIN IMMEDIATE');
    // Another process might have migrated the database before this transaction began.
    const reached = readSupportedFormat(sqlite, migrations);
    for (const step of migrations) if (step.version > reached) sqlite.exec(step.sql);
    const orphans = sqlite.prepare('PRAGMA foreign_key_check').all();
    if (orphans.length > 0) throw new Error(`the new format leaves ${orphans.length} rows that point nowhere`);
    if (applicationId !== undefined) sqlite.exec(`PRAGMA application_id = ${applicationId}`);
    sqlite.exec(`PRAGMA user_version = ${latestFormat(migrations)}`);
    sqlite.exec('COMMIT');
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
    throw error;
  } finally {
    sqlite.exec('PRAGMA foreign_keys = ON');
  }
}

interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  /** The entry's table and SQL statement. */
  readonly made: string;
}

type Schema = ReadonlyMap<string, SchemaEntry>;

export interface SchemaDifference extends Pick<SchemaEntry, 'type' | 'name'> {
  /** `foreign`: not created by any migration; `changed`: different from what the migrations create. */
  readonly kind: 'foreign' | 'changed' | 'missing';
}

/**
 * Compares the schema with the one that the migrations up to `version` create. Any query could run a foreign trigger or
 * view.
 */
export function findSchemaDifferences(
  sqlite: DatabaseSync,
  migrations: readonly Migration[],
  version: number,
): SchemaDifference[] {
  const expectedSchema = expectedSchemaOf(migrations, version);
  const actualSchema = readSchema(sqlite);
  const differences: SchemaDifference[] = [];
  for (const [key, { type, name, made }] of actualSchema) {
    const expected = expectedSchema.get(key);
    if (expected?.made !== made) differences.push({ kind: expected ? 'changed' : 'foreign', type, name });
  }
  for (const [key, { type, name }] of expectedSchema)
    if (!actualSchema.has(key)) differences.push({ kind: 'missing', type, name });
  return differences;
}

const schemaCache = new WeakMap<readonly Migration[], Map<number, Schema>>();

function expectedSchemaOf(migrations: readonly Migration[], version: number): Schema {
  const known = schemaCache.get(migrations) ?? new Map<number, Schema>();
  schemaCache.set(migrations, known);
  const made = known.get(version) ?? buildSchema(migrations, version);
  known.set(version, made);
  return made;
}

function buildSchema(migrations: readonly Migration[], version: number): Schema {
  const sqlite = new DatabaseSync(':memory:');
  try {
    for (const migration of migrations) if (migration.version <= version) sqlite.exec(migration.sql);
    return readSchema(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Removes formatting, because SQLite quotes the names of renamed tables and appends added columns to the last line. */
const normaliseSql = (sql: string): string =>
  sql
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1');

/** Ignores the tables of SQLite's query planner. */
function readSchema(sqlite: DatabaseSync): Schema {
  const rows = sqlite
    .prepare(`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT IN ('sqlite_stat1', 'sqlite_stat4')`)
    .all();
  return new Map(
    rows.map((row) => {
      const [type, name] = [String(row['type']), String(row['name'])];
      const made = `${row['tbl_name']}: ${normaliseSql(String(row['sql']))}`;
      return [`${type} ${name}`, { type, name, made }];
    }),
  );
}
