// What the one process that writes a project holds: the lock, and room on the disk for what must be noted.

import { randomBytes } from 'node:crypto';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { takeLock } from '../../../../node/sqlite/exclusive-lock.ts';
import { asProjectError, ProjectError } from './project-error.ts';
import type { ProjectPaths } from './project-paths.ts';

// Room on the disk that is held for one thing: to write down what became of a batch that was sent. A disk may become full
// while the service answers, and a batch whose acceptance can't be written would have to be called in doubt.

/** Enough for some batches of fifty long lines: a commit writes the pages that hold them, and their indexes. Bytes. */
export const RESERVE_BYTES = 1024 * 1024;

export class Reserve {
  readonly #files: UntrustedFolder;
  readonly #path: string;

  /** @param path the file that holds the room */
  constructor(files: UntrustedFolder, path: string) {
    this.#files = files;
    this.#path = path;
  }

  /** Sees to it that there is room. @throws what the file system throws where there is none; UnsafeEntryError */
  keep(): void {
    if (this.#files.fileSync(this.#path)?.size === RESERVE_BYTES) return;
    this.#files.removeSync(this.#path);
    try {
      // Zeros would take no room on some drives; flushed, because room may be given only then.
      this.#files.writeNewSync(this.#path, randomBytes(RESERVE_BYTES));
    } catch (error) {
      this.#files.removeSync(this.#path);
      throw error;
    }
  }

  /** Gives the room back to the disk. @returns false where there was none */
  spend(): boolean {
    if (!this.#files.lookSync(this.#path)) return false;
    this.#files.removeSync(this.#path);
    return true;
  }
}

// Whether a database file is complete without its write-ahead log. While a project is being written, the latest commits are
// only in the log beside the file. A file that was left like that and has no log has lost them, and nothing else in it shows it.

/** Marks the file as complete by itself. To be run once everything else is written. */
export const MARK_CLOSED = 'UPDATE project SET closed = 1 WHERE closed = 0';

/** The right to write a project, held by one process at a time. */
export interface WriterLock {
  /** Gives it back. */
  release(): void;
}

/**
 * Takes the right to write a project.
 *
 * @throws ProjectError `in-use` while another process (or this one) holds it; `read-only` where it can't be made; `unsafe`
 */
export function takeWriterLock({ files, folder, lock }: ProjectPaths): WriterLock {
  try {
    return { release: takeLock(files, lock) };
  } catch (error) {
    const failure = asProjectError(error, folder);
    // The lock holds nothing worth repairing; a damaged one would keep its project closed for ever.
    if (failure instanceof ProjectError && failure.problem.kind === 'damaged') {
      throw new ProjectError({ kind: 'damaged', path: folder, detail: `remove ${lock}`, backup: null }, error);
    }
    throw failure;
  }
}
