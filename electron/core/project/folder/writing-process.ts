// What the one process that writes a project holds: the lock, room on the disk for what must be noted, and a mark in the file.

import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { takeLock } from '../../../../node/sqlite/exclusive-lock.ts';
import { readHeadNumber } from '../../../../node/sqlite/migrate.ts';
import { bytesOf } from './integrity.ts';
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

/** Earlier formats don't have the column. */
export const FIRST_FORMAT_WITH_MARK = 5;

/** Marks the file as complete by itself. To be run once everything else is written. */
export const MARK_CLOSED = 'UPDATE project SET closed = 1 WHERE closed = 0';

/**
 * Whether the log that belongs to the file is missing. Another process may be writing the project at this moment.
 *
 * @param sqlite a connection to the file with whatever log is there, outside of a transaction
 */
export function isLogMissing(sqlite: DatabaseSync, { files, log }: ProjectPaths): boolean {
  if (readHeadNumber(sqlite, 'user_version') < FIRST_FORMAT_WITH_MARK) return false;
  const isMarkedOpen = () => sqlite.prepare('SELECT closed FROM project').get()?.['closed'] === 0;
  // Read twice: a writer that is just closing sets the mark, and only then empties the log.
  return isMarkedOpen() && bytesOf(files, log) === 0 && isMarkedOpen();
}

/** Marks a database file as being written. Only for a file with a write-ahead log: with a rollback journal it is always complete. */
export class OpenMark {
  readonly #sqlite: DatabaseSync;
  #state: 'closed' | 'in-log' | 'in-file' = 'closed';

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
  }

  /**
   * Sets the mark in the file itself, not only in its log. To be called before each write, outside of a transaction; only the
   * first call costs something.
   *
   * @param wait waits for processes that read at this moment, up to the connection's timeout. Otherwise, and where they read
   *   for longer, the mark stays in the log, and the next call tries again
   * @throws what SQLite throws
   */
  note(wait: boolean): void {
    if (this.#state === 'in-file') return;
    if (this.#state === 'closed') this.#sqlite.exec('UPDATE project SET closed = 0');
    this.#state = this.#isInFile(wait) ? 'in-file' : 'in-log';
  }

  #isInFile(wait: boolean): boolean {
    const done = this.#sqlite.prepare(`PRAGMA wal_checkpoint(${wait ? 'FULL' : 'PASSIVE'})`).get();
    return done?.['busy'] === 0 && done['log'] === done['checkpointed'];
  }
}

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
