// A project read beside the one that writes it, as another thread does.
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
 * Reads an open project over a connection of its own, which can't change it. What it reads is at least as new as the last
 * commit before `read` was called. The project must keep a write-ahead log (`Project.isReadBeside`): without one reader
 * and writer would wait for each other.
 */
export class ProjectReader {
  readonly #paths: ProjectPaths;
  readonly #ports: { readonly clock: Clock; readonly random: Random };
  readonly #sqlite: DatabaseSync;
  readonly #file: DatabaseFile;
  /** For what keeps up with the project by itself, over any number of its states. */
  readonly db: Database;
  #project: Project | null = null;
  #version: unknown = null;

  /**
   * @param file the database file that the writer has open; left out: whichever stands there
   * @throws ProjectError `moved-while-open` where another file stands there
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
   * Shows `look` the project as it is now, and as it stays until `look` has ended. It is the same object as before unless
   * something was written since: a project remembers its cast and settings.
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
    // It changes with each commit of another connection, and reading it begins the snapshot.
    const version = this.#sqlite.prepare('PRAGMA data_version').get()?.['data_version'];
    if (this.#project && version === this.#version) return this.#project;
    this.#version = version;
    const db = new Database(this.#sqlite, this.#paths.folder, true);
    const parts = { paths: this.#paths, db, log: true, lock: null, file: this.#file, ...this.#ports };
    this.#project = new Project({ ...parts, mode: 'read' });
    return this.#project;
  }
}
