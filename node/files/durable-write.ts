// If a write is interrupted by a full disk, a killed process or a power failure, either the old file or the complete
// new file remains.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode, FileWriteError } from './file-errors.ts';
import { flushFolder, flushFolderSync } from './flush.ts';

/** A function writes the content to the file itself; it can also read the file. */
export type WritableContent = string | Uint8Array | ((file: FileHandle) => Promise<void>);
export type FileData = string | Uint8Array;

export const PRIVATE_FILE_MODE = 0o600;
const DEFAULT_FILE_MODE = 0o666;

/**
 * Writes all bytes at `position`, or at the current position if null, even if the system writes fewer bytes per call.
 * @throws system errors; FileWriteError `ENOSPC` if the system writes nothing but reports no error
 */
export async function writeAll(
  file: Pick<FileHandle, 'write'>,
  bytes: Uint8Array,
  position: number | null = null,
): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(
      bytes,
      at,
      bytes.byteLength - at,
      position === null ? null : position + at,
    );
    at += requireProgress(bytesWritten);
  }
}

export function writeAllSync(file: number, bytes: Uint8Array, position: number | null = null): void {
  for (let at = 0; at < bytes.byteLength; ) {
    at += requireProgress(writeSync(file, bytes, at, bytes.byteLength - at, position === null ? null : position + at));
  }
}

/** Throws if nothing was written, because retrying would never end on some file systems. */
function requireProgress(bytesWritten: number): number {
  if (bytesWritten > 0) return bytesWritten;
  throw new FileWriteError('ENOSPC', 'ENOSPC: the file system accepted no bytes, write');
}

/** Copies chunks, such as those of `readChunks`, to an open file at its current position. */
export async function copyBytes(
  parts: AsyncIterable<Uint8Array>,
  to: Pick<FileHandle, 'write'>,
  onPart: (part: Uint8Array) => void = () => {},
): Promise<void> {
  for await (const part of parts) {
    onPart(part);
    await writeAll(to, part);
  }
}

/** Writes and flushes a new file, which is removed on failure. Throws `EEXIST` if the path exists. */
export async function writeNewFile(
  path: string,
  content: WritableContent,
  mode: number = DEFAULT_FILE_MODE,
): Promise<void> {
  const file = await open(path, 'wx+', mode);
  try {
    try {
      if (typeof content === 'function') await content(file);
      else await writeAll(file, toBytes(content));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true }).catch(() => {});
    throw error;
  }
}

export function writeNewFileSync(path: string, content: FileData, mode: number = DEFAULT_FILE_MODE): void {
  const file = openSync(path, 'wx', mode);
  try {
    try {
      writeAllSync(file, toBytes(content));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    removeQuietly(path);
    throw error;
  }
}

/** Writes a file, atomically replacing an existing one. On failure, the old file is unchanged. */
export async function replaceFile(path: string, content: WritableContent, mode?: number): Promise<void> {
  const part = createPartFile(path);
  try {
    await writeNewFile(part.path, content, mode);
    await rename(part.path, path);
  } catch (error) {
    await rm(part.path, { force: true }).catch(() => {});
    throw error;
  } finally {
    part.end();
  }
  await flushFolder(dirname(path));
}

export function replaceFileSync(path: string, content: FileData, mode?: number): void {
  const part = createPartFile(path);
  try {
    writeNewFileSync(part.path, content, mode);
    renameSync(part.path, path);
  } catch (error) {
    removeQuietly(part.path);
    throw error;
  } finally {
    part.end();
  }
  flushFolderSync(dirname(path));
}

/** Writes to a path given by the user: follows a link to its target, and writes directly to a pipe or device. */
export function writeNamedFile(path: string, content: FileData): void {
  const found = statIfExists(path);
  if (found?.isFile()) replaceFileSync(realpathSync.native(path), content, found.mode & 0o777);
  else if (found) writeFileSync(path, content);
  else replaceFileSync(resolve(path), content);
}

// Matches temporary files, whose names contain the ID of the process that created them.

const PART_NAME = /^\.(\d+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

export const isPartName = (name: string): boolean => PART_NAME.test(name);

const activeParts = new Set<string>();

/** `removeStaleParts` keeps the file until `end` is called. Call `end` once the file has been renamed or removed. */
export interface PartFile {
  readonly path: string;
  readonly end: () => void;
}

/** Returns a temporary path next to the final path, and deletes stale temporary files in that folder. */
export function createPartFile(path: string): PartFile {
  const folder = dirname(path);
  removeStaleParts(folder);
  const name = `.${process.pid}.${randomUUID()}.part`;
  activeParts.add(name);
  return { path: join(folder, name), end: () => void activeParts.delete(name) };
}

/** Removes temporary files left by killed processes. Those of running processes, and all other files, are kept. */
export function removeStaleParts(folder: string): void {
  for (const name of listNames(folder)) {
    const [, pid] = PART_NAME.exec(name) ?? [];
    if (pid === undefined || activeParts.has(name) || isOtherProcess(Number(pid))) continue;
    removeQuietly(join(folder, name));
  }
}

/** Returns false for this process's own ID, because in a container, a killed process can have had the same ID. */
function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true, recursive: true });
  } catch {
    // Ignore this error, because it must not hide the one that made the removal necessary.
  }
}

function statIfExists(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

const toBytes = (content: FileData): Uint8Array => (typeof content === 'string' ? Buffer.from(content) : content);
