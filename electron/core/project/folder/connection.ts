import type { DatabaseSync } from 'node:sqlite';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { breakHardLinks, checkDatabaseFiles } from '../../../../node/sqlite/database-files.ts';
import { findSchemaDifferences, latestFormat, migrate, readHeaderNumber } from '../../../../node/sqlite/migrate.ts';
import {
  type DatabaseConnection,
  enableWriteAheadLog,
  openDatabase,
  openImmutable,
} from '../../../../node/sqlite/open-database.ts';
import { isFull, isReadOnly } from '../../../../node/sqlite/sqlite-codes.ts';
import { bytesOf } from './integrity.ts';
import { ProjectError } from './project-error.ts';
import type { ProjectPaths } from './project-paths.ts';
import { APPLICATION_ID, MIGRATIONS } from './schema.ts';

export const CURRENT_FORMAT = latestFormat(MIGRATIONS);
const OLDEST_FORMAT = MIGRATIONS[0]?.version ?? CURRENT_FORMAT;

/** Returns the format version; 0 for an empty file. @throws ProjectError `not-a-project` or `newer` */
export function checkFormat(sqlite: DatabaseSync, folder: string): number {
  const version = readHeaderNumber(sqlite, 'user_version');
  const isOurs = readHeaderNumber(sqlite, 'application_id') === APPLICATION_ID && version >= OLDEST_FORMAT;
  if (version > 0 && !isOurs) {
    throw new ProjectError({ kind: 'not-a-project', path: folder });
  }
  if (version > CURRENT_FORMAT)
    throw new ProjectError({ kind: 'newer', path: folder, version, supported: CURRENT_FORMAT });
  return version;
}

/** Migrates to the current format. @param backUpFirst called once before any change, unless the file is empty */
export function migrateProject(
  sqlite: DatabaseSync,
  folder: string,
  backUpFirst: (version: number) => void = () => {},
): void {
  checkFormat(sqlite, folder);
  migrate(sqlite, MIGRATIONS, { applicationId: APPLICATION_ID, backUpFirst });
}

/** @throws ProjectError `unsafe` for schema entries that no migration creates, `damaged` for missing ones */
function checkSchema(sqlite: DatabaseSync, version: number, folder: string): void {
  const [first] = findSchemaDifferences(sqlite, MIGRATIONS, version);
  if (first === undefined) return;
  const entry = `${first.type} ${first.name}`;
  throw new ProjectError(
    first.kind === 'missing'
      ? { kind: 'damaged', path: folder, damage: { kind: 'missing-entry', name: entry }, backup: null }
      : { kind: 'unsafe', path: folder, entry, reason: 'foreign-schema' },
  );
}

/** After a large import, the write-ahead log is truncated to this size, in bytes. */
const MAX_LOG_BYTES_AFTER_CHECKPOINT = 32 * 1024 * 1024;
const CACHE_KIB = 65_536;

function checkOrClose(sqlite: DatabaseSync, folder: string): DatabaseSync {
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
 * Opens the database for reading. In a read-only folder or on a full drive, SQLite can't create its shared-memory file.
 * There can't be a writer in that case, so the file is opened as immutable.
 * @throws ProjectError; UnsafeEntryError; SQLite errors
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
    return checkOrClose(openImmutable(paths.database), paths.folder);
  }
  return checkOrClose(sqlite, paths.folder);
}

/** Opens a file that no process is writing, such as a backup, without creating files next to it. */
export function connectToUnmodified(files: UntrustedFolder, path: string): DatabaseSync {
  checkDatabaseFiles(files, path, 'read');
  return checkOrClose(openImmutable(path), files.path);
}

/**
 * Opens the database for writing, without checking its content. `log` is false if a rollback journal is used instead of
 * the log, as on network drives.
 */
export function connectToWrite(paths: ProjectPaths): DatabaseConnection {
  breakHardLinks(paths.files, paths.database);
  checkDatabaseFiles(paths.files, paths.database, 'write');
  const sqlite = openDatabase(paths.database);
  try {
    const log = enableWriteAheadLog(sqlite, paths.folder);
    sqlite.exec(
      `PRAGMA cache_size = -${CACHE_KIB}; PRAGMA journal_size_limit = ${MAX_LOG_BYTES_AFTER_CHECKPOINT}; ` +
        // Checkpoints must be recorded first (write-ahead-log.ts), so SQLite must not run them automatically.
        'PRAGMA wal_autocheckpoint = 0',
    );
    return { sqlite, log };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
