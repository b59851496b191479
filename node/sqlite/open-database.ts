import { statfsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** How long to wait in milliseconds while another connection reads or commits. */
const BUSY_TIMEOUT_MS = 5_000;
/** Maximum size of a value in bytes; scripts are limited to 64 MiB. */
const MAX_VALUE_BYTES = 256 * 1024 * 1024;

interface OpenDatabaseOptions {
  readonly readOnly?: boolean;
  readonly timeoutMs?: number;
}

/** `log` is true for a write-ahead log and false for a rollback journal. */
export interface DatabaseConnection {
  readonly sqlite: DatabaseSync;
  readonly log: boolean;
}

/** Opens a possibly malicious database, with foreign keys enforced. */
export function openDatabase(location: string | URL, options: OpenDatabaseOptions = {}): DatabaseSync {
  const sqlite = new DatabaseSync(location, {
    readOnly: options.readOnly ?? false,
    timeout: options.timeoutMs ?? BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    allowExtension: false,
    defensive: true,
    limits: { length: MAX_VALUE_BYTES },
  });
  sqlite.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
  return sqlite;
}

/** Opens a database as immutable, without creating or reading any other files. */
export function openImmutable(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return openDatabase(url, { readOnly: true });
}

/** Enables the write-ahead log if the drive supports it, and returns whether it does. */
export function enableWriteAheadLog(sqlite: DatabaseSync, folder: string): boolean {
  const wanted = isNetworkDrive(folder) ? 'delete' : 'wal';
  return sqlite.prepare(`PRAGMA journal_mode = ${wanted}`).get()?.['journal_mode'] === 'wal';
}

/**
 * Returns values for `PRAGMA synchronous`. With `resting`, commits survive the crash of a process; with `durable`, they
 * also survive a power failure. Without a log, every commit is flushed.
 */
export const synchronousLevels = (log: boolean) =>
  log ? ({ resting: 'NORMAL', durable: 'FULL' } as const) : ({ resting: 'EXTRA', durable: 'EXTRA' } as const);

/**
 * Returns the first problem, or null. `integrity_check` also compares indexes with their tables, which takes several
 * times longer.
 */
export function findDamage(sqlite: DatabaseSync, check: 'quick_check' | 'integrity_check'): string | null {
  const found = sqlite.prepare(`PRAGMA ${check}(1)`).get()?.[check];
  return found === 'ok' ? null : String(found);
}

// Linux magic numbers of network file systems.
const NETWORK_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB 2
  0x5346414f, // AFS
  0x01021997, // 9P
]);

/**
 * Returns whether the folder is on a drive shared with other machines, where a write-ahead log can't be used. Always
 * false on systems other than Linux and Windows, where SQLite decides by itself.
 */
function isNetworkDrive(folder: string): boolean {
  if (process.platform === 'win32') return folder.startsWith('\\\\') && !folder.startsWith('\\\\?\\');
  if (process.platform !== 'linux') return false;
  try {
    return NETWORK_FILE_SYSTEMS.has(statfsSync(folder).type);
  } catch {
    return false;
  }
}
