// The folder of an export: the files in it that are ours, and every change of them.
import { basename, dirname, join } from 'node:path';
import { nameKey, numberedName } from '../../../shared/rules/file-names.ts';
import type { Disk } from './disk.ts';
import { ExportError } from './export-error.ts';
import type { ManifestRow } from './manifest.ts';

/** Where files go that an export no longer makes, or that it replaces: `bin/<time>/<the file's path>`. */
export const BIN_FOLDER = 'bin';
/** Where files are while they are being written or moved; gone when no export is at work. */
export const WORK_FOLDER = '.lectern-export.tmp';
const PARTIAL = '.part';

/** Keeps account of the files that are ours while they are moved, written and replaced. */
export class ExportFolder {
  readonly path: string;
  readonly disk: Disk;
  /** The name of this export's own folder in the bin. */
  readonly #stamp: string;
  readonly #rows = new Map<string, ManifestRow>();
  readonly #made = new Set<string>();
  readonly #left = new Set<string>();
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
  rows(): ManifestRow[] {
    return [...this.#rows.values()];
  }

  /** Our file under a name, as any file system would compare it. */
  rowAt(file: string): ManifestRow | undefined {
    return this.#rows.get(nameKey(file));
  }

  own(row: ManifestRow): void {
    this.#rows.set(nameKey(row.file), row);
  }

  disown(row: ManifestRow): void {
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

  /** Whether all folders above a file are true ones within the export folder: a link would lead out of it. */
  async isWithinFolders(file: string): Promise<boolean> {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
      const standing = await this.disk.look(this.at(folder));
      if (standing?.kind !== 'folder') return false;
    }
    return true;
  }

  /** Writes bytes to a file of the work folder, flushed. No half file stays where that fails. */
  async writePartial(bytes: Uint8Array | string): Promise<string> {
    await this.#makeFolder(WORK_FOLDER);
    this.#partials += 1;
    const partial = `${WORK_FOLDER}/${this.#partials}${PARTIAL}`;
    try {
      await this.disk.writeNew(this.at(partial), bytes);
    } catch (error) {
      await this.discard(partial).catch(() => undefined);
      throw error;
    }
    return partial;
  }

  async discard(partial: string): Promise<void> {
    await this.disk.remove(this.at(partial));
  }

  /** Puts what was written to the work folder in its place, where a file of ours makes way for the bin. */
  async place(partial: string, row: Omit<ManifestRow, 'sizeBytes' | 'modifiedMs'>): Promise<ManifestRow> {
    const occupant = this.rowAt(row.file);
    if (occupant) await this.bin(occupant);
    await this.#makeFolder(dirname(row.file));
    await this.disk.rename(this.at(partial), this.at(row.file));
    const standing = await this.disk.look(this.at(row.file));
    if (standing?.kind !== 'file') throw this.#vanished(row.file);
    const placed = { ...row, sizeBytes: standing.sizeBytes, modifiedMs: standing.modifiedMs };
    this.own(placed);
    return placed;
  }

  /** Gives a file of ours another name. What stands there must be ours, and goes to the bin. */
  async move(row: ManifestRow, file: string): Promise<ManifestRow> {
    const occupant = this.rowAt(file);
    if (occupant && occupant !== row) await this.bin(occupant);
    await this.#makeFolder(dirname(file));
    await this.disk.rename(this.at(row.file), this.at(file));
    this.#left.add(dirname(row.file));
    this.disown(row);
    const moved = { ...row, file };
    this.own(moved);
    return moved;
  }

  /** Puts a file of ours into the bin. */
  async bin(row: ManifestRow): Promise<void> {
    await this.binFile(row.file);
    this.disown(row);
  }

  /** Puts a file into the bin, under its own path. */
  async binFile(file: string): Promise<void> {
    const folder = await this.#openBin();
    const wanted = file.startsWith(`${WORK_FOLDER}/`) ? basename(file) : file;
    let target = `${folder}/${wanted}`;
    for (let number = 2; (await this.disk.look(this.at(target))) !== null; number += 1) {
      target = numberedName(`${folder}/${wanted}`, number);
    }
    await this.#makeFolder(dirname(target));
    await this.disk.rename(this.at(file), this.at(target));
    this.#left.add(dirname(file));
    this.#binCount += 1;
  }

  /** Writes a file of the export's own in place of another, so that there always is the old or the new one, whole. */
  async replace(file: string, content: string): Promise<void> {
    const partial = await this.writePartial(content);
    await this.disk.rename(this.at(partial), this.at(file));
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
    await this.disk.removeEmptyFolder(this.at(WORK_FOLDER));
  }

  async #openBin(): Promise<string> {
    if (this.#binned) return this.#binned;
    const standing = await this.disk.look(this.at(BIN_FOLDER));
    if (standing && standing.kind !== 'folder') {
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
export function isPartial(name: string): boolean {
  return /^\d+\.part$/.test(name);
}
