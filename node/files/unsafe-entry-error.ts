/**
 * Why a file or folder isn't used. `outside`: it lies outside the folder that it should be in. `link`: it is a symbolic
 * link. `not-a-file`, `not-a-folder`: it is something else, such as a pipe or a device. `hard-link`: the same file has a
 * name elsewhere, which a change would reach too. `too-large`. `unexpected`: Lectern never makes it, and it would change
 * what Lectern does.
 */
type UnsafeEntryReason = 'outside' | 'link' | 'not-a-file' | 'not-a-folder' | 'hard-link' | 'too-large' | 'unexpected';

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
