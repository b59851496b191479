// The database file that a project has open, told from whatever stands under its path now: a folder that is moved,
// deleted or replaced takes the open file with it, while everything that is opened by its path goes elsewhere.
import { type BigIntStats, readdirSync, readlinkSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../ports.ts';
import { asProjectError, ProjectError } from './project-error.ts';
import type { ProjectPaths } from './project-paths.ts';

/** What tells one file from every other one that exists at the same time. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

/** Where Linux lists the files that this process has open. */
const OPEN_FILES = '/proc/self/fd';

/** The file of an open project's database. */
export class DatabaseFile {
  readonly #paths: ProjectPaths;
  readonly identity: FileIdentity;

  /**
   * @param expected the file that has to stand under the path; left out: any
   * @throws ProjectError `moved-while-open` where it does not
   */
  constructor(paths: ProjectPaths, expected?: FileIdentity) {
    this.#paths = paths;
    this.identity = expected ?? this.#standing() ?? this.#refuse(null);
    if (expected) this.check();
  }

  /** Makes sure that the path still leads to the open file. @throws ProjectError `moved-while-open`, or what the drive says */
  check(): void {
    if (!isSame(this.#standing(), this.identity)) this.#refuse(this.folderNow());
  }

  /** Whether the path still leads to the open file. */
  isInPlace(): boolean {
    try {
      this.check();
      return true;
    } catch {
      return false;
    }
  }

  /** The same without waiting for a drive that does not answer. */
  async isStillInPlace(): Promise<boolean> {
    try {
      return isSame(await stat(this.#paths.database, { bigint: true }).then(asIdentity), this.identity);
    } catch {
      return false;
    }
  }

  /** The project's folder as it is called now; null where it was deleted, and on systems that don't tell. */
  folderNow(): string | null {
    for (const name of namesIn(OPEN_FILES)) {
      try {
        // A deleted file has a name that nothing stands under.
        const path = readlinkSync(`${OPEN_FILES}/${name}`);
        if (isSame(identityOf(path), this.identity)) return dirname(path);
      } catch {
        // It was closed since, or is no file.
      }
    }
    return null;
  }

  #standing(): FileIdentity | null {
    try {
      return identityOf(this.#paths.database);
    } catch (error) {
      throw asProjectError(error, this.#paths.folder);
    }
  }

  #refuse(foundAt: string | null): never {
    throw new ProjectError({ kind: 'moved-while-open', path: this.#paths.folder, foundAt });
  }
}

function identityOf(path: string): FileIdentity | null {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file ? asIdentity(file) : null;
}

const asIdentity = (file: BigIntStats): FileIdentity | null =>
  file.isFile() ? { device: file.dev, inode: file.ino } : null;

const isSame = (one: FileIdentity | null, other: FileIdentity): boolean =>
  one !== null && one.device === other.device && one.inode === other.inode;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** How often it is looked, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

export interface FolderWatchParts {
  readonly file: Pick<DatabaseFile, 'isStillInPlace'>;
  readonly clock: Clock;
  /** The folder has gone, or is back. */
  readonly onChange: () => void;
}

export class FolderWatch {
  readonly #parts: FolderWatchParts;
  readonly #end = new AbortController();

  constructor(parts: FolderWatchParts) {
    this.#parts = parts;
  }

  /** Looks until `stop` is called. Does not wait. */
  begin(): void {
    this.#look().catch((error: unknown) => {
      if (!this.#end.signal.aborted) throw error;
    });
  }

  stop(): void {
    this.#end.abort(new Error('the project is closed'));
  }

  async #look(): Promise<void> {
    const { file, clock, onChange } = this.#parts;
    let wasInPlace = true;
    for (;;) {
      await clock.sleep(LOOK_EVERY_MS, this.#end.signal);
      const isInPlace = await file.isStillInPlace();
      if (this.#end.signal.aborted) return;
      if (isInPlace !== wasInPlace) onChange();
      wasInPlace = isInPlace;
    }
  }
}
