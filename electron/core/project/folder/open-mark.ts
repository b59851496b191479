// Whether a database file is complete without its write-ahead log. While a project is being written, the latest commits are
// only in the log beside the file. A file that was left like that and has no log has lost them, and nothing else in it shows it.
import type { DatabaseSync } from 'node:sqlite';
import { bytesOf } from './integrity.ts';
import { readHeadNumber } from './migrate.ts';
import type { ProjectPaths } from './project-paths.ts';

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
