/** Bytes could not be written to a file. `code` is the system's, such as `ENOSPC`. */
export class FileWriteError extends Error {
  override readonly name = 'FileWriteError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns the system's error code, such as `ENOENT`, or null for other errors. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/**
 * Why a file or folder isn't used:
 * - `outside`: it is outside its folder.
 * - `link`: it is a symbolic link.
 * - `not-a-file`, `not-a-folder`: it is something else, such as a pipe or a device.
 * - `hard-link`: the file has another name elsewhere, which a change would affect, too.
 * - `too-large`
 * - `unexpected`: Lectern never creates it, and it would change what Lectern does.
 * - `replaced`: a folder in use has been replaced by another folder or a link.
 */
type UnsafeEntryReason =
  | 'outside'
  | 'link'
  | 'not-a-file'
  | 'not-a-folder'
  | 'hard-link'
  | 'too-large'
  | 'unexpected'
  | 'replaced';

/** An unexpected kind of file or folder was not read, written, moved or deleted. */
export class UnsafeEntryError extends Error {
  override readonly name = 'UnsafeEntryError';
  readonly reason: UnsafeEntryReason;
  readonly path: string;

  constructor(reason: UnsafeEntryReason, path: string, cause?: unknown) {
    super(`${path} is not used (${reason})`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.path = path;
  }
}
