// What an export does to a disk. Tests give one that fails or dies in the middle.
import type { Stats } from 'node:fs';
import { appendFile, lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';

/** Size and time of a file. */
export interface FileState {
  readonly sizeBytes: number;
  /** Milliseconds since the epoch, with the fraction that the file system keeps. */
  readonly modifiedMs: number;
}

/** What stands under a path: a file, a folder, or anything else (a link, a device). */
export type Standing =
  | ({ readonly kind: 'file' } & FileState)
  | { readonly kind: 'folder' }
  | { readonly kind: 'other' };

/** Paths are absolute. Every call may fail with an error that has a `code`. */
export interface Disk {
  /** What stands under a path, links not followed; null where nothing does. */
  look(path: string): Promise<Standing | null>;
  /** Names in a folder; none where there is no folder. */
  list(path: string): Promise<string[]>;
  read(path: string): Promise<Uint8Array>;
  makeFolder(path: string): Promise<void>;
  /** Writes a new file, flushed to the disk. */
  writeNew(path: string, bytes: Uint8Array | string): Promise<void>;
  /** Adds rows to a file, which it makes. */
  append(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; nothing happens where there is none. */
  remove(path: string): Promise<void>;
  /** Removes a folder that is empty; nothing happens where it is not, or not there. */
  removeEmptyFolder(path: string): Promise<void>;
  /** Flushes the names in a folder, where a system can. */
  flushFolder(path: string): Promise<void>;
}

/** The machine's disk. */
export const nodeDisk: Disk = {
  async look(path) {
    const stats = await lstat(path).catch(unless('ENOENT', 'ENOTDIR'));
    return stats ? standing(stats) : null;
  },
  async list(path) {
    return (await readdir(path).catch(unless('ENOENT', 'ENOTDIR'))) ?? [];
  },
  read: (path) => readFile(path),
  async makeFolder(path) {
    await mkdir(path, { recursive: true });
  },
  async writeNew(path, bytes) {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  append: (path, text) => appendFile(path, text),
  rename,
  remove: (path) => rm(path, { force: true }),
  async removeEmptyFolder(path) {
    await rmdir(path).catch(unless('ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY'));
  },
  async flushFolder(path) {
    // Windows and some network drives can't flush a folder; they keep names on their own.
    const folder = await open(path, 'r').catch(unless('EPERM', 'EACCES', 'EISDIR', 'ENOENT'));
    try {
      await folder?.sync().catch(unless('EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF'));
    } finally {
      await folder?.close();
    }
  },
};

function standing(stats: Stats): Standing {
  if (stats.isDirectory()) return { kind: 'folder' };
  return stats.isFile() ? { kind: 'file', sizeBytes: stats.size, modifiedMs: stats.mtimeMs } : { kind: 'other' };
}

/** Takes an error with one of these codes for an answer. */
function unless(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code))) return undefined;
    throw error;
  };
}
