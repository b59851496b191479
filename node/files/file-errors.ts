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
 * - `hard-link`: the file also exists under another name, where its content would change, too.
 * - `unexpected`: Lectern never creates such an entry, and its presence would change Lectern's behaviour.
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
