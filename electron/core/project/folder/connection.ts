// Opening the database file of a project.

import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { checkDatabaseFiles, ownDatabaseFiles } from '../../../../node/files/database-files.ts';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { isFull, isReadOnly } from '../../../../node/sqlite-codes.ts';
import { bytesOf } from './integrity.ts';
import { checkFormat } from './migrate.ts';
import { MIGRATIONS } from './migrations/all-migrations.ts';
import { isNetworkDrive } from './network-drive.ts';
import { ProjectError } from './project-error.ts';
import type { ProjectPaths } from './project-paths.ts';
import { checkSchema } from './schema-check.ts';

/** Milliseconds to wait for a reader that is just reading, or a writer that is just committing. */
const BUSY_TIMEOUT_MS = 5_000;
/** The log is truncated to this many bytes after a large import. */
const LOG_BYTES_KEPT = 32 * 1024 * 1024;
/** The log is emptied into the file at this many pages (16 MB): rarely, because the commit that does so has to wait. */
const LOG_PAGES = 4_000;
/** Memory for pages of the file, in KiB. */
const CACHE_KIB = 65_536;

/** No value in a project has more bytes: a script has 64 MiB at most. */
const MOST_VALUE_BYTES = 256 * 1024 * 1024;

/** Opens a database of which a stranger may have made every byte. */
function open(location: string | URL, options: DatabaseSyncOptions): DatabaseSync {
  const sqlite = new DatabaseSync(location, {
    ...options,
    allowExtension: false,
    defensive: true,
    limits: { length: MOST_VALUE_BYTES },
  });
  sqlite.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
  return sqlite;
}

/** As one that never changes: no other file comes beside it, and none is looked at. */
function openUnchanging(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return open(url, { readOnly: true });
}

/** @throws ProjectError `not-a-project`, `newer`, `unsafe`, `damaged` */
function checked(sqlite: DatabaseSync, folder: string): DatabaseSync {
  try {
    const version = checkFormat(sqlite, folder, MIGRATIONS.at(-1)?.version ?? 0);
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
  const sqlite = open(paths.database, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
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
export function connectToWrite(paths: ProjectPaths): { readonly sqlite: DatabaseSync; readonly log: boolean } {
  ownDatabaseFiles(paths.files, paths.database);
  checkDatabaseFiles(paths.files, paths.database, 'write');
  const sqlite = open(paths.database, { timeout: BUSY_TIMEOUT_MS });
  try {
    const wanted = isNetworkDrive(paths.folder) ? 'delete' : 'wal';
    const mode = sqlite.prepare(`PRAGMA journal_mode = ${wanted}`).get()?.['journal_mode'];
    sqlite.exec(
      `PRAGMA cache_size = -${CACHE_KIB}; PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}; ` +
        `PRAGMA wal_autocheckpoint = ${LOG_PAGES}`,
    );
    return { sqlite, log: mode === 'wal' };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
