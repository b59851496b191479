// A folder that someone else may have filled, as a project or an export that was received. No link in it is followed, no
// pipe waited for, no path leads out of it, and nothing is written over: a changed file is a new one that takes the name of
// the old, so that another name of the old one keeps what it had. (Another process of the same user that exchanges entries
// while they are used is no concern here: it can reach by itself whatever it would have Lectern reach.)

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
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
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { errorCode, UnsafeEntryError } from './file-errors.ts';
import { flushFile } from './flush.ts';
import { checkIsFile, openRegularFile, readRegularFile, readRegularFileSync } from './regular-file.ts';

const NO_LINK = constants.O_NOFOLLOW ?? 0;
const APPEND = constants.O_WRONLY | constants.O_APPEND | NO_LINK | (constants.O_NONBLOCK ?? 0);

/** A file's content, or what writes it to the open file, which can be read, too. */
export type Content = string | Uint8Array | ((file: FileHandle) => Promise<void>);
type WholeContent = string | Uint8Array;

/**
 * The folder itself may be reached by links: a person named it. All paths are absolute and lie in it. Every call throws
 * UnsafeEntryError `outside` for another path and `link` or `not-a-folder` where a folder on the way is none, and what the
 * system says where that fails.
 */
export class UntrustedFolder {
  readonly path: string;
  readonly #link: typeof link;

  /** @param linkFile gives a file a second name; tests give one that fails */
  constructor(path: string, linkFile: typeof link = link) {
    this.path = resolve(path);
    this.#link = linkFile;
  }

  /** What stands under a path, links not followed; null where nothing does. */
  async look(path: string): Promise<Stats | null> {
    if (path === this.path) return (await stat(path).catch(unlessMissing)) ?? null;
    for (const folder of this.#above(path)) {
      const found = await lstat(folder).catch(unlessMissing);
      if (!found) return null;
      checkIsFolder(found, folder);
    }
    return (await lstat(path).catch(unlessMissing)) ?? null;
  }

  lookSync(path: string): Stats | null {
    if (path === this.path) return statSync(path, { throwIfNoEntry: false }) ?? null;
    for (const folder of this.#above(path)) {
      const found = lookAt(folder);
      if (!found) return null;
      checkIsFolder(found, folder);
    }
    return lookAt(path);
  }

  /** As `look`, of a regular file. @throws UnsafeEntryError `link`, `not-a-file` where something else stands there */
  fileSync(path: string): Stats | null {
    const found = this.lookSync(path);
    if (found) checkIsFile(found, path);
    return found;
  }

  /** As `look`, of a folder. @throws UnsafeEntryError `link`, `not-a-folder` where something else stands there */
  folderSync(path: string): Stats | null {
    const found = this.lookSync(path);
    if (found) checkIsFolder(found, path);
    return found;
  }

  /** Names in a folder; none where there is no folder. */
  async list(path: string): Promise<string[]> {
    const found = await this.look(path);
    if (!found) return [];
    checkIsFolder(found, path);
    return readdir(path);
  }

  listSync(path: string): string[] {
    return this.folderSync(path) ? readdirSync(path) : [];
  }

  /** Reads a file. @throws UnsafeEntryError `link`, `not-a-file`, `too-large` */
  async read(path: string, mostBytes: number): Promise<Buffer> {
    await this.#checkAbove(path);
    return readRegularFile(path, mostBytes, 'refuse');
  }

  readSync(path: string, mostBytes: number): Buffer {
    this.#checkAboveSync(path);
    return readRegularFileSync(path, mostBytes, 'refuse');
  }

  /** Opens a file for reading. @throws UnsafeEntryError `link`, `not-a-file` */
  async openToRead(path: string): Promise<FileHandle> {
    await this.#checkAbove(path);
    return openRegularFile(path, 'refuse');
  }

  /** Creates a file, open for writing and reading. @throws `EEXIST` where the path is taken */
  async openNew(path: string): Promise<FileHandle> {
    await this.#checkAbove(path);
    return open(path, 'wx+');
  }

  /** Writes a file that is not there yet, flushed to the disk. @throws `EEXIST` where something stands there */
  async writeNew(path: string, content: Content): Promise<void> {
    await this.#checkAbove(path);
    const file = await open(path, 'wx+');
    try {
      await (typeof content === 'function' ? content(file) : file.writeFile(content));
      await file.sync();
    } finally {
      await file.close();
    }
  }

  writeNewSync(path: string, content: WholeContent): void {
    this.#checkAboveSync(path);
    const file = openSync(path, 'wx');
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  /** Puts a file in the place of another one, or of none: the old or the new one is there at every moment, whole. */
  async replace(path: string, content: WholeContent): Promise<void> {
    await this.#checkAbove(path);
    const beside = besideOf(path);
    try {
      await this.writeNew(beside, content);
      await renameTo(beside, path);
    } catch (error) {
      await rm(beside, { force: true }).catch(() => {});
      throw error;
    }
  }

  replaceSync(path: string, content: WholeContent): void {
    this.#checkAboveSync(path);
    const beside = besideOf(path);
    try {
      this.writeNewSync(beside, content);
      renameToSync(beside, path);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
  }

  /** Removes what `replace` was writing in a folder when its process was killed. For the only one who writes there. */
  sweepReplacementsSync(folder: string): void {
    for (const name of this.listSync(folder)) {
      const path = join(folder, name);
      if (BESIDE.test(name) && !this.lookSync(path)?.isDirectory()) this.removeSync(path);
    }
  }

  /** Adds to a file that is there. @throws UnsafeEntryError `link`, `not-a-file`, `hard-link` */
  async append(path: string, text: string): Promise<void> {
    await this.#checkAbove(path);
    checkIsOwnFile(await lstat(path), path);
    const file = await open(path, APPEND);
    try {
      checkIsOwnFile(await file.stat(), path);
      await file.appendFile(text);
    } finally {
      await file.close();
    }
  }

  /** Makes a folder, and those above it within this one. */
  async makeFolder(path: string): Promise<void> {
    for (const folder of [...this.#above(path), path]) {
      const found = await lstat(folder).catch(unlessMissing);
      if (found) checkIsFolder(found, folder);
      else await mkdir(folder).catch((error) => checkIsFolderNow(folder, error));
    }
  }

  makeFolderSync(path: string): void {
    for (const folder of [...this.#above(path), path]) {
      const found = lookAt(folder);
      if (found) checkIsFolder(found, folder);
      else mkdirSync(folder);
    }
  }

  /**
   * Gives a file or folder another name; a file that has the name already is replaced.
   *
   * @throws UnsafeEntryError `not-a-file` where a folder has the name of a file to be
   */
  async move(from: string, to: string): Promise<void> {
    await this.#checkAbove(from);
    await this.#checkAbove(to);
    await renameTo(from, to);
  }

  moveSync(from: string, to: string): void {
    this.#checkAboveSync(from);
    this.#checkAboveSync(to);
    renameToSync(from, to);
  }

  /**
   * Gives a file a second name, which nothing may have; on a drive that has no second names, a copy of it.
   *
   * @throws `EEXIST` where something has that name, however late it came; UnsafeEntryError `link`, `not-a-file`
   */
  async addName(from: string, to: string): Promise<void> {
    await this.#checkAbove(from);
    await this.#checkAbove(to);
    checkIsFile(await lstat(from), from);
    try {
      await this.#link(from, to);
    } catch (error) {
      if (!NO_SECOND_NAMES.has(errorCode(error) ?? '')) throw error;
      await copyFile(from, to, constants.COPYFILE_EXCL);
      flushFile(to);
    }
  }

  /** Removes a file, or a link itself; nothing happens where there is none. @throws UnsafeEntryError `not-a-file` for a folder */
  async remove(path: string): Promise<void> {
    const found = await this.look(path);
    if (found?.isDirectory()) throw new UnsafeEntryError('not-a-file', path);
    if (found) await unlink(path).catch(unlessMissing);
  }

  removeSync(path: string): void {
    const found = this.lookSync(path);
    if (found?.isDirectory()) throw new UnsafeEntryError('not-a-file', path);
    if (found) rmSync(path, { force: true });
  }

  /** Removes a folder that is empty; nothing happens where it is not, or not there. */
  async removeEmptyFolder(path: string): Promise<void> {
    if (!(await this.look(path))) return;
    await rmdir(path).catch(unless('ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY'));
  }

  /** The folders between this one and a path, the uppermost first. */
  #above(path: string): string[] {
    const way = relative(this.path, path);
    const [first, ...others] = way.split(sep);
    if (first === undefined || first === '' || first === '..' || isAbsolute(way) || path.includes('\0')) {
      throw new UnsafeEntryError('outside', path);
    }
    const folders: string[] = [];
    let folder = this.path;
    for (const name of [first, ...others].slice(0, -1)) {
      folder = join(folder, name);
      folders.push(folder);
    }
    return folders;
  }

  async #checkAbove(path: string): Promise<void> {
    for (const folder of this.#above(path)) checkIsFolder(await lstat(folder), folder);
  }

  #checkAboveSync(path: string): void {
    for (const folder of this.#above(path)) checkIsFolder(lstatSync(folder), folder);
  }
}

/** What a system says of a drive that has no second names for files; Windows says EISDIR of a FAT drive. */
const NO_SECOND_NAMES = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EISDIR']);

const besideOf = (path: string): string => join(dirname(path), `.${randomUUID()}.part`);
/** Names that `besideOf` makes. */
const BESIDE = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

async function renameTo(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    throw asFolderInTheWay(error, to);
  });
}

function renameToSync(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    throw asFolderInTheWay(error, to);
  }
}

/** Windows says EPERM of it. */
function asFolderInTheWay(error: unknown, path: string): unknown {
  const code = errorCode(error);
  const isInTheWay = code === 'EISDIR' || (code === 'EPERM' && lookAt(path)?.isDirectory());
  return isInTheWay ? new UnsafeEntryError('not-a-file', path, error) : error;
}

function checkIsFolder(found: Stats, path: string): void {
  if (found.isSymbolicLink()) throw new UnsafeEntryError('link', path);
  if (!found.isDirectory()) throw new UnsafeEntryError('not-a-folder', path);
}

/** Another call may have made it a moment ago. */
async function checkIsFolderNow(path: string, error: unknown): Promise<void> {
  if (errorCode(error) !== 'EEXIST') throw error;
  checkIsFolder(await lstat(path), path);
}

/** @throws UnsafeEntryError `link`, `not-a-file`, or `hard-link` where a change would reach a file elsewhere */
export function checkIsOwnFile(found: Stats, path: string): void {
  checkIsFile(found, path);
  if (found.nlink > 1) throw new UnsafeEntryError('hard-link', path);
}

function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return unlessMissing(error) ?? null;
  }
}

/** Takes an error with one of these codes for an answer. */
const unless =
  (...codes: readonly string[]) =>
  (error: unknown): undefined => {
    if (codes.includes(errorCode(error) ?? '')) return undefined;
    throw error;
  };

const unlessMissing = unless('ENOENT', 'ENOTDIR');
