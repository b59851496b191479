// A folder with possibly malicious content, such as a received project or export. Links in it are not followed, pipes
// are not opened, paths can't lead outside, and files are not overwritten: each change creates a new file and renames
// it over the old one, so other hard links keep the old content.

import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import {
  copyFile,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import {
  type FileData,
  isPartName,
  replaceFile,
  replaceFileSync,
  type WritableContent,
  writeAll,
  writeNewFile,
  writeNewFileSync,
} from './durable-write.ts';
import { errorCode, UnsafeEntryError } from './file-errors.ts';
import { flushFile, flushFolder } from './flush.ts';
import {
  checkIsFolder,
  DEFAULT_HOLD_METHOD,
  type HeldFolder,
  type HeldIdentity,
  type HoldMethod,
  holdFolder,
  holdFolderSync,
  holdSubfolder,
  holdSubfolderSync,
  isSameFolder,
  openFilePath,
  withDisplayPaths,
} from './held-folder.ts';
import { checkIsFile, openRegularFile, readRegularFile, readRegularFileSync } from './regular-file.ts';

const NO_LINK = constants.O_NOFOLLOW ?? 0;
const COPY_FLAGS = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;
const APPEND_FLAGS = constants.O_WRONLY | constants.O_APPEND | NO_LINK | (constants.O_NONBLOCK ?? 0);

/**
 * All paths are absolute and within the folder, whose own path may contain links.
 *
 * Every call can throw system errors and an UnsafeEntryError: `replaced` if another folder or a link has taken this
 * folder's place, `outside` for a path outside it, and `link` or `not-a-folder` if a parent isn't a folder.
 */
export class UntrustedFolder {
  readonly path: string;
  readonly #link: typeof link;
  readonly #how: HoldMethod;
  #identity: HeldIdentity = null;

  constructor(path: string, linkFile: typeof link = link, method: HoldMethod = DEFAULT_HOLD_METHOD) {
    this.path = resolve(path);
    this.#link = linkFile;
    this.#how = method;
  }

  /** Returns the entry at a path without following links, or null if there is none. */
  async stat(path: string): Promise<Stats | null> {
    if (path === this.path) {
      const found = (await stat(path).catch(ignoreMissing)) ?? null;
      if (found?.isDirectory()) (await this.#holdRoot()).release();
      return found;
    }
    this.#namesBelow(path);
    return (await this.#within(path, (place) => lstat(place)).catch(ignoreMissing)) ?? null;
  }

  statSync(path: string): Stats | null {
    if (path === this.path) {
      const found = statSync(path, { throwIfNoEntry: false }) ?? null;
      if (found?.isDirectory()) this.#holdRootSync().release();
      return found;
    }
    try {
      return this.withinSync(path, (place) => lstatSync(place));
    } catch (error) {
      return ignoreMissing(error) ?? null;
    }
  }

  /** Like `stat`. Throws UnsafeEntryError `link` or `not-a-file` for anything but a regular file. */
  statFileSync(path: string): Stats | null {
    const found = this.statSync(path);
    if (found) checkIsFile(found, path);
    return found;
  }

  /** Like `stat`. Throws UnsafeEntryError `link` or `not-a-folder` for anything but a folder. */
  statFolderSync(path: string): Stats | null {
    const found = this.statSync(path);
    if (found) checkIsFolder(found, path);
    return found;
  }

  async list(path: string): Promise<string[]> {
    return (await this.#inFolder(path, (place) => readdir(place)).catch(ignoreAbsent)) ?? [];
  }

  listSync(path: string): string[] {
    try {
      return this.#inFolderSync(path, (place) => readdirSync(place));
    } catch (error) {
      return ignoreAbsent(error) ?? [];
    }
  }

  /** Reads a file. Throws UnsafeEntryError `link`, `not-a-file` or `too-large`. */
  read(path: string, maxBytes: number): Promise<Buffer> {
    return this.#within(path, (place) => readRegularFile(place, maxBytes, 'refuse'));
  }

  readSync(path: string, maxBytes: number): Buffer {
    return this.withinSync(path, (place) => readRegularFileSync(place, maxBytes, 'refuse'));
  }

  /** Opens a file for reading. Throws UnsafeEntryError `link` or `not-a-file`. */
  openForReading(path: string): Promise<FileHandle> {
    return this.#within(path, (place) => openRegularFile(place, 'refuse'));
  }

  /** Creates a file for reading and writing. Throws `EEXIST` if the path exists. */
  openNew(path: string): Promise<FileHandle> {
    return this.#within(path, (place) => open(place, 'wx+'));
  }

  /** Writes and flushes a new file; on failure, no file is left. Throws `EEXIST` if the path exists. */
  writeNew(path: string, content: WritableContent): Promise<void> {
    return this.#within(path, (place) => writeNewFile(place, content));
  }

  writeNewSync(path: string, content: FileData): void {
    this.withinSync(path, (place) => writeNewFileSync(place, content));
  }

  async replace(path: string, content: FileData, mode?: number): Promise<void> {
    await this.#within(path, (place) =>
      replaceFile(place, content, mode).catch((error) => rethrowMoveError(error, place)),
    );
  }

  replaceSync(path: string, content: FileData): void {
    this.withinSync(path, (place) => {
      try {
        replaceFileSync(place, content);
      } catch (error) {
        rethrowMoveError(error, place);
      }
    });
  }

  /** Removes leftovers of `replace`. Call this only as the folder's sole writer. */
  removeStaleReplacementsSync(folder: string): void {
    for (const name of this.listSync(folder)) {
      const path = join(folder, name);
      if ((isPartName(name) || LEGACY_PART.test(name)) && !this.statSync(path)?.isDirectory()) this.removeSync(path);
    }
  }

  /** Appends to an existing file. Throws UnsafeEntryError `link`, `not-a-file` or `hard-link`. */
  append(path: string, text: string): Promise<void> {
    return this.#within(path, async (place) => {
      checkHasNoOtherLinks(await lstat(place), place);
      const file = await open(place, APPEND_FLAGS);
      try {
        checkHasNoOtherLinks(await file.stat(), place);
        await writeAll(file, Buffer.from(text));
      } finally {
        await file.close();
      }
    });
  }

  async makeFolder(path: string): Promise<void> {
    const names = this.#namesBelow(path);
    let folder = await this.#holdRoot();
    try {
      for (const name of names) {
        const next = await holdSubfolder(folder, name).catch(async (error: unknown) => {
          ignoreMissing(error);
          await makeSubfolder(folder, name);
          return holdSubfolder(folder, name);
        });
        folder.release();
        folder = next;
      }
    } finally {
      folder.release();
    }
  }

  makeFolderSync(path: string): void {
    const names = this.#namesBelow(path);
    let folder = this.#holdRootSync();
    try {
      for (const name of names) {
        const next = holdOrMakeSubfolder(folder, name);
        folder.release();
        folder = next;
      }
    } finally {
      folder.release();
    }
  }

  async flushFolder(path: string): Promise<void> {
    await this.#inFolder(path, flushFolder).catch(ignoreAbsent);
  }

  /**
   * Renames a file, replacing an existing one. Throws UnsafeEntryError `not-a-file` if the new name belongs to a
   * folder.
   */
  move(from: string, to: string): Promise<void> {
    return this.#withBothParents(from, to, (place, target) =>
      rename(place, target).catch((error) => rethrowMoveError(error, target)),
    );
  }

  moveSync(from: string, to: string): void {
    this.withinSync(from, (place) =>
      this.withinSync(to, (target) => {
        try {
          renameSync(place, target);
        } catch (error) {
          throw withDisplayPaths(asFolderConflict(error, target), [[place, from]]);
        }
      }),
    );
  }

  /**
   * Creates a hard link, or renames the file on drives without hard links.
   * @throws `EEXIST` if the name exists, even if created concurrently; UnsafeEntryError `link`, `not-a-file`
   */
  linkOrMove(from: string, to: string): Promise<void> {
    return this.#withBothParents(from, to, async (place, target) => {
      checkIsFile(await lstat(place), place);
      try {
        await this.#link(place, target);
      } catch (error) {
        if (!HARD_LINK_UNSUPPORTED_CODES.has(errorCode(error) ?? '')) throw error;
        await renameWithoutReplacing(place, target);
      }
    });
  }

  /**
   * Copies a file to a new path anywhere, as a copy-on-write clone if the drive supports it.
   * @throws `EEXIST`; UnsafeEntryError `link`, `not-a-file`
   */
  copyOut(from: string, to: string): Promise<void> {
    return this.#within(from, async (place) => {
      const file = await openRegularFile(place, 'refuse');
      try {
        await copyFile(openFilePath(file.fd, place, this.#how), to, COPY_FLAGS);
      } finally {
        await file.close();
      }
    });
  }

  copySync(from: string, to: string): void {
    this.withinSync(from, (place) =>
      this.withinSync(to, (target) => {
        checkIsFile(lstatSync(place), place);
        copyFileSync(place, target, COPY_FLAGS);
        flushFile(target);
      }),
    );
  }

  /** Removes a file, or a link rather than its target. Throws UnsafeEntryError `not-a-file` for a folder. */
  async remove(path: string): Promise<void> {
    const removed = this.#within(path, async (place) => {
      if ((await lstat(place)).isDirectory()) throw new UnsafeEntryError('not-a-file', place);
      await unlink(place);
    });
    await removed.catch(ignoreMissing);
  }

  removeSync(path: string): void {
    try {
      this.withinSync(path, (place) => {
        if (lstatSync(place).isDirectory()) throw new UnsafeEntryError('not-a-file', place);
        rmSync(place, { force: true });
      });
    } catch (error) {
      ignoreMissing(error);
    }
  }

  async removeEmptyFolder(path: string): Promise<void> {
    const kept = ignoreCodes('ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY');
    await this.#within(path, (place) => rmdir(place)).catch(kept);
  }

  #namesBelow(path: string): readonly [...above: string[], own: string] {
    const way = relative(this.path, path);
    const names = way.split(sep);
    const own = names.pop() ?? '';
    const first = names[0] ?? own;
    if (first === '' || first === '..' || isAbsolute(way) || path.includes('\0')) {
      throw new UnsafeEntryError('outside', path);
    }
    return [...names, own];
  }

  /** Runs an operation on an entry with a path that stays valid even if a parent folder is replaced. */
  async #within<T>(path: string, work: (place: string) => Promise<T>): Promise<T> {
    const names = this.#namesBelow(path);
    const folder = await this.#hold(names.slice(0, -1));
    const place = join(folder.path, names.at(-1) ?? '');
    try {
      return await work(place);
    } catch (error) {
      throw withDisplayPaths(error, [[place, path]]);
    } finally {
      folder.release();
    }
  }

  withinSync<T>(path: string, work: (place: string) => T): T {
    const names = this.#namesBelow(path);
    const folder = this.#holdSync(names.slice(0, -1));
    const place = join(folder.path, names.at(-1) ?? '');
    try {
      return work(place);
    } catch (error) {
      throw withDisplayPaths(error, [[place, path]]);
    } finally {
      folder.release();
    }
  }

  #withBothParents(
    source: string,
    to: string,
    operation: (place: string, target: string) => Promise<void>,
  ): Promise<void> {
    return this.#within(source, (place) =>
      this.#within(to, async (target) => {
        try {
          await operation(place, target);
        } catch (error) {
          throw withDisplayPaths(error, [[place, source]]);
        }
      }),
    );
  }

  async #inFolder<T>(path: string, work: (place: string) => Promise<T>): Promise<T> {
    const folder = await this.#hold(path === this.path ? [] : this.#namesBelow(path));
    try {
      return await work(folder.path);
    } catch (error) {
      throw withDisplayPaths(error, [[folder.path, path]]);
    } finally {
      folder.release();
    }
  }

  #inFolderSync<T>(path: string, work: (place: string) => T): T {
    const folder = this.#holdSync(path === this.path ? [] : this.#namesBelow(path));
    try {
      return work(folder.path);
    } catch (error) {
      throw withDisplayPaths(error, [[folder.path, path]]);
    } finally {
      folder.release();
    }
  }

  async #hold(names: readonly string[]): Promise<HeldFolder> {
    let folder = await this.#holdRoot();
    for (const name of names) {
      const above = folder;
      folder = await holdSubfolder(above, name).finally(() => above.release());
    }
    return folder;
  }

  #holdSync(names: readonly string[]): HeldFolder {
    let folder = this.#holdRootSync();
    for (const name of names) {
      const above = folder;
      try {
        folder = holdSubfolderSync(above, name);
      } finally {
        above.release();
      }
    }
    return folder;
  }

  async #holdRoot(): Promise<HeldFolder> {
    return this.#checkUnchanged(await holdFolder(this.path, this.#how));
  }

  #holdRootSync(): HeldFolder {
    return this.#checkUnchanged(holdFolderSync(this.path, this.#how));
  }

  #checkUnchanged(root: HeldFolder): HeldFolder {
    this.#identity ??= root.identity;
    if (isSameFolder(this.#identity, root.identity)) return root;
    root.release();
    throw new UnsafeEntryError('replaced', this.path);
  }
}

async function makeSubfolder(folder: HeldFolder, name: string): Promise<void> {
  const place = join(folder.path, name);
  await mkdir(place).catch((error: unknown) => {
    // Another call might have created the subfolder in the meantime.
    if (errorCode(error) !== 'EEXIST') throw withDisplayPaths(error, [[place, join(folder.name, name)]]);
  });
}

function holdOrMakeSubfolder(folder: HeldFolder, name: string): HeldFolder {
  const place = join(folder.path, name);
  try {
    return holdSubfolderSync(folder, name);
  } catch (error) {
    ignoreMissing(error);
  }
  try {
    mkdirSync(place);
  } catch (error) {
    throw withDisplayPaths(error, [[place, join(folder.name, name)]]);
  }
  return holdSubfolderSync(folder, name);
}

/** Without hard links, checking for an existing name and renaming aren't atomic. */
async function renameWithoutReplacing(from: string, to: string): Promise<void> {
  if (statOrNull(to)) {
    const message = `EEXIST: file already exists, link '${from}' -> '${to}'`;
    throw Object.assign(new Error(message), { code: 'EEXIST', syscall: 'link', path: from, dest: to });
  }
  await rename(from, to);
}

/** Error codes of drives without hard links; Windows reports EISDIR on FAT. */
const HARD_LINK_UNSUPPORTED_CODES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EISDIR']);

const LEGACY_PART = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

function rethrowMoveError(error: unknown, path: string): never {
  throw asFolderConflict(error, path);
}

/** Windows reports EPERM for a folder at the target. */
function asFolderConflict(error: unknown, path: string): unknown {
  const code = errorCode(error);
  const isFolderConflict = code === 'EISDIR' || (code === 'EPERM' && statOrNull(path)?.isDirectory());
  return isFolderConflict ? new UnsafeEntryError('not-a-file', path, error) : error;
}

export function checkHasNoOtherLinks(stats: Stats, path: string): void {
  checkIsFile(stats, path);
  if (stats.nlink > 1) throw new UnsafeEntryError('hard-link', path);
}

function statOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return ignoreMissing(error) ?? null;
  }
}

/** Returns an error handler that returns undefined for these codes and rethrows other errors. */
const ignoreCodes =
  (...codes: readonly string[]) =>
  (error: unknown): undefined => {
    if (codes.includes(errorCode(error) ?? '')) return undefined;
    throw error;
  };

const ignoreMissing = ignoreCodes('ENOENT', 'ENOTDIR');
const ignoreAbsent = ignoreCodes('ENOENT');
