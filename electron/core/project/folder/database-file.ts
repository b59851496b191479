// If the folder is moved, deleted or replaced, the database stays open in the old folder, while its path now leads
// elsewhere or nowhere.
import { type BigIntStats, readdirSync, readlinkSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../ports.ts';
import { asProjectError, ProjectError } from './project-error.ts';
import type { ProjectPaths } from './project-paths.ts';

export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

/** The folder in which Linux lists the files that this process has open. */
const OPEN_FILES = '/proc/self/fd';

export class DatabaseFile {
  readonly #paths: ProjectPaths;
  readonly identity: FileIdentity;

  /**
   * @param expected any file if absent
   * @throws ProjectError `moved-while-open` if the expected file isn't at the path
   */
  constructor(paths: ProjectPaths, expected?: FileIdentity) {
    this.#paths = paths;
    this.identity = expected ?? this.#currentIdentity() ?? this.#throwMoved(null);
    if (expected) this.check();
  }

  /** @throws ProjectError `moved-while-open` if the path no longer leads to the open file; file system errors */
  check(): void {
    if (!isSame(this.#currentIdentity(), this.identity)) this.#throwMoved(this.currentFolder());
  }

  isInPlace(): boolean {
    try {
      this.check();
      return true;
    } catch {
      return false;
    }
  }

  /** Like `isInPlace`, but doesn't block on an unresponsive drive. */
  async isStillInPlace(): Promise<boolean> {
    try {
      return isSame(await stat(this.#paths.database, { bigint: true }).then(asIdentity), this.identity);
    } catch {
      return false;
    }
  }

  /** Returns the project folder's current path; null if the folder has been deleted, or on systems other than Linux. */
  currentFolder(): string | null {
    for (const name of namesIn(OPEN_FILES)) {
      try {
        // If the file has been deleted, the link's target doesn't exist.
        const path = readlinkSync(`${OPEN_FILES}/${name}`);
        if (isSame(identityOf(path), this.identity)) return dirname(path);
      } catch {}
    }
    return null;
  }

  #currentIdentity(): FileIdentity | null {
    try {
      return identityOf(this.#paths.database);
    } catch (error) {
      throw asProjectError(error, this.#paths.folder);
    }
  }

  #throwMoved(foundAt: string | null): never {
    throw new ProjectError({ kind: 'moved-while-open', path: this.#paths.folder, foundAt });
  }
}

function identityOf(path: string): FileIdentity | null {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file ? asIdentity(file) : null;
}

const asIdentity = (file: BigIntStats): FileIdentity | null =>
  file.isFile() ? { device: file.dev, inode: file.ino } : null;

const isSame = (a: FileIdentity | null, b: FileIdentity): boolean =>
  a !== null && a.device === b.device && a.inode === b.inode;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const CHECK_INTERVAL_MS = 5_000;

export interface FolderWatchParts {
  readonly file: Pick<DatabaseFile, 'isStillInPlace'>;
  readonly clock: Clock;
  readonly onChange: () => void;
}

export class FolderWatch {
  readonly #parts: FolderWatchParts;
  readonly #end = new AbortController();

  constructor(parts: FolderWatchParts) {
    this.#parts = parts;
  }

  begin(): void {
    this.#check().catch((error: unknown) => {
      if (!this.#end.signal.aborted) throw error;
    });
  }

  stop(): void {
    this.#end.abort(new Error('the project is closed'));
  }

  async #check(): Promise<void> {
    const { file, clock, onChange } = this.#parts;
    let wasInPlace = true;
    for (;;) {
      await clock.sleep(CHECK_INTERVAL_MS, this.#end.signal);
      const isInPlace = await file.isStillInPlace();
      if (this.#end.signal.aborted) return;
      if (isInPlace !== wasInPlace) onChange();
      wasInPlace = isInPlace;
    }
  }
}
