import { createHash, hash as hashOf, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OUTPUT_FORMATS, type OutputFormat } from '@lectern/tts-protocol';
import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { IncomingFile, type SpillFile } from '../../../../node/files/incoming-file.ts';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { asProjectError } from '../folder/project-error.ts';
import type { ProjectPaths } from '../folder/project-paths.ts';

const TEMPORARY_SUFFIX = '.partial';

type AudioFile = Pick<FileHandle, 'writeFile' | 'sync' | 'close'>;

export type OpenFile = (path: string, flags: string) => Promise<AudioFile>;

const COPY_CHUNK_BYTES = 1024 * 1024;

/** Removes partial files left by a killed process. Call it only if this process is the project's writer. */
export function sweepTemporaryFiles({ files, takes }: Pick<ProjectPaths, 'files' | 'takes'>): void {
  for (const name of files.listSync(takes)) {
    const path = join(takes, name);
    if (name.endsWith(TEMPORARY_SUFFIX) && !files.statSync(path)?.isDirectory()) files.removeSync(path);
  }
  files.removeStaleReplacementsSync(files.path);
}

/** Returns null if the hash or format is invalid, because such a database row could point to any file. */
export function audioFilePath(hash: string, format: string): readonly [folder: string, file: string] | null {
  if (!/^[0-9a-f]{64}$/.test(hash) || !OUTPUT_FORMATS.some((known) => known === format)) return null;
  return [hash.slice(0, 2), `${hash}.${format}`];
}

/** Audio files named by the SHA-256 of their bytes: `ab/abcdef….wav`. */
export class TakeFiles {
  readonly #files: UntrustedFolder;
  readonly #folder: string;
  readonly #open: OpenFile | undefined;
  readonly #checkPlace: () => void;
  readonly #folders = new Map<string, Promise<void>>();
  readonly #flushes = new Map<string, Promise<void>>();
  readonly #writing = new Map<string, Promise<void>>();
  #count = 0;

  constructor(
    { files, takes }: Pick<ProjectPaths, 'files' | 'takes'>,
    openFile?: OpenFile,
    checkPlace: () => void = () => {},
  ) {
    this.#files = files;
    this.#folder = takes;
    this.#open = openFile;
    this.#checkPlace = checkPlace;
  }

  path(hash: string, format: OutputFormat): string | null {
    const way = audioFilePath(hash, format);
    return way && join(this.#folder, ...way);
  }

  /** Stores and flushes audio; identical bytes are stored once. @throws ProjectError `disk-full` and others */
  async put(bytes: Uint8Array, format: OutputFormat): Promise<{ readonly hash: string; readonly sizeBytes: number }> {
    const hash = hashOf('sha256', bytes, 'hex');
    const path = join(this.#folder, hash.slice(0, 2), `${hash}.${format}`);
    await this.#inPlace(() => {
      const running = this.#writing.get(path);
      const writing = running ?? this.#write(hash, path, bytes).finally(() => this.#writing.delete(path));
      this.#writing.set(path, writing);
      return writing;
    });
    return { hash, sizeBytes: bytes.byteLength };
  }

  /**
   * Receives a file. A large one is written to a temporary file in the takes folder. Writing to it throws ProjectError.
   */
  receive(expected?: number): IncomingFile {
    const openSpill = (): Promise<SpillFile> =>
      this.#inPlace(async () => {
        const path = join(this.#folder, `incoming-${randomUUID()}${TEMPORARY_SUFFIX}`);
        await this.#makeFolder(this.#folder);
        return {
          handle: await this.#files.openNew(path),
          path,
          remove: () => this.#files.remove(path),
          asError: (error) => asProjectError(error, this.#files.path),
        };
      });
    return new IncomingFile(openSpill, undefined, expected);
  }

  async keep(
    incoming: IncomingFile,
    format: OutputFormat,
  ): Promise<{ readonly hash: string; readonly sizeBytes: number }> {
    const { at, hash, position: sizeBytes } = incoming;
    if (at instanceof Uint8Array) return this.put(at, format);
    const path = join(this.#folder, hash.slice(0, 2), `${hash}.${format}`);
    await this.#inPlace(async () => {
      if ((await this.#problemOf(path, hash, sizeBytes, true)) === null) return;
      await incoming.settle((partial) => this.#moveInto(partial, path));
      await this.#flush(dirname(path));
    });
    return { hash, sizeBytes };
  }

  /** If the folder disappears during the write, various errors can occur. This check reports the actual cause. */
  async #inPlace<T>(work: () => Promise<T>): Promise<T> {
    this.#checkPlace();
    try {
      return await work();
    } catch (error) {
      this.#checkPlace();
      throw asProjectError(error, this.#files.path);
    }
  }

  async #moveInto(partial: string, path: string): Promise<void> {
    await this.#makeFolder(dirname(path));
    await this.#files.move(partial, path).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error;
      this.#checkPlace();
      this.#folders.clear();
      await this.#makeFolder(dirname(path));
      await this.#files.move(partial, path);
    });
  }

  async openToRead(hash: string, format: OutputFormat): Promise<FileHandle> {
    const path = this.path(hash, format);
    if (path === null) throw new UnsafeEntryError('outside', hash);
    return this.#files.openForReading(path);
  }

  /**
   * Copies audio from a file. Returns false, leaving nothing behind, if the source doesn't have exactly the expected
   * content.
   */
  async copyFrom(
    audio: { readonly hash: string; readonly format: OutputFormat; readonly sizeBytes: number },
    source: FileHandle,
  ): Promise<boolean> {
    const { hash, format, sizeBytes } = audio;
    const path = this.path(hash, format);
    if (path === null) return false;
    return this.#inPlace(async () => {
      await this.#makeFolder(dirname(path));
      return await this.#writeNew(hash, path, async (file) => {
        const reader = createHash('sha256');
        const chunk = Buffer.allocUnsafe(Math.min(COPY_CHUNK_BYTES, Math.max(1, sizeBytes)));
        let copied = 0;
        for (;;) {
          // Treat an unreadable source file like a file with different content.
          const { bytesRead } = await source.read(chunk, 0, chunk.byteLength, copied).catch(() => ({ bytesRead: 0 }));
          copied += bytesRead;
          if (bytesRead === 0 || copied > sizeBytes) break;
          reader.update(chunk.subarray(0, bytesRead));
          await file.writeFile(chunk.subarray(0, bytesRead));
        }
        return copied === sizeBytes && reader.digest('hex') === hash;
      });
    });
  }

  hasExpectedSize(file: { readonly hash: string; readonly format: OutputFormat; readonly sizeBytes: number }): boolean {
    const path = this.path(file.hash, file.format);
    try {
      return path !== null && this.#files.statFileSync(path)?.size === file.sizeBytes;
    } catch {
      return false;
    }
  }

  async problem(
    file: { readonly hash: string; readonly format: OutputFormat; readonly sizeBytes: number },
    deep: boolean,
  ): Promise<'missing' | 'damaged' | null> {
    const path = this.path(file.hash, file.format);
    return path === null ? 'missing' : this.#problemOf(path, file.hash, file.sizeBytes, deep);
  }

  async #problemOf(
    path: string,
    hash: string,
    sizeBytes: number,
    deep: boolean,
  ): Promise<'missing' | 'damaged' | null> {
    const bytes = await this.#sizeOf(path);
    if (bytes === null) return 'missing';
    if (bytes !== sizeBytes) return 'damaged';
    if (!deep) return null;
    const reader = createHash('sha256');
    try {
      const file = await this.#files.openForReading(path);
      await pipeline(file.createReadStream({ end: Math.max(0, bytes - 1) }), reader);
    } catch {
      return 'damaged';
    }
    return reader.digest('hex') === hash ? null : 'damaged';
  }

  async #write(hash: string, path: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#writeOnce(hash, path, bytes);
    } catch (error) {
      if (!isMissing(error)) throw error;
      // A folder that was known to exist has been deleted. If the project itself still exists, create the folder again.
      this.#checkPlace();
      this.#folders.clear();
      await this.#writeOnce(hash, path, bytes);
    }
  }

  async #writeOnce(hash: string, path: string, bytes: Uint8Array): Promise<void> {
    const folder = join(this.#folder, hash.slice(0, 2));
    await this.#makeFolder(folder);
    if ((await this.#problemOf(path, hash, bytes.byteLength, true)) === null) return;
    await this.#writeNew(hash, path, async (file) => {
      await file.writeFile(bytes);
      return true;
    });
  }

  /** Writes to a temporary file, flushes it and renames it. @param write returns whether to keep the file */
  async #writeNew(hash: string, path: string, write: (file: AudioFile) => Promise<boolean>): Promise<boolean> {
    this.#count += 1;
    const partial = join(this.#folder, `${hash}.${this.#count}${TEMPORARY_SUFFIX}`);
    let isGood = false;
    try {
      const file = await (this.#open?.(partial, 'wx') ?? this.#files.openNew(partial));
      try {
        isGood = await write(file);
        if (isGood) await file.sync();
      } finally {
        await file.close();
      }
      if (isGood) await this.#files.move(partial, path);
      else await this.#files.remove(partial);
    } catch (error) {
      await this.#files.remove(partial);
      throw error;
    }
    if (isGood) await this.#flush(dirname(path));
    return isGood;
  }

  #makeFolder(folder: string): Promise<void> {
    let made = this.#folders.get(folder);
    if (!made) {
      made = this.#makeNew(folder);
      made.catch(() => this.#folders.delete(folder));
      this.#folders.set(folder, made);
    }
    return made;
  }

  /** Creates no folder above `takes`, so that nothing appears at the old location of a moved project. */
  async #makeNew(folder: string): Promise<void> {
    for (const path of [this.#folder, folder]) {
      if (path === this.#files.path) continue;
      const isNew = (await this.#files.stat(path)) === null;
      await this.#files.makeFolder(path);
      if (isNew) await this.#files.flushFolder(dirname(path));
    }
  }

  /** Concurrent calls share a flush, as long as it hasn't started yet. */
  #flush(folder: string): Promise<void> {
    const waiting = this.#flushes.get(folder);
    if (waiting) return waiting;
    const flush = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#flushes.delete(folder);
      return this.#files.flushFolder(folder);
    });
    this.#flushes.set(folder, flush);
    return flush;
  }

  /** Returns null for links. */
  async #sizeOf(path: string): Promise<number | null> {
    try {
      const found = await this.#files.stat(path);
      return found?.isFile() ? found.size : null;
    } catch (error) {
      if (error instanceof UnsafeEntryError) return null;
      throw error;
    }
  }
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
