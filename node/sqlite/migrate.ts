// The format of a database: numbered steps that lead to it, and whether a file holds what they make.
import { DatabaseSync } from 'node:sqlite';

/** A step from one format version of a database to the next. Frozen once shipped. */
export interface Migration {
  /** The format version that the file has afterwards: 1, 2, 3 without a hole. */
  readonly version: number;
  /** SQL without transactions of its own. */
  readonly sql: string;
}

/** The database has a format that only later versions of the program know; nothing was changed. */
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

/** A number that SQLite keeps in the file's head; its `user_version` is the format's, 0 in an empty file. */
export function readHeadNumber(sqlite: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(sqlite.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}

/** The format that the last step leads to. */
export const latestFormat = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0;

/** @returns the database's format version; 0 for an empty file. @throws NewerFormatError */
export function knownFormat(sqlite: DatabaseSync, migrations: readonly Migration[]): number {
  const version = readHeadNumber(sqlite, 'user_version');
  const supported = latestFormat(migrations);
  if (version > supported) throw new NewerFormatError(version, supported);
  return version;
}

interface MigrateOptions {
  /** Marks the file as one of this program's. */
  readonly applicationId?: number;
  /** Called once before anything changes, for a file that has a format already. */
  readonly backUpFirst?: (version: number) => void;
}

/**
 * Brings a database to the latest format. All steps are one transaction: a step that fails leaves the file as it was.
 *
 * @throws NewerFormatError; what a step or `backUpFirst` throws
 */
export function migrate(
  sqlite: DatabaseSync,
  migrations: readonly Migration[],
  { applicationId, backUpFirst }: MigrateOptions = {},
): void {
  const version = knownFormat(sqlite, migrations);
  if (version === latestFormat(migrations)) return;
  if (version > 0) backUpFirst?.(version);
  // Rebuilding a table would trip over the keys that point to it; they are checked at the end instead.
  sqlite.exec('PRAGMA foreign_keys = OFF');
  try {
    sqlite.exec('BEGIN IMMEDIATE');
    // Another process may have taken the steps while this one waited for its turn.
    const reached = knownFormat(sqlite, migrations);
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

/** What SQLite notes of a table, index, view or trigger. */
interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  /** What it belongs to, and the words that made it. */
  readonly made: string;
}

type Schema = ReadonlyMap<string, SchemaEntry>;

/** An entry that is in a database, or is not, against what the steps make. */
export interface SchemaDifference extends Pick<SchemaEntry, 'type' | 'name'> {
  /** `foreign`: no step makes it; `changed`: a step makes it differently. */
  readonly kind: 'foreign' | 'changed' | 'missing';
}

/**
 * How the tables of a database differ from those that the steps up to its format make: a trigger or a view of a stranger's
 * would run or stand in for a table in whatever is asked of it.
 *
 * @param version of its format, one that is known
 */
export function schemaDifferences(
  sqlite: DatabaseSync,
  migrations: readonly Migration[],
  version: number,
): SchemaDifference[] {
  const wanted = schemaOfFormat(migrations, version);
  const there = schemaIn(sqlite);
  const found: SchemaDifference[] = [];
  for (const [key, { type, name, made }] of there) {
    const expected = wanted.get(key);
    if (expected?.made !== made) found.push({ kind: expected ? 'changed' : 'foreign', type, name });
  }
  for (const [key, { type, name }] of wanted) if (!there.has(key)) found.push({ kind: 'missing', type, name });
  return found;
}

const schemas = new WeakMap<readonly Migration[], Map<number, Schema>>();

function schemaOfFormat(migrations: readonly Migration[], version: number): Schema {
  const known = schemas.get(migrations) ?? new Map<number, Schema>();
  schemas.set(migrations, known);
  const made = known.get(version) ?? makeSchema(migrations, version);
  known.set(version, made);
  return made;
}

function makeSchema(migrations: readonly Migration[], version: number): Schema {
  const sqlite = new DatabaseSync(':memory:');
  try {
    for (const migration of migrations) if (migration.version <= version) sqlite.exec(migration.sql);
    return schemaIn(sqlite);
  } finally {
    sqlite.close();
  }
}

/** What SQLite itself notes for its planner is no concern. */
function schemaIn(sqlite: DatabaseSync): Schema {
  const rows = sqlite
    .prepare(`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT IN ('sqlite_stat1', 'sqlite_stat4')`)
    .all();
  return new Map(
    rows.map((row) => {
      const [type, name] = [String(row['type']), String(row['name'])];
      const made = `${row['tbl_name']}: ${String(row['sql']).replace(/\s+/g, ' ')}`;
      return [`${type} ${name}`, { type, name, made }];
    }),
  );
}
