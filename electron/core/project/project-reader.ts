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
 * Reads an open project over a separate connection, including everything committed before `read` was called. Requires a
 * write-ahead log; otherwise, the reader and the writer would block each other.
 */
export class ProjectReader {
  readonly #paths: ProjectPaths;
  readonly #ports: { readonly clock: Clock; readonly random: Random };
  readonly #sqlite: DatabaseSync;
  readonly #file: DatabaseFile;
  readonly db: Database;
  #project: Project | null = null;
  #version: unknown = null;

  /** @param file opened by the writer @throws ProjectError `moved-while-open` if another file is at the path */
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

  /** Calls `look` with a consistent snapshot. Its cached cast and settings are reused until the next write. */
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
    // Changes whenever another connection commits. Reading it also starts the snapshot.
    const version = this.#sqlite.prepare('PRAGMA data_version').get()?.['data_version'];
    if (this.#project && version === this.#version) return this.#project;
    this.#version = version;
    const db = new Database(this.#sqlite, this.#paths.folder, true);
    const parts = { paths: this.#paths, db, log: true, lock: null, file: this.#file, ...this.#ports };
    this.#project = new Project({ ...parts, mode: 'read' });
    return this.#project;
  }
}
