// SQLite result codes: https://sqlite.org/rescode.html

/** An extended code contains its primary code in the low byte. */
export const RESULT_CODES = {
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

/** SQLITE_IOERR_SHORT_READ: the file ends too early. */
const SHORT_READ = 522;
/** SQLITE_IOERR_SHMSIZE: the log's shared memory can't grow because the drive is full. */
const SHARED_MEMORY_FULL = 4874;

const extendedCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;

/** Returns an error's primary result code, or undefined if the error isn't from SQLite. */
export function sqliteCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
}

const isOneOf = (error: unknown, ...codes: readonly number[]): boolean => codes.includes(sqliteCode(error) ?? 0);

/** Another connection or process holds the lock. */
export const isBusy = (error: unknown): boolean => isOneOf(error, RESULT_CODES.busy, RESULT_CODES.locked);

export const isFull = (error: unknown): boolean =>
  isOneOf(error, RESULT_CODES.full) || extendedCode(error) === SHARED_MEMORY_FULL;

/** The file can be read but not written, or a file next to it can't be created. */
export const isReadOnly = (error: unknown): boolean => isOneOf(error, RESULT_CODES.readOnly, RESULT_CODES.cannotOpen);

export const isCorrupt = (error: unknown): boolean => isOneOf(error, RESULT_CODES.corrupt, RESULT_CODES.notADatabase);

export const isTruncated = (error: unknown): boolean => extendedCode(error) === SHORT_READ;

export const busyError = (message: string): Error => Object.assign(new Error(message), { errcode: RESULT_CODES.busy });
