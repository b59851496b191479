// The disk operations of an export, behind an interface so that tests can inject failures and crashes.
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { WritableContent } from '../../../../node/files/durable-write.ts';
import { UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { makeFolder } from '../../../../node/files/make-folder.ts';
import { hashFile } from '../../../../node/files/regular-file.ts';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { lockFolder } from './export-location.ts';

/**
 * Runs up to `limit` calls in parallel. After a failure, it waits for calls in progress, then throws the first error.
 */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const item = items[next] as T;
      next += 1;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

export interface FileState {
  readonly sizeBytes: number;
  /** Milliseconds since the epoch, with the fraction stored by the file system. */
  readonly modifiedMs: number;
}

/** `other`: a symbolic link, a device, or another special file. */
export type DiskEntry =
  | ({ readonly kind: 'file' } & FileState)
  | { readonly kind: 'folder' }
  | { readonly kind: 'other' };

/** Operations on absolute paths. They throw errors with a `code`, or UnsafeEntryError for paths outside the folder. */
export interface Disk {
  /** Locks the folder and returns a function that unlocks it. @throws ExportError; see `lockFolder` */
  lock(): () => void;
  /** Returns the entry at a path, without following links, or null if there is none. */
  stat(path: string): Promise<DiskEntry | null>;
  /** Returns the names in a folder; none if it doesn't exist. */
  list(path: string): Promise<string[]>;
  /** @throws UnsafeEntryError `too-large` if the file is larger than `maxBytes` */
  read(path: string, maxBytes: number): Promise<Uint8Array>;
  /** Reads part of a file; fewer bytes at its end. */
  readAt(path: string, offset: number, bytes: number): Promise<Uint8Array>;
  /** Opens a file for reading, and closes it when the function has finished. */
  withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T>;
  /** Returns the hexadecimal SHA-256. @throws UnsafeEntryError `too-large` above `maxBytes` */
  hash(path: string, maxBytes: number): Promise<string>;
  makeFolder(path: string): Promise<void>;
  /** Flushes the file to disk. */
  writeNew(path: string, content: WritableContent): Promise<void>;
  append(path: string, text: string): Promise<void>;
  /** Adds a hard link. @throws an error with the code `EEXIST` if the new name is taken */
  link(from: string, to: string): Promise<void>;
  /** Renames a file, replacing any file with the new name. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  removeEmptyFolder(path: string): Promise<void>;
  /** Flushes directory entries, if the system supports it. */
  flushFolder(path: string): Promise<void>;
}

/** Keeps a handle to the folder, so that a folder that later replaces it at the same path isn't used. */
export async function pinnedDisk(folder: string): Promise<Disk> {
  const disk = folderDisk(folder);
  // Ignore errors here: they occur again, and are reported, when the folder is used.
  await disk.stat(folder).catch(() => null);
  return disk;
}

export function folderDisk(folder: string): Disk {
  let files = new UntrustedFolder(folder);
  const withFile: Disk['withFile'] = async (path, use) => {
    const file = await files.openForReading(path);
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  };
  return {
    lock: () => lockFolder(folder, files),
    async stat(path) {
      const found = await files.stat(path);
      return found && entryOf(found);
    },
    list: (path) => files.list(path),
    read: (path, maxBytes) => files.read(path, maxBytes),
    readAt: (path, offset, bytes) =>
      withFile(path, async (file) => {
        const { size } = await file.stat();
        const part = new Uint8Array(Math.max(0, Math.min(bytes, size - offset)));
        let length = 0;
        while (length < part.length) {
          const { bytesRead } = await file.read(part, length, part.length - length, offset + length);
          if (bytesRead === 0) break;
          length += bytesRead;
        }
        return part.subarray(0, length);
      }),
    withFile,
    hash: (path, maxBytes) =>
      withFile(path, async (file) => {
        if ((await file.stat()).size > maxBytes) throw new UnsafeEntryError('too-large', path);
        return hashFile(file);
      }),
    async makeFolder(path) {
      if (path !== files.path) return files.makeFolder(path);
      if ((await makeFolder(path)) !== undefined) files = new UntrustedFolder(folder);
      // Keep a handle to this folder, in case another folder replaces it at the same path.
      await files.stat(path);
    },
    writeNew: (path, content) => files.writeNew(path, content),
    append: (path, text) => files.append(path, text),
    link: (from, to) => files.linkOrMove(from, to),
    rename: (from, to) => files.move(from, to),
    remove: (path) => files.remove(path),
    removeEmptyFolder: (path) => files.removeEmptyFolder(path),
    flushFolder: (path) => files.flushFolder(path),
  };
}

function entryOf(stats: Stats): DiskEntry {
  if (stats.isDirectory()) return { kind: 'folder' };
  return stats.isFile() ? { kind: 'file', sizeBytes: stats.size, modifiedMs: stats.mtimeMs } : { kind: 'other' };
}

/**
 * Rejects disk operations once the project folder has moved. Its takes would be missing, so all exported files would
 * look obsolete.
 */
export function guardedDisk(disk: Disk, check: () => void): Disk {
  const checked =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      check();
      return work(...args);
    };
  return {
    ...disk,
    makeFolder: checked(disk.makeFolder),
    writeNew: checked(disk.writeNew),
    append: checked(disk.append),
    link: checked(disk.link),
    rename: checked(disk.rename),
    remove: checked(disk.remove),
    removeEmptyFolder: checked(disk.removeEmptyFolder),
  };
}
