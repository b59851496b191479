// Opening the database file of a project.

import { statfsSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { checkDatabaseFiles, ownDatabaseFiles } from '../../../../node/files/database-files.ts';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { isFull, isReadOnly } from '../../../../node/sqlite-codes.ts';
import { bytesOf } from './integrity.ts';
import { checkFormat } from './migrate.ts';
import { MIGRATIONS } from './migrations/all-migrations.ts';
import { ProjectError } from './project-error.ts';
import type { ProjectPaths } from './project-paths.ts';

// Whether a database holds what the migrations make, and nothing else: a trigger or a view of a stranger's would run or
// stand in for a table in whatever is asked of it.

/** What SQLite notes of each table, index, view and trigger. */
type Schema = ReadonlyMap<string, string>;

const expected = new Map<number, Schema>();

/**
 * @param version the database's format, one that this Lectern knows
 * @param folder the project's folder, for the error
 * @throws ProjectError `unsafe` for what no migration makes, `damaged` for what is missing
 */
function checkSchema(sqlite: DatabaseSync, version: number, folder: string): void {
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

// The magic numbers that Linux gives for file systems of other machines.
const NETWORK_TYPES: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB 2
  0x5346414f, // AFS
  0x01021997, // 9P
]);

/**
 * Whether a folder lies on another machine, where a write-ahead log can't be shared. Known on Linux, and on Windows
 * for paths that name a server; elsewhere the database is asked whether it can keep a log.
 */
function isNetworkDrive(folder: string): boolean {
  if (process.platform === 'win32') return folder.startsWith('\\\\') && !folder.startsWith('\\\\?\\');
  if (process.platform !== 'linux') return false;
  try {
    return NETWORK_TYPES.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}

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
