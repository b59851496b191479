import { DatabaseSync } from 'node:sqlite';
import { ProjectError } from './project-error.ts';
import { asProjectError } from './project-failure.ts';

/** The right to write a project, held by one process at a time. */
export interface WriterLock {
  /** Gives it back. */
  release(): void;
}

/**
 * Whether some process has the right to write a project at this moment. Asking disturbs nobody.
 *
 * @param path the lock's file
 */
export function isHeld(path: string): boolean {
  let connection: DatabaseSync | null = null;
  try {
    connection = new DatabaseSync(path, { timeout: 0, readOnly: true });
    connection.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
  } finally {
    connection?.close();
  }
}

const SQLITE_BUSY = 5;

/**
 * Takes the right to write a project: an exclusive transaction on a small SQLite file that is never written. The
 * operating system releases it when the process ends, however it ends. The file must not be opened by anything else
 * in this process: closing it would drop the lock.
 *
 * @param path the lock's file
 * @param folder the project's folder, for errors
 * @throws ProjectError `in-use` while another process (or this one) holds it; `read-only` where it can't be made
 */
export function takeWriterLock(path: string, folder: string): WriterLock {
  let connection: DatabaseSync | null = null;
  try {
    connection = new DatabaseSync(path, { timeout: 0 });
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const held = connection;
    return { release: () => held.close() };
  } catch (error) {
    connection?.close();
    const failure = asProjectError(error, folder);
    // The lock holds nothing worth repairing; a damaged one would keep its project closed for ever.
    if (failure instanceof ProjectError && failure.problem.kind === 'damaged') {
      throw new ProjectError({ kind: 'damaged', path: folder, detail: `remove ${path}`, backup: null }, error);
    }
    throw failure;
  }
}
