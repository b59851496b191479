// Opening the database file of a project.

import type { DatabaseSync } from 'node:sqlite';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { checkDatabaseFiles, ownDatabaseFiles } from '../../../../node/sqlite/database-files.ts';
import { latestFormat, migrate, readHeadNumber, schemaDifferences } from '../../../../node/sqlite/migrate.ts';
import { type Connected, keepLog, openDatabase, openUnchanging } from '../../../../node/sqlite/open-database.ts';
import { isFull, isReadOnly } from '../../../../node/sqlite/sqlite-codes.ts';
import { bytesOf } from './integrity.ts';
import { APPLICATION_ID, MIGRATIONS } from './migrations/all-migrations.ts';
import { ProjectError } from './project-error.ts';
import type { ProjectPaths } from './project-paths.ts';

/** The format that this Lectern writes. */
export const FORMAT = latestFormat(MIGRATIONS);

/**
 * Checks that a database is a project's and not of a newer format.
 *
 * @returns its format version; 0 for an empty file
 * @throws ProjectError `not-a-project` or `newer`
 */
export function checkFormat(sqlite: DatabaseSync, folder: string): number {
  const version = readHeadNumber(sqlite, 'user_version');
  if (version > 0 && readHeadNumber(sqlite, 'application_id') !== APPLICATION_ID) {
    throw new ProjectError({ kind: 'not-a-project', path: folder });
  }
  if (version > FORMAT) throw new ProjectError({ kind: 'newer', path: folder, version, supported: FORMAT });
  return version;
}

/**
 * Brings a project's database to today's format.
 *
 * @param backUpFirst called once before anything changes, for a file that has a format already
 * @throws ProjectError `newer`, `not-a-project`; what a step throws
 */
export function migrateProject(
  sqlite: DatabaseSync,
  folder: string,
  backUpFirst: (version: number) => void = () => {},
): void {
  checkFormat(sqlite, folder);
  migrate(sqlite, MIGRATIONS, { applicationId: APPLICATION_ID, backUpFirst });
}

/**
 * @param version the database's format
 * @throws ProjectError `unsafe` for what no migration makes, `damaged` for what is missing
 */
function checkSchema(sqlite: DatabaseSync, version: number, folder: string): void {
  const [first] = schemaDifferences(sqlite, MIGRATIONS, version);
  if (first === undefined) return;
  const entry = `${first.type} ${first.name}`;
  throw new ProjectError(
    first.kind === 'missing'
      ? { kind: 'damaged', path: folder, detail: `${entry} is missing`, backup: null }
      : { kind: 'unsafe', path: folder, entry, reason: 'foreign-schema' },
  );
}

/** The log is truncated to this many bytes after a large import. */
const LOG_BYTES_KEPT = 32 * 1024 * 1024;
/** Memory for pages of the file, in KiB. */
const CACHE_KIB = 65_536;

/** @throws ProjectError `not-a-project`, `newer`, `unsafe`, `damaged` */
function checked(sqlite: DatabaseSync, folder: string): DatabaseSync {
  try {
    const version = checkFormat(sqlite, folder);
    if (version === 0) throw new ProjectError({ kind: 'not-a-project', path: folder });
    checkSchema(sqlite, version, folder);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/**
 * Opens the file for reading. In a folder that can't be written, or on a full drive, SQLite can't make the memory that it
 * shares with a writer; there is no writer then, and the file is read as one that never changes.
 *
 * @throws ProjectError `not-a-project`, `newer`, `unsafe`, `damaged`; UnsafeEntryError; what SQLite says
 */
export function connectToRead(paths: ProjectPaths): DatabaseSync {
  checkDatabaseFiles(paths.files, paths.database, 'read');
  const sqlite = openDatabase(paths.database, { readOnly: true });
  try {
    sqlite.prepare('PRAGMA schema_version').get();
    sqlite.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  } catch (error) {
    sqlite.close();
    if (bytesOf(paths.files, paths.log) > 0 || !(isReadOnly(error) || isFull(error))) throw error;
    return checked(openUnchanging(paths.database), paths.folder);
  }
  return checked(sqlite, paths.folder);
}

/** Opens a file that no process writes, such as a backup: no other file comes beside it. @throws as `connectToRead` */
export function connectToUnchanging(files: UntrustedFolder, path: string): DatabaseSync {
  checkDatabaseFiles(files, path, 'read');
  return checked(openUnchanging(path), files.path);
}

/**
 * Opens the file for writing, with a write-ahead log where the drive can keep one.
 *
 * @returns `log` false: a rollback journal is kept instead, as on a network drive
 * @throws UnsafeEntryError; what SQLite says. What the file holds is not looked at
 */
export function connectToWrite(paths: ProjectPaths): Connected {
  ownDatabaseFiles(paths.files, paths.database);
  checkDatabaseFiles(paths.files, paths.database, 'write');
  const sqlite = openDatabase(paths.database);
  try {
    const log = keepLog(sqlite, paths.folder);
    sqlite.exec(
      `PRAGMA cache_size = -${CACHE_KIB}; PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}; ` +
        // What is copied is noted first (write-ahead-log.ts).
        'PRAGMA wal_autocheckpoint = 0',
    );
    return { sqlite, log };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
