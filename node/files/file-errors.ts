// What can be wrong with a file, and what the system calls it.

/** The file system refused bytes of a file. `code` is its own, such as `ENOSPC`. */
export class FileWriteError extends Error {
  override readonly name = 'FileWriteError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What the system calls an error, such as `ENOENT`; null for what is no error of the system's. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}

/**
 * Why a file or folder isn't used. `outside`: it lies outside the folder that it should be in. `link`: it is a symbolic
 * link. `not-a-file`, `not-a-folder`: it is something else, such as a pipe or a device. `hard-link`: the same file has a
 * name elsewhere, which a change would reach too. `too-large`. `unexpected`: Lectern never makes it, and it would change
 * what Lectern does. `replaced`: a folder in use now has another folder, or a link to one, in its place.
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

/** A file or folder that isn't what it should be was left alone: not read, written, moved or deleted. */
export class UnsafeEntryError extends Error {
  override readonly name = 'UnsafeEntryError';
  readonly reason: UnsafeEntryReason;
  /** The file or folder concerned. */
  readonly path: string;

  constructor(reason: UnsafeEntryReason, path: string, cause?: unknown) {
    super(`${path} is not used (${reason})`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.path = path;
  }
}
