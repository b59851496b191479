// Opening the database file of a project.

import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { bytesOf } from './integrity.ts';
import { isNetworkDrive } from './network-drive.ts';
import type { ProjectPaths } from './project-paths.ts';

/** Milliseconds to wait for a reader that is just reading, or a writer that is just committing. */
const BUSY_TIMEOUT_MS = 5_000;
/** The log is cut to so many bytes after a large import. */
const LOG_BYTES_KEPT = 32 * 1024 * 1024;
/** The log is emptied into the file when it has so many pages (16 MB): rarely, because whoever commits then waits. */
const LOG_PAGES = 4_000;
/** Memory for pages of the file, in KiB. */
const CACHE_KIB = 65_536;

/**
 * Opens the file for reading. In a folder that can't be written, or on a full drive, SQLite can't make the memory that it
 * shares with a writer; there is no writer then, and the file is read as one that never changes.
 */
export function connectToRead(paths: ProjectPaths): DatabaseSync {
  const sqlite = new DatabaseSync(paths.database, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    sqlite.prepare('PRAGMA schema_version').get();
    sqlite.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    if (bytesOf(paths.log) > 0 || !cannotShare(error)) throw error;
    const url = pathToFileURL(paths.database);
    url.searchParams.set('immutable', '1');
    return new DatabaseSync(url, { readOnly: true });
  }
}

// SQLITE_IOERR_SHMSIZE, of a full drive; SQLITE_CANTOPEN and SQLITE_READONLY.
function cannotShare(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return false;
  return error.errcode === 4874 || [8, 14].includes(error.errcode & 0xff);
}

/**
 * Opens the file for writing, with a write-ahead log where the drive can keep one.
 *
 * @returns `log` false: a rollback journal is kept instead, as on a network drive
 */
export function connectToWrite(paths: ProjectPaths): { readonly sqlite: DatabaseSync; readonly log: boolean } {
  const sqlite = new DatabaseSync(paths.database, { timeout: BUSY_TIMEOUT_MS });
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
