import { basename, dirname, join } from 'node:path';
import type { WritableContent } from '../../../../node/files/durable-write.ts';
import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { nameKey, numberedName } from '../../../../shared/rules/export/file-names.ts';
import { ExportError, foreignListError } from '../export-error.ts';
import type { Disk } from './disk.ts';
import { isProjectName, PROJECT_FILE } from './export-location.ts';
import { BIN_FOLDER, WORK_FOLDER } from './exported-names.ts';

const PARTIAL_SUFFIX = '.part';
/** Larger than any exported file: about fifty hours of 24-bit stereo. */
const MAX_FILE_BYTES = 64 * 1024 ** 3;

export interface OwnedFile {
  /** Path relative to the folder, with `/` as separator. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Modification time in milliseconds since the epoch, used to detect changes by other programs. */
  readonly modifiedMs: number;
}

export class ExportFolder<Row extends OwnedFile = OwnedFile> {
  readonly path: string;
  readonly disk: Disk;
  readonly #stamp: string;
  readonly #rows = new Map<string, Row>();
  readonly #made = new Set<string>();
  readonly #left = new Set<string>();
  /** Target names of this export, as `nameKey` values. */
  readonly #reserved = new Set<string>();
  #binned: string | null = null;
  #binCount = 0;
  #partials = 0;

  constructor(path: string, disk: Disk, nowMs: number) {
    this.path = path;
    this.disk = disk;
    this.#stamp = new Date(nowMs)
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(':', '-');
  }

  rows(): Row[] {
    return [...this.#rows.values()];
  }

  /** Returns the owned file with a name, ignoring case as some file systems do. */
  findRow(file: string): Row | undefined {
    return this.#rows.get(nameKey(file));
  }

  own(row: Row): void {
    this.#rows.set(nameKey(row.file), row);
  }

  disown(row: Row): void {
    this.#rows.delete(nameKey(row.file));
  }

  at(file: string): string {
    return join(this.path, ...file.split('/'));
  }

  /** Path with `/` as separator; null until a file has been moved there. */
  get binFolder(): string | null {
    return this.#binned;
  }

  get binCount(): number {
    return this.#binCount;
  }

  /**
   * Rejects links, because they could lead out of the export folder. Also rejects project folders, because an edited
   * manifest could list them.
   */
  async isWithinFolders(file: string): Promise<boolean> {
    const names = file.split('/').slice(0, -1);
    for (const depth of names.keys()) {
      const folder = names.slice(0, depth + 1).join('/');
      const entry = await this.disk.stat(this.at(folder));
      if (entry?.kind !== 'folder' || (await this.isProject(folder))) return false;
    }
    return true;
  }

  async isProject(folder: string): Promise<boolean> {
    return isProjectName(folder) || (await this.disk.stat(this.at(`${folder}/${PROJECT_FILE}`))) !== null;
  }

  /** Reserves names, so that no other file of this export gets one of them. */
  reserveNames(files: readonly string[]): void {
    for (const file of files) this.#reserved.add(nameKey(file));
  }

  /** Writes and flushes a file in the work folder, or removes it if writing fails. */
  async writePartial(content: WritableContent): Promise<string> {
    await this.#makeFolder(WORK_FOLDER);
    this.#partials += 1;
    const partial = `${WORK_FOLDER}/${this.#partials}${PARTIAL_SUFFIX}`;
    try {
      await this.disk.writeNew(this.at(partial), content);
    } catch (error) {
      await this.discard(partial).catch(() => undefined);
      throw error;
    }
    return partial;
  }

  async discard(partial: string): Promise<void> {
    await this.disk.remove(this.at(partial));
  }

  /** Removes unfinished files of a killed export. */
  async sweepPartials(): Promise<void> {
    for (const name of await this.disk.list(this.at(WORK_FOLDER))) {
      if (isPartial(name)) await this.discard(`${WORK_FOLDER}/${name}`);
    }
  }

  /**
   * Puts a file in place and moves an owned file with its name to the bin. Calls `announce` before using a name other
   * than the planned one.
   */
  async place(partial: string, row: Row, announce: (file: string) => Promise<void>): Promise<Row> {
    const occupant = this.findRow(row.file);
    if (occupant) await this.bin(occupant);
    await this.#makeFolder(dirname(row.file));
    return this.#recordPlaced({ ...row, file: await this.#takeName(partial, row.file, announce) });
  }

  /** Like `place`, but also moves files of other programs to the bin. */
  async placeReplacing(partial: string, row: Row): Promise<Row> {
    await this.#makeFolder(dirname(row.file));
    while (!(await this.#rename(partial, row.file))) await this.moveFileToBin(row.file);
    return this.#recordPlaced(row);
  }

  async #recordPlaced(row: Row): Promise<Row> {
    const entry = await this.disk.stat(this.at(row.file));
    if (entry?.kind !== 'file') throw this.#fileGoneError(row.file);
    const placed = { ...row, sizeBytes: entry.sizeBytes, modifiedMs: entry.modifiedMs };
    this.own(placed);
    return placed;
  }

  /** Renames an owned file, with the same rules as `place`. */
  async move(row: Row, planned: string, announce: (file: string) => Promise<void>): Promise<Row> {
    const occupant = this.findRow(planned);
    if (occupant && occupant !== row) await this.bin(occupant);
    await this.#makeFolder(dirname(planned));
    const file = await this.#takeName(row.file, planned, announce);
    this.#left.add(dirname(row.file));
    this.disown(row);
    const moved = { ...row, file };
    this.own(moved);
    return moved;
  }

  /** Renames a file, numbering it if a foreign file has taken the name since planning. */
  async #takeName(from: string, planned: string, announce: (file: string) => Promise<void>): Promise<string> {
    if (await this.#rename(from, planned)) return planned;
    for (let number = 2; ; number += 1) {
      const file = numberedName(planned, number);
      if (this.findRow(file) || this.#reserved.has(nameKey(file))) continue;
      await announce(file);
      if (await this.#rename(from, file)) return file;
    }
  }

  /** Returns false and changes nothing if the name is taken. */
  async #rename(from: string, to: string): Promise<boolean> {
    try {
      await this.disk.link(this.at(from), this.at(to));
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if (!(await this.#isSameEntry(from, to))) return false;
      await this.disk.rename(this.at(from), this.at(to));
      return true;
    }
    try {
      await this.disk.remove(this.at(from));
    } catch (error) {
      // Another program has the file open. Remove the new link, so that the file keeps its old name.
      await this.disk.remove(this.at(to));
      throw error;
    }
    return true;
  }

  /** Returns whether names that differ only in case refer to the same directory entry. */
  async #isSameEntry(from: string, to: string): Promise<boolean> {
    if (nameKey(from) !== nameKey(to) || dirname(from) !== dirname(to)) return false;
    return !(await this.disk.list(this.at(dirname(to)))).includes(basename(to));
  }

  async bin(row: Row): Promise<void> {
    await this.moveFileToBin(row.file);
    this.disown(row);
  }

  async moveFileToBin(file: string): Promise<void> {
    const folder = await this.#openBin();
    const wanted = file.startsWith(`${WORK_FOLDER}/`) ? basename(file) : file;
    await this.moveToFreeName(file, (number) => {
      const target = `${folder}/${wanted}`;
      return number === 1 ? target : numberedName(target, number);
    });
    this.#left.add(dirname(file));
    this.#binCount += 1;
  }

  /** Renames a file. @param nameOf returns the candidate with a number, starting at 1 */
  async moveToFreeName(file: string, nameOf: (number: number) => string): Promise<string> {
    const entry = await this.disk.stat(this.at(file));
    for (let number = 1; ; number += 1) {
      const target = nameOf(number);
      if ((await this.disk.stat(this.at(target))) !== null) continue;
      await this.#makeFolder(dirname(target));
      if (entry?.kind === 'file') {
        if (!(await this.#rename(file, target))) continue;
      } else await this.disk.rename(this.at(file), this.at(target));
      return target;
    }
  }

  /** Replaces a file atomically. */
  async replace(file: string, content: string): Promise<void> {
    const partial = await this.writePartial(content);
    await this.disk.rename(this.at(partial), this.at(file));
  }

  /**
   * Replaces Lectern's list. `known` is the list's last known hash, or null if unknown.
   * @throws ExportError `foreign-manifest` for another program's file
   */
  async replaceList(file: string, content: string, known: string | null): Promise<void> {
    const partial = await this.writePartial(content);
    const entry = await this.disk.stat(this.at(file));
    if (entry && known !== null && (await this.hashOf(file)) === known) {
      await this.disk.rename(this.at(partial), this.at(file));
      return;
    }
    if (entry && known !== null) await this.moveFileToBin(file);
    if (await this.#rename(partial, file)) return;
    await this.discard(partial);
    throw foreignListError(this.path, file, true);
  }

  /** Returns the hexadecimal SHA-256 of a file; null if it isn't a regular file or is too large for an export. */
  async hashOf(file: string): Promise<string | null> {
    try {
      return await this.disk.hash(this.at(file), MAX_FILE_BYTES);
    } catch (error) {
      if (error instanceof UnsafeEntryError) return null;
      throw error;
    }
  }

  /** Flushes directory entries to disk and removes folders that have become empty. */
  async flush(): Promise<void> {
    for (const folder of [...this.#left].sort((a, b) => b.length - a.length)) {
      for (let empty = folder; empty !== '.' && empty !== WORK_FOLDER; empty = dirname(empty)) {
        await this.disk.removeEmptyFolder(this.at(empty));
      }
    }
    this.#left.clear();
    for (const folder of this.#made) await this.disk.flushFolder(this.at(folder));
    await this.disk.flushFolder(this.path);
    this.#made.clear();
  }

  async close(): Promise<void> {
    this.#made.delete(WORK_FOLDER);
    this.#reserved.clear();
    await this.disk.removeEmptyFolder(this.at(WORK_FOLDER));
  }

  async #openBin(): Promise<string> {
    if (this.#binned) return this.#binned;
    const entry = await this.disk.stat(this.at(BIN_FOLDER));
    if (entry && entry.kind !== 'folder') {
      throw new ExportError({ kind: 'unwritable', path: this.at(BIN_FOLDER), because: 'bin' });
    }
    let folder = `${BIN_FOLDER}/${this.#stamp}`;
    for (let number = 2; (await this.disk.stat(this.at(folder))) !== null; number += 1) {
      folder = `${BIN_FOLDER}/${this.#stamp} (${number})`;
    }
    await this.#makeFolder(folder);
    this.#binned = folder;
    return folder;
  }

  async #makeFolder(folder: string): Promise<void> {
    if (this.#made.has(folder)) return;
    if (folder !== '.') await this.disk.makeFolder(this.at(folder));
    this.#made.add(folder);
  }

  #fileGoneError(file: string): ExportError {
    return new ExportError({ kind: 'unwritable', path: this.at(file), because: 'vanished' });
  }
}

function isPartial(name: string): boolean {
  return /^\d+\.part$/.test(name);
}
