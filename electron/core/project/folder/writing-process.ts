import { randomBytes } from 'node:crypto';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { takeLock } from '../../../../node/sqlite/exclusive-lock.ts';
import { asProjectError, ProjectError } from './project-error.ts';
import type { ProjectPaths } from './project-paths.ts';

// The disk might fill up before the service responds. If the acceptance of a batch can't be recorded, the batch is in
// doubt.

/** Size in bytes. Sufficient for the pages and indexes of several batches of 50 long lines. */
export const RESERVE_BYTES = 1024 * 1024;

export class Reserve {
  readonly #files: UntrustedFolder;
  readonly #path: string;

  constructor(files: UntrustedFolder, path: string) {
    this.#files = files;
    this.#path = path;
  }

  allocate(): void {
    if (this.#files.statFileSync(this.#path)?.size === RESERVE_BYTES) return;
    this.#files.removeSync(this.#path);
    try {
      // Write random bytes, because some drives don't allocate space for zeros. Flush them, because some drives only
      // allocate space when data is flushed.
      this.#files.writeNewSync(this.#path, randomBytes(RESERVE_BYTES));
    } catch (error) {
      this.#files.removeSync(this.#path);
      throw error;
    }
  }

  release(): boolean {
    if (!this.#files.statSync(this.#path)) return false;
    this.#files.removeSync(this.#path);
    return true;
  }
}

// Record in the database file whether it is complete without the log. Otherwise, a missing log would go unnoticed.

/** Marks the project as closed. Run it after all other writes. */
export const MARK_CLOSED = 'UPDATE project SET closed = 1 WHERE closed = 0';

export interface WriterLock {
  release(): void;
}

/** @throws ProjectError `in-use` if a process, even this one, holds the lock; `read-only`; `unsafe` */
export function takeWriterLock({ files, folder, lock }: ProjectPaths): WriterLock {
  try {
    return { release: takeLock(files, lock) };
  } catch (error) {
    const failure = asProjectError(error, folder);
    // A damaged lock file would permanently prevent opening the project. The file contains no data, so it can be
    // removed.
    if (failure instanceof ProjectError && failure.problem.kind === 'damaged') {
      const damage = { kind: 'stuck-lock', file: lock } as const;
      throw new ProjectError({ kind: 'damaged', path: folder, damage, backup: null }, error);
    }
    throw failure;
  }
}
