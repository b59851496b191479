// The folder of an export: the files in it that are ours, and every change of them.
import { basename, dirname, join } from 'node:path';
import type { Content } from '../../../node/files/durable-write.ts';
import { errorCode, UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { nameKey, numberedName } from '../../../shared/rules/file-names.ts';
import type { Disk } from './disk.ts';
import { ExportError } from './export-error.ts';
import { isProjectName, PROJECT_FILE } from './export-place.ts';
import { BIN_FOLDER, type ManifestRow, WORK_FOLDER } from './manifest.ts';

const PARTIAL = '.part';
/** More than any file of an export has: some fifty hours of 24-bit stereo. */
const MOST_FILE_BYTES = 64 * 1024 ** 3;

/** A file of ours, as a list of an export has it. */
export interface OwnedFile {
  /** Its path within the folder, `/` between folders. */
  readonly file: string;
  readonly sizeBytes: number;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
  /** When it was written: milliseconds since the epoch, by which a change of it shows. */
  readonly modifiedMs: number;
}

/** Keeps account of the files that are ours while they are moved, written and replaced. */
export class ExportFolder<Row extends OwnedFile = ManifestRow> {
  readonly path: string;
  readonly disk: Disk;
  /** The name of this export's own folder in the bin. */
  readonly #stamp: string;
  readonly #rows = new Map<string, Row>();
  readonly #made = new Set<string>();
  readonly #left = new Set<string>();
  /** Names that files of this export are to have, as `nameKey` gives them. */
  readonly #expected = new Set<string>();
  #binned: string | null = null;
  #binCount = 0;
  #partials = 0;

  /** @param nowMs milliseconds since the epoch */
  constructor(path: string, disk: Disk, nowMs: number) {
    this.path = path;
    this.disk = disk;
    this.#stamp = new Date(nowMs)
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(':', '-');
  }

  /** The files that are ours, as they are now. */
  rows(): Row[] {
    return [...this.#rows.values()];
  }

  /** Our file under a name, as any file system would compare it. */
  rowAt(file: string): Row | undefined {
    return this.#rows.get(nameKey(file));
  }

  own(row: Row): void {
    this.#rows.set(nameKey(row.file), row);
  }

  disown(row: Row): void {
    this.#rows.delete(nameKey(row.file));
  }

  /** The full path of a file of the folder. */
  at(file: string): string {
    return join(this.path, ...file.split('/'));
  }

  /** This export's folder in the bin (`/` between folders), once something went there. */
  get binFolder(): string | null {
    return this.#binned;
  }

  get binCount(): number {
    return this.#binCount;
  }

  /**
   * Whether a file can be one of an export: all folders above it are real, since a link would lead out of the export
   * folder, and none is a project, whose files a hand-written list could name.
   */
  async isWithinFolders(file: string): Promise<boolean> {
    const names = file.split('/').slice(0, -1);
    for (const depth of names.keys()) {
      const folder = names.slice(0, depth + 1).join('/');
      const entry = await this.disk.look(this.at(folder));
      if (entry?.kind !== 'folder' || (await this.isProject(folder))) return false;
    }
    return true;
  }

  /** Whether a folder is a project's, or is named like one. */
  async isProject(folder: string): Promise<boolean> {
    return isProjectName(folder) || (await this.disk.look(this.at(`${folder}/${PROJECT_FILE}`))) !== null;
  }

  /** Names that no other file of this export may take, though they are free still. */
  expect(files: readonly string[]): void {
    for (const file of files) this.#expected.add(nameKey(file));
  }

  /** Writes a file of the work folder, flushed. No half file stays where that fails. */
  async writePartial(content: Content): Promise<string> {
    await this.#makeFolder(WORK_FOLDER);
    this.#partials += 1;
    const partial = `${WORK_FOLDER}/${this.#partials}${PARTIAL}`;
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

  /** Removes what a killed export was writing. */
  async sweepPartials(): Promise<void> {
    for (const name of await this.disk.list(this.at(WORK_FOLDER))) {
      if (isPartial(name)) await this.discard(`${WORK_FOLDER}/${name}`);
    }
  }

  /**
   * Puts what was written to the work folder in its place, where a file of ours makes way for the bin.
   *
   * @param row its size and time are found out here
   * @param announce called before the file takes another name than the row says, because something that is not ours has
   *   come to stand there
   * @returns the row with the name that the file has
   */
  async place(partial: string, row: Row, announce: (file: string) => Promise<void>): Promise<Row> {
    const occupant = this.rowAt(row.file);
    if (occupant) await this.bin(occupant);
    await this.#makeFolder(dirname(row.file));
    const file = await this.#takeName(partial, row.file, announce);
    const entry = await this.disk.look(this.at(file));
    if (entry?.kind !== 'file') throw this.#vanished(file);
    const placed = { ...row, file, sizeBytes: entry.sizeBytes, modifiedMs: entry.modifiedMs };
    this.own(placed);
    return placed;
  }

  /** Gives a file of ours another name, as `place` does. What stands there and is ours goes to the bin. */
  async move(row: Row, wanted: string, announce: (file: string) => Promise<void>): Promise<Row> {
    const occupant = this.rowAt(wanted);
    if (occupant && occupant !== row) await this.bin(occupant);
    await this.#makeFolder(dirname(wanted));
    const file = await this.#takeName(row.file, wanted, announce);
    this.#left.add(dirname(row.file));
    this.disown(row);
    const moved = { ...row, file };
    this.own(moved);
    return moved;
  }

  /** Gives a file a name that nothing has: whatever came to stand there since the export was planned stays. */
  async #takeName(from: string, wanted: string, announce: (file: string) => Promise<void>): Promise<string> {
    if (await this.#rename(from, wanted)) return wanted;
    for (let number = 2; ; number += 1) {
      const file = numberedName(wanted, number);
      if (this.rowAt(file) || this.#expected.has(nameKey(file))) continue;
      await announce(file);
      if (await this.#rename(from, file)) return file;
    }
  }

  /** @returns false where something has the name; nothing is changed then */
  async #rename(from: string, to: string): Promise<boolean> {
    try {
      await this.disk.addName(this.at(from), this.at(to));
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if (!(await this.#isSameEntry(from, to))) return false;
      await this.disk.rename(this.at(from), this.at(to));
      return true;
    }
    try {
      await this.disk.remove(this.at(from));
    } catch (error) {
      // Another program holds it: it keeps the one name that it had.
      await this.disk.remove(this.at(to));
      throw error;
    }
    return true;
  }

  /** Whether two spellings of a name are one name to the file system, as capital and small letters may be. */
  async #isSameEntry(from: string, to: string): Promise<boolean> {
    if (nameKey(from) !== nameKey(to) || dirname(from) !== dirname(to)) return false;
    return !(await this.disk.list(this.at(dirname(to)))).includes(basename(to));
  }

  /** Puts a file of ours into the bin. */
  async bin(row: Row): Promise<void> {
    await this.binFile(row.file);
    this.disown(row);
  }

  /** Puts a file into the bin, under its own path. */
  async binFile(file: string): Promise<void> {
    const folder = await this.#openBin();
    const wanted = file.startsWith(`${WORK_FOLDER}/`) ? basename(file) : file;
    await this.putAside(file, (number) => {
      const target = `${folder}/${wanted}`;
      return number === 1 ? target : numberedName(target, number);
    });
    this.#left.add(dirname(file));
    this.#binCount += 1;
  }

  /**
   * Gives a file, or whatever else stands there, the first name that is free.
   *
   * @param nameOf the names to try, from 1 on
   */
  async putAside(file: string, nameOf: (number: number) => string): Promise<string> {
    const entry = await this.disk.look(this.at(file));
    for (let number = 1; ; number += 1) {
      const target = nameOf(number);
      if ((await this.disk.look(this.at(target))) !== null) continue;
      await this.#makeFolder(dirname(target));
      if (entry?.kind === 'file') {
        if (!(await this.#rename(file, target))) continue;
      } else await this.disk.rename(this.at(file), this.at(target));
      return target;
    }
  }

  /** Gives a file of the work folder its name. Whatever stands there goes to the bin. */
  async placeOver(partial: string, file: string): Promise<void> {
    await this.#makeFolder(dirname(file));
    while (!(await this.#rename(partial, file))) await this.binFile(file);
  }

  /** Writes a file of the work folder in place of another, so that there always is the old or the new one, whole. */
  async replace(file: string, content: string): Promise<void> {
    const partial = await this.writePartial(content);
    await this.disk.rename(this.at(partial), this.at(file));
  }

  /**
   * Writes a list of the export in place of the one that stands there.
   *
   * @param known the hash of the list that is ours; null where there was none
   * @throws ExportError `foreign-manifest` where something stands there that is not ours; it stays
   */
  async replaceList(file: string, content: string, known: string | null): Promise<void> {
    const partial = await this.writePartial(content);
    const entry = await this.disk.look(this.at(file));
    if (entry && known !== null && (await this.hashOf(file)) === known) {
      await this.disk.rename(this.at(partial), this.at(file));
      return;
    }
    // Ours was edited: it goes to the bin, as an edited table does.
    if (entry && known !== null) await this.binFile(file);
    if (await this.#rename(partial, file)) return;
    await this.discard(partial);
    throw new ExportError(
      'foreign-manifest',
      this.path,
      `A ${file} that is not Lectern's came into the folder “${this.path}” during the export; move it away and export again.`,
    );
  }

  /** The SHA-256 of a file's bytes, hexadecimal; null for what is too large to be an export's, or no file. */
  async hashOf(file: string): Promise<string | null> {
    try {
      return await this.disk.hash(this.at(file), MOST_FILE_BYTES);
    } catch (error) {
      if (error instanceof UnsafeEntryError) return null;
      throw error;
    }
  }

  /** Makes all names safe on the disk, and takes away folders that only held files of ours. */
  async settle(): Promise<void> {
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

  /** Removes the work folder where nothing of value is left in it. */
  async close(): Promise<void> {
    this.#made.delete(WORK_FOLDER);
    this.#expected.clear();
    await this.disk.removeEmptyFolder(this.at(WORK_FOLDER));
  }

  async #openBin(): Promise<string> {
    if (this.#binned) return this.#binned;
    const entry = await this.disk.look(this.at(BIN_FOLDER));
    if (entry && entry.kind !== 'folder') {
      throw new ExportError(
        'unwritable',
        this.at(BIN_FOLDER),
        `“${this.at(BIN_FOLDER)}” is in the way: replaced files go to a folder of this name; rename it and export again.`,
      );
    }
    let folder = `${BIN_FOLDER}/${this.#stamp}`;
    for (let number = 2; (await this.disk.look(this.at(folder))) !== null; number += 1) {
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

  #vanished(file: string): ExportError {
    const path = this.at(file);
    return new ExportError('unwritable', path, `“${path}” vanished while it was written; export again.`);
  }
}

/** Whether a name in the work folder is one of a file that was not finished. */
function isPartial(name: string): boolean {
  return /^\d+\.part$/.test(name);
}
