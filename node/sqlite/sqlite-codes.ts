// What SQLite's errors say, by their result codes: https://sqlite.org/rescode.html

/** Primary result codes. An extended one has its primary code in its low byte. */
export const SQLITE = {
  error: 1,
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** SQLITE_IOERR_SHORT_READ: the file ends before what should be in it. */
const SHORT_READ = 522;
/** SQLITE_IOERR_SHMSIZE: the log's shared memory can't grow, since the drive is full. */
const SHARED_MEMORY_FULL = 4874;

const extendedCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;

/** The primary result code of an error; undefined where it is none of SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
}

const isOneOf = (error: unknown, ...codes: readonly number[]): boolean => codes.includes(sqliteCode(error) ?? 0);

/** Another connection, or another process, holds the lock. */
export const isBusy = (error: unknown): boolean => isOneOf(error, SQLITE.busy, SQLITE.locked);

/** The drive has no room. */
export const isFull = (error: unknown): boolean =>
  isOneOf(error, SQLITE.full) || extendedCode(error) === SHARED_MEMORY_FULL;

/** The file may be read, not written; or a file beside it can't be made. */
export const isReadOnly = (error: unknown): boolean => isOneOf(error, SQLITE.readOnly, SQLITE.cannotOpen);

/** The file is damaged, or no database at all. */
export const isCorrupt = (error: unknown): boolean => isOneOf(error, SQLITE.corrupt, SQLITE.notADatabase);

/** The file was cut short. */
export const isCutShort = (error: unknown): boolean => extendedCode(error) === SHORT_READ;

/** An error of SQLite's as it is thrown, for a file that is in use. */
export const busyError = (message: string): Error => Object.assign(new Error(message), { errcode: SQLITE.busy });
