// The audio of takes, as files whose name is the hash of what they hold.

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

const TEMPORARY = '.partial';

/** A file that is being written. */
type AudioFile = Pick<FileHandle, 'writeFile' | 'sync' | 'close'>;

/** Opens a new file to be written. Tests give one that fails. */
export type OpenFile = (path: string, flags: string) => Promise<AudioFile>;

/** A file that is copied is held in memory in parts of this size. Bytes. */
const COPY_BYTES = 1024 * 1024;

/** Removes what a killed process left half written. Only the writer of a project may do this. */
export function sweepTemporaryFiles({ files, takes }: Pick<ProjectPaths, 'files' | 'takes'>): void {
  for (const name of files.listSync(takes)) {
    const path = join(takes, name);
    if (name.endsWith(TEMPORARY) && !files.lookSync(path)?.isDirectory()) files.removeSync(path);
  }
  files.sweepReplacementsSync(files.path);
}

/**
 * The way to a take's audio within the folder of takes; null for what is no hash, or no format: such a row of a project's
 * database was not written by Lectern, and could name any file.
 */
export function audioFileWay(hash: string, format: string): readonly [folder: string, file: string] | null {
  if (!/^[0-9a-f]{64}$/.test(hash) || !OUTPUT_FORMATS.some((known) => known === format)) return null;
  return [hash.slice(0, 2), `${hash}.${format}`];
}

/** Audio files by the hash of their bytes: `ab/abcdef….wav`. */
export class TakeFiles {
  readonly #files: UntrustedFolder;
  /** The project's `takes` folder; its writer has made it. */
  readonly #folder: string;
  readonly #open: OpenFile | undefined;
  readonly #checkPlace: () => void;
  readonly #folders = new Map<string, Promise<void>>();
  readonly #flushes = new Map<string, Promise<void>>();
  readonly #writing = new Map<string, Promise<void>>();
  #count = 0;

  /** @param checkPlace throws where the project that is open is not in this folder any more */
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

  /** Where the audio lies, or would lie; null for what is no hash or no format. */
  path(hash: string, format: OutputFormat): string | null {
    const way = audioFileWay(hash, format);
    return way && join(this.#folder, ...way);
  }

  /**
   * Keeps audio. It is on the disk, flushed, under its name when this resolves; bytes that are there already are not
   * written twice. Several may be kept at the same time.
   *
   * @returns the hexadecimal SHA-256 of the bytes, and their number
   * @throws ProjectError `disk-full`, `moved-while-open` and others; no half file stands under the name then
   */
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
   * A file to receive audio into. A large one lies in the folder of takes, under a temporary name, until it is kept or
   * discarded. Writing to it throws ProjectError `disk-full`, `moved-while-open` and others.
   *
   * @param expected its bytes, where the service names them
   */
  receive(expected?: number): IncomingFile {
    const openSpill = (): Promise<SpillFile> =>
      this.#inPlace(async () => {
        const path = join(this.#folder, `incoming-${randomUUID()}${TEMPORARY}`);
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

  /** Keeps audio that was received, as `put` does: a large file is moved to its place. @throws as `put` */
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

  /** Writes something into the project's folder. A folder that vanishes midway fails in many ways; this says why. */
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

  /** Opens a take's audio file for reading. @throws UnsafeEntryError; what the system says */
  async openToRead(hash: string, format: OutputFormat): Promise<FileHandle> {
    const path = this.path(hash, format);
    if (path === null) throw new UnsafeEntryError('outside', hash);
    return this.#files.openToRead(path);
  }

  /**
   * Copies audio from an open file to its place, flushed, where the file holds exactly its bytes.
   *
   * @returns false where it holds something else; nothing is left of it then
   * @throws ProjectError `disk-full`, `moved-while-open` and others
   */
  async adopt(
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
        const chunk = Buffer.allocUnsafe(Math.min(COPY_BYTES, Math.max(1, sizeBytes)));
        let copied = 0;
        for (;;) {
          // A source that can't be read is as good as one that holds something else.
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

  /** Whether a file is there and has its size, looked at at once. */
  looksWhole(file: { readonly hash: string; readonly format: OutputFormat; readonly sizeBytes: number }): boolean {
    const path = this.path(file.hash, file.format);
    try {
      return path !== null && this.#files.fileSync(path)?.size === file.sizeBytes;
    } catch {
      return false;
    }
  }

  /**
   * What is wrong with a file, or null.
   *
   * @param deep reads the bytes too, where otherwise only the size is compared
   */
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
      const file = await this.#files.openToRead(path);
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
      // Someone removed a folder that was made before: where the project itself is still here, it is made again.
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

  /**
   * Writes a file beside and gives it its name once it is flushed.
   *
   * @param write @returns whether it is to be kept
   */
  async #writeNew(hash: string, path: string, write: (file: AudioFile) => Promise<boolean>): Promise<boolean> {
    this.#count += 1;
    const partial = join(this.#folder, `${hash}.${this.#count}${TEMPORARY}`);
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

  /** Makes no folder above `takes`: where the project has gone, nothing may appear at its old place. */
  async #makeNew(folder: string): Promise<void> {
    for (const path of [this.#folder, folder]) {
      if (path === this.#files.path) continue;
      const isNew = (await this.#files.look(path)) === null;
      await this.#files.makeFolder(path);
      if (isNew) await this.#files.flushFolder(dirname(path));
    }
  }

  /** Flushes the names in a folder. Calls that come while a flush is waiting to begin share it. */
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

  /** Null where there is no file: a link to one is none. */
  async #sizeOf(path: string): Promise<number | null> {
    try {
      const found = await this.#files.look(path);
      return found?.isFile() ? found.size : null;
    } catch (error) {
      if (error instanceof UnsafeEntryError) return null;
      throw error;
    }
  }
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
