import type { DatabaseSync } from 'node:sqlite';
import { ProjectError } from './project-error.ts';

/** A step from one format version of the project file to the next. Frozen once shipped. */
export interface Migration {
  /** The format version that the file has afterwards: 1, 2, 3 without a hole. */
  readonly version: number;
  /** SQL without transactions of its own. */
  readonly sql: string;
}

/** Marks a SQLite file as a Lectern project: the bytes of `Lctn`. */
const APPLICATION_ID = 0x4c63746e;

/** A number that SQLite keeps in the file's head. */
export function readHeadNumber(sqlite: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(sqlite.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}

/**
 * Checks that a database is a project's and not of a newer format.
 *
 * @returns its format version; 0 for an empty file
 * @throws ProjectError `not-a-project` or `newer`
 */
export function checkFormat(sqlite: DatabaseSync, folder: string, supported: number): number {
  const version = readHeadNumber(sqlite, 'user_version');
  if (version > 0 && readHeadNumber(sqlite, 'application_id') !== APPLICATION_ID) {
    throw new ProjectError({ kind: 'not-a-project', path: folder });
  }
  if (version > supported) throw new ProjectError({ kind: 'newer', path: folder, version, supported });
  return version;
}

/**
 * Brings a database to today's format. All steps are one transaction: a step that fails leaves the file as it was.
 *
 * @param folder the project's folder, for errors
 * @param backUpFirst called once before anything changes, for a file that has a format already
 * @throws ProjectError `newer`, `not-a-project`; what a step throws
 */
export function migrate(
  sqlite: DatabaseSync,
  migrations: readonly Migration[],
  folder: string,
  backUpFirst: (version: number) => void,
): void {
  const version = checkFormat(sqlite, folder, migrations.at(-1)?.version ?? 0);
  const steps = migrations.filter((migration) => migration.version > version);
  if (steps.length === 0) return;
  if (version > 0) backUpFirst(version);
  // Rebuilding a table would trip over the keys that point to it; they are checked at the end instead.
  sqlite.exec('PRAGMA foreign_keys = OFF');
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    for (const step of steps) sqlite.exec(step.sql);
    const orphans = sqlite.prepare('PRAGMA foreign_key_check').all();
    if (orphans.length > 0) throw new Error(`the new format leaves ${orphans.length} rows that point nowhere`);
    sqlite.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    sqlite.exec(`PRAGMA user_version = ${steps.at(-1)?.version ?? version}`);
    sqlite.exec('COMMIT');
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
    throw error;
  } finally {
    sqlite.exec('PRAGMA foreign_keys = ON');
  }
}
