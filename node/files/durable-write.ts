// Writes files so that a full disk, a kill or a power cut leaves either the old file or the whole new one under its name.
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
import { flushFolder, flushFolderNow } from './flush.ts';

/** A file's content, or a function that writes it to the open file, which can also be read. */
export type Content = string | Uint8Array | ((file: FileHandle) => Promise<void>);
export type WholeContent = string | Uint8Array;

/** For files that only their owner may read. */
export const PRIVATE_FILE_MODE = 0o600;
const USUAL_FILE_MODE = 0o666;

/**
 * Writes all bytes. A system may take fewer bytes than it is given, as it does when the disk fills up.
 *
 * @param position in bytes from the start of the file; null: the file's current position
 * @throws what the system says; FileWriteError `ENOSPC` if it accepts no more bytes without giving a reason
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
    at += checkedCount(bytesWritten);
  }
}

/** The synchronous `writeAll`. @param file a descriptor */
export function writeAllSync(file: number, bytes: Uint8Array, position: number | null = null): void {
  for (let at = 0; at < bytes.byteLength; ) {
    at += checkedCount(writeSync(file, bytes, at, bytes.byteLength - at, position === null ? null : position + at));
  }
}

/** Without this, a file system that accepts nothing would be asked for ever. */
function checkedCount(written: number): number {
  if (written > 0) return written;
  throw new FileWriteError('ENOSPC', 'ENOSPC: the file system accepted no bytes, write');
}

/**
 * Copies bytes to an open file, at its current position.
 *
 * @param parts as `partsOfFile` gives them
 * @param onPart called with each part before it is written
 * @throws what the system says
 */
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

/**
 * Writes a file that doesn't exist yet and flushes it. If that fails, the file is removed again.
 *
 * @throws `EEXIST` if the path is taken; what the system says
 */
export async function writeNewFile(path: string, content: Content, mode: number = USUAL_FILE_MODE): Promise<void> {
  const file = await open(path, 'wx+', mode);
  try {
    try {
      if (typeof content === 'function') await content(file);
      else await writeAll(file, bytesOf(content));
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true }).catch(() => {});
    throw error;
  }
}

/** The synchronous `writeNewFile`. */
export function writeNewFileSync(path: string, content: WholeContent, mode: number = USUAL_FILE_MODE): void {
  const file = openSync(path, 'wx', mode);
  try {
    try {
      writeAllSync(file, bytesOf(content));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    removeQuietly(path);
    throw error;
  }
}

/**
 * Writes a file in place of another one or of none. Its folder must exist.
 *
 * @throws what the system says; the old file is unchanged then
 */
export async function replaceFile(path: string, content: WholeContent, mode?: number): Promise<void> {
  const part = partBeside(path);
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

/** The synchronous `replaceFile`. */
export function replaceFileSync(path: string, content: WholeContent, mode?: number): void {
  const part = partBeside(path);
  try {
    writeNewFileSync(part.path, content, mode);
    renameSync(part.path, path);
  } catch (error) {
    removeQuietly(part.path);
    throw error;
  } finally {
    part.end();
  }
  flushFolderNow(dirname(path));
}

/**
 * Writes a file that a person named. If it is a link, the file that it leads to is replaced; a pipe or device
 * (`/dev/stdout`) is written to directly.
 *
 * @throws what the system says
 */
export function writeNamedFile(path: string, content: WholeContent): void {
  const found = statIfThere(path);
  if (found?.isFile()) replaceFileSync(realpathSync.native(path), content, found.mode & 0o777);
  else if (found) writeFileSync(path, content);
  else replaceFileSync(resolve(path), content);
}

// Files and folders under temporary names. A killed process leaves them; the name tells which process it was.

const PART = /^\.(\d+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/** Whether a file has a name under which Lectern writes it before it gets its own. */
export const isPartName = (name: string): boolean => PART.test(name);

/** Names of parts that this process is writing. */
const writing = new Set<string>();

/** A file or folder under a temporary name. Callers must `end` it once it has another name or is removed. */
export interface PartFile {
  readonly path: string;
  readonly end: () => void;
}

/** A path for a file or folder while it is made, in the folder where it will get its name. */
export function partBeside(path: string): PartFile {
  const folder = dirname(path);
  sweepParts(folder);
  const name = `.${process.pid}.${randomUUID()}.part`;
  writing.add(name);
  return { path: join(folder, name), end: () => void writing.delete(name) };
}

/**
 * Removes the parts that killed processes left in a folder, as making a new one there does. Parts of running
 * processes, and all other files, stay.
 */
export function sweepParts(folder: string): void {
  for (const name of namesIn(folder)) {
    const [, pid] = PART.exec(name) ?? [];
    if (pid === undefined || writing.has(name) || isOtherProcess(Number(pid))) continue;
    removeQuietly(join(folder, name));
  }
}

/** Whether another process has this number. In a container, this process may have that of the one that was killed. */
function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

function namesIn(folder: string): string[] {
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
    // The error that led here is the one to report.
  }
}

function statIfThere(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

const bytesOf = (content: WholeContent): Uint8Array => (typeof content === 'string' ? Buffer.from(content) : content);
