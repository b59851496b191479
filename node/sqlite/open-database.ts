// Opening SQLite databases: what each connection refuses, how it keeps its changes, and whether its file is sound.
import { statfsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Milliseconds to wait for a reader that is just reading, or a writer that is just committing. */
const BUSY_TIMEOUT_MS = 5_000;
/** No value in a database has more bytes: a script has 64 MiB at most. */
const MOST_VALUE_BYTES = 256 * 1024 * 1024;

interface OpenDatabaseOptions {
  readonly readOnly?: boolean;
  /** How long other connections are waited for, in milliseconds. */
  readonly timeoutMs?: number;
}

/** An open connection, and whether its changes go to a write-ahead log; a rollback journal is kept if not. */
export interface Connected {
  readonly sqlite: DatabaseSync;
  readonly log: boolean;
}

/**
 * Opens a database of which a stranger may have made every byte. Keys that point to other rows are enforced.
 *
 * @throws what SQLite says
 */
export function openDatabase(location: string | URL, options: OpenDatabaseOptions = {}): DatabaseSync {
  const sqlite = new DatabaseSync(location, {
    readOnly: options.readOnly ?? false,
    timeout: options.timeoutMs ?? BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    allowExtension: false,
    defensive: true,
    limits: { length: MOST_VALUE_BYTES },
  });
  sqlite.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
  return sqlite;
}

/** Opens a database as one that never changes: no other file comes beside it, and none is looked at. */
export function openUnchanging(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return openDatabase(url, { readOnly: true });
}

/**
 * Has a connection keep a write-ahead log where the drive can do that, and else a rollback journal.
 *
 * @param folder where the database lies
 * @returns whether it is a log
 */
export function keepLog(sqlite: DatabaseSync, folder: string): boolean {
  const wanted = isNetworkDrive(folder) ? 'delete' : 'wal';
  return sqlite.prepare(`PRAGMA journal_mode = ${wanted}`).get()?.['journal_mode'] === 'wal';
}

/**
 * What `PRAGMA synchronous` has to be. `resting`: what is committed outlasts the death of any process, and the file is sound
 * after a power cut. `durable`: what is committed outlasts a power cut, too. Without a log every commit is flushed.
 */
export const synchronousLevels = (log: boolean) =>
  log ? ({ resting: 'NORMAL', durable: 'FULL' } as const) : ({ resting: 'EXTRA', durable: 'EXTRA' } as const);

/**
 * Reads a whole database, and changes nothing.
 *
 * @param check `integrity_check` compares indexes with their tables, too, which takes some times as long
 * @returns what SQLite finds wrong with it first; null where it is sound
 * @throws what SQLite says where it can't read on
 */
export function findDamage(sqlite: DatabaseSync, check: 'quick_check' | 'integrity_check'): string | null {
  const found = sqlite.prepare(`PRAGMA ${check}(1)`).get()?.[check];
  return found === 'ok' ? null : String(found);
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
