import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, Random } from '../ports.ts';
import { connectToRead } from './folder/connection.ts';
import { Database } from './folder/database.ts';
import { DatabaseFile, type FileIdentity } from './folder/database-file.ts';
import { asProjectError } from './folder/project-error.ts';
import { type ProjectPaths, projectPaths } from './folder/project-paths.ts';
import { Project } from './project.ts';

/**
 * Reads an open project over a separate read-only connection, for example in another thread. Reads are at least as
 * recent as the last commit before `read` was called. The project must use a write-ahead log (`Project.isReadBeside`);
 * otherwise the reader and the writer would block each other.
 */
export class ProjectReader {
  readonly #paths: ProjectPaths;
  readonly #ports: { readonly clock: Clock; readonly random: Random };
  readonly #sqlite: DatabaseSync;
  readonly #file: DatabaseFile;
  /** For readers that track changes of the project themselves, across snapshots. */
  readonly db: Database;
  #project: Project | null = null;
  #version: unknown = null;

  /**
   * @param file the database file opened by the writer; if absent, the file at the path
   * @throws ProjectError `moved-while-open` if another file is at the path
   */
  constructor(dir: string, ports: { readonly clock: Clock; readonly random: Random }, file?: FileIdentity) {
    this.#paths = projectPaths(resolve(dir));
    this.#ports = ports;
    try {
      this.#file = new DatabaseFile(this.#paths, file);
      this.#sqlite = connectToRead(this.#paths);
    } catch (error) {
      throw asProjectError(error, this.#paths.folder);
    }
    this.db = new Database(this.#sqlite, this.#paths.folder, true);
  }

  /**
   * Calls `look` with a consistent snapshot of the project. The object is reused unless something was written since the
   * last call, so its cached cast and settings remain valid.
   */
  async read<T>(look: (project: Project) => T | Promise<T>): Promise<T> {
    this.#sqlite.exec('BEGIN');
    try {
      return await look(this.#current());
    } finally {
      this.#sqlite.exec('COMMIT');
    }
  }

  close(): void {
    this.#sqlite.close();
  }

  #current(): Project {
    // Changes with each commit of another connection. Reading it also starts the snapshot.
    const version = this.#sqlite.prepare('PRAGMA data_version').get()?.['data_version'];
    if (this.#project && version === this.#version) return this.#project;
    this.#version = version;
    const db = new Database(this.#sqlite, this.#paths.folder, true);
    const parts = { paths: this.#paths, db, log: true, lock: null, file: this.#file, ...this.#ports };
    this.#project = new Project({ ...parts, mode: 'read' });
    return this.#project;
  }
}
