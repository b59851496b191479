// What an export does to a disk. Tests give one that fails or dies in the middle.
import type { Stats } from 'node:fs';
import type { Content } from '../../../node/files/durable-write.ts';
import { UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { makeFolder } from '../../../node/files/make-folder.ts';
import { hashOfFile } from '../../../node/files/regular-file.ts';
import { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';
import { lockFolder } from './export-place.ts';

/**
 * Does work on each item, up to `most` at a time. After a failure nothing new is started; work under way finishes, and
 * then the first failure is thrown.
 */
export async function inParallel<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const item = items[next] as T; // Within the bounds, as just checked.
      next += 1;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

/** Size and time of a file. */
export interface FileState {
  readonly sizeBytes: number;
  /** Milliseconds since the epoch, with the fraction that the file system keeps. */
  readonly modifiedMs: number;
}

/** What stands under a path: a file, a folder, or anything else (a link, a device). */
export type DiskEntry =
  | ({ readonly kind: 'file' } & FileState)
  | { readonly kind: 'folder' }
  | { readonly kind: 'other' };

/**
 * Paths are absolute. Every call may fail with an error that has a `code`, or with UnsafeEntryError where a path leads out of
 * the folder, or to something other than a file or folder.
 */
export interface Disk {
  /** Takes the folder for one export. @returns gives it back @throws ExportError as `lockFolder` */
  lock(): () => void;
  /** What stands under a path, links not followed; null where nothing does. */
  look(path: string): Promise<DiskEntry | null>;
  /** Names in a folder; none where there is no folder. */
  list(path: string): Promise<string[]>;
  /** @throws UnsafeEntryError `too-large` for a file of more bytes */
  read(path: string, mostBytes: number): Promise<Uint8Array>;
  /** A part of a file: as many bytes as asked for, fewer at its end. */
  readAt(path: string, offset: number, bytes: number): Promise<Uint8Array>;
  /** The hexadecimal SHA-256 of a file. @throws UnsafeEntryError `too-large` for a file of more bytes */
  hash(path: string, mostBytes: number): Promise<string>;
  makeFolder(path: string): Promise<void>;
  /** Writes a new file, flushed to the disk. */
  writeNew(path: string, content: Content): Promise<void>;
  /** Adds rows to a file that is there. */
  append(path: string, text: string): Promise<void>;
  /** Gives a file a second name, which nothing may have. @throws an error with the code `EEXIST` where something has it */
  addName(from: string, to: string): Promise<void>;
  /** Gives anything another name. A file that has it is replaced. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; nothing happens where there is none. */
  remove(path: string): Promise<void>;
  /** Removes a folder that is empty; nothing happens where it is not, or not there. */
  removeEmptyFolder(path: string): Promise<void>;
  /** Flushes the names in a folder, where a system can. */
  flushFolder(path: string): Promise<void>;
}

/**
 * The disk of an export's folder as it is now. What is found out about the folder afterwards, and all that is done in it, is
 * about this one, whatever takes its name.
 */
export async function foundDisk(folder: string): Promise<Disk> {
  const disk = folderDisk(folder);
  // What can't be looked at fails again when it is used, and is reported then.
  await disk.look(folder).catch(() => null);
  return disk;
}

/** The machine's disk, as far as a folder goes that anyone may have filled. */
export function folderDisk(folder: string): Disk {
  let files = new UntrustedFolder(folder);
  return {
    lock: () => lockFolder(folder, files),
    async look(path) {
      const found = await files.look(path);
      return found && entryOf(found);
    },
    list: (path) => files.list(path),
    read: (path, mostBytes) => files.read(path, mostBytes),
    async readAt(path, offset, bytes) {
      const file = await files.openToRead(path);
      try {
        const { size } = await file.stat();
        const part = new Uint8Array(Math.max(0, Math.min(bytes, size - offset)));
        let length = 0;
        while (length < part.length) {
          const { bytesRead } = await file.read(part, length, part.length - length, offset + length);
          if (bytesRead === 0) break;
          length += bytesRead;
        }
        return part.subarray(0, length);
      } finally {
        await file.close();
      }
    },
    async hash(path, mostBytes) {
      const file = await files.openToRead(path);
      try {
        if ((await file.stat()).size > mostBytes) throw new UnsafeEntryError('too-large', path);
        return await hashOfFile(file);
      } finally {
        await file.close();
      }
    },
    async makeFolder(path) {
      if (path !== files.path) return files.makeFolder(path);
      // One that is made in place of a folder that was deleted is another one.
      if ((await makeFolder(path)) !== undefined) files = new UntrustedFolder(folder);
      // From here on it is this folder, whatever takes its name.
      await files.look(path);
    },
    writeNew: (path, content) => files.writeNew(path, content),
    append: (path, text) => files.append(path, text),
    addName: (from, to) => files.addName(from, to),
    rename: (from, to) => files.move(from, to),
    remove: (path) => files.remove(path),
    removeEmptyFolder: (path) => files.removeEmptyFolder(path),
    flushFolder: (path) => files.flushFolder(path),
  };
}

function entryOf(found: Stats): DiskEntry {
  if (found.isDirectory()) return { kind: 'folder' };
  return found.isFile() ? { kind: 'file', sizeBytes: found.size, modifiedMs: found.mtimeMs } : { kind: 'other' };
}
