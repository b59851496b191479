// Resources of the process that writes a project: the lock, and reserved disk space.

import { randomBytes } from 'node:crypto';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { takeLock } from '../../../../node/sqlite/exclusive-lock.ts';
import { asProjectError, ProjectError } from './project-error.ts';
import type { ProjectPaths } from './project-paths.ts';

// Reserves disk space to record the outcome of a submitted batch. The disk may become full while the service responds,
// and a batch would be in doubt if its acceptance couldn't be recorded.

/** Size in bytes. Sufficient for the pages and indexes of several batches of 50 long lines. */
export const RESERVE_BYTES = 1024 * 1024;

export class Reserve {
  readonly #files: UntrustedFolder;
  readonly #path: string;

  /** @param path the reserve file */
  constructor(files: UntrustedFolder, path: string) {
    this.#files = files;
    this.#path = path;
  }

  /**
   * Reserves the space unless it is already reserved. @throws file system errors if there isn't enough;
   * UnsafeEntryError
   */
  keep(): void {
    if (this.#files.fileSync(this.#path)?.size === RESERVE_BYTES) return;
    this.#files.removeSync(this.#path);
    try {
      // Random bytes, because some drives don't allocate zeros. Flushed, because some only allocate space then.
      this.#files.writeNewSync(this.#path, randomBytes(RESERVE_BYTES));
    } catch (error) {
      this.#files.removeSync(this.#path);
      throw error;
    }
  }

  /** Frees the reserved space. @returns false if none was reserved */
  spend(): boolean {
    if (!this.#files.lookSync(this.#path)) return false;
    this.#files.removeSync(this.#path);
    return true;
  }
}

// While a project is being written, the latest commits are only in the write-ahead log. If the log goes missing,
// nothing else in the database shows that they are lost, so the file records whether it is complete without its log.

/** Marks the file as complete without its log. Run it after all other writes. */
export const MARK_CLOSED = 'UPDATE project SET closed = 1 WHERE closed = 0';

export interface WriterLock {
  release(): void;
}

/**
 * Acquires the lock for writing a project.
 *
 * @throws ProjectError `in-use` while another process (or this one) holds it; `read-only` if the lock file can't be
 * created; `unsafe`
 */
export function takeWriterLock({ files, folder, lock }: ProjectPaths): WriterLock {
  try {
    return { release: takeLock(files, lock) };
  } catch (error) {
    const failure = asProjectError(error, folder);
    // A damaged lock would keep the project closed forever. It holds no data, so it is safe to remove.
    if (failure instanceof ProjectError && failure.problem.kind === 'damaged') {
      const damage = { kind: 'stuck-lock', file: lock } as const;
      throw new ProjectError({ kind: 'damaged', path: folder, damage, backup: null }, error);
    }
    throw failure;
  }
}
