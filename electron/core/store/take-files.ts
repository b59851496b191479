// The audio of takes, as files whose name is the hash of what they hold.
import { createHash, hash as hashOf } from 'node:crypto';
import { createReadStream, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OutputFormat } from '../../../shared/service/vocabulary.ts';
import { flushFolder } from './flush.ts';
import { asProjectError } from './project-failure.ts';

const TEMPORARY = '.partial';

/** How files are opened to be written. Tests give one that fails. */
export type OpenFile = (path: string, flags: string) => Promise<Pick<FileHandle, 'writeFile' | 'sync' | 'close'>>;

/** Removes what a killed process left half written. Only the writer of a project may do this. */
export function sweepTemporaryFiles(takesFolder: string): void {
  for (const name of readdirSync(takesFolder)) {
    if (name.endsWith(TEMPORARY)) rmSync(join(takesFolder, name), { force: true });
  }
}

/** Audio files by the hash of their bytes: `ab/abcdef….wav`. */
export class TakeFiles {
  readonly #folder: string;
  readonly #open: OpenFile;
  readonly #folders = new Map<string, Promise<void>>();
  readonly #flushes = new Map<string, Promise<void>>();
  readonly #writing = new Map<string, Promise<void>>();
  #count = 0;

  /** @param folder the project's `takes` folder; it exists */
  constructor(folder: string, openFile: OpenFile = open) {
    this.#folder = folder;
    this.#open = openFile;
  }

  /** Where the audio lies, or would lie. */
  path(hash: string, format: OutputFormat): string {
    return join(this.#folder, hash.slice(0, 2), `${hash}.${format}`);
  }

  /**
   * Keeps audio. It is on the disk, flushed, under its name when this resolves; bytes that are there already are not
   * written twice. Several may be kept at the same time.
   *
   * @returns the hexadecimal SHA-256 of the bytes, and their number
   * @throws ProjectError `disk-full` and others; no half file stands under the name then
   */
  async put(bytes: Uint8Array, format: OutputFormat): Promise<{ readonly hash: string; readonly sizeBytes: number }> {
    const hash = hashOf('sha256', bytes, 'hex');
    const path = this.path(hash, format);
    try {
      const running = this.#writing.get(path);
      const writing = running ?? this.#write(hash, path, bytes).finally(() => this.#writing.delete(path));
      this.#writing.set(path, writing);
      await writing;
    } catch (error) {
      throw asProjectError(error, dirname(this.#folder));
    }
    return { hash, sizeBytes: bytes.byteLength };
  }

  /**
   * What is wrong with a file, or null.
   *
   * @param deep reads the bytes too, where otherwise only the size is compared
   */
  problem(
    file: { readonly hash: string; readonly format: OutputFormat; readonly sizeBytes: number },
    deep: boolean,
  ): Promise<'missing' | 'damaged' | null> {
    return this.#problemOf(this.path(file.hash, file.format), file.hash, file.sizeBytes, deep);
  }

  async #problemOf(
    path: string,
    hash: string,
    sizeBytes: number,
    deep: boolean,
  ): Promise<'missing' | 'damaged' | null> {
    const bytes = await sizeOf(path);
    if (bytes === null) return 'missing';
    if (bytes !== sizeBytes) return 'damaged';
    if (!deep) return null;
    const reader = createHash('sha256');
    try {
      await pipeline(createReadStream(path), reader);
    } catch {
      return 'damaged';
    }
    return reader.digest('hex') === hash ? null : 'damaged';
  }

  async #write(hash: string, path: string, bytes: Uint8Array): Promise<void> {
    const folder = join(this.#folder, hash.slice(0, 2));
    await this.#makeFolder(folder);
    if ((await this.#problemOf(path, hash, bytes.byteLength, true)) === null) return;
    this.#count += 1;
    const partial = join(this.#folder, `${hash}.${this.#count}${TEMPORARY}`);
    try {
      const file = await this.#open(partial, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    await this.#flush(folder);
  }

  #makeFolder(folder: string): Promise<void> {
    let made = this.#folders.get(folder);
    if (!made) {
      made = mkdir(folder, { recursive: true }).then((first) =>
        first === undefined ? undefined : flushFolder(this.#folder),
      );
      made.catch(() => this.#folders.delete(folder));
      this.#folders.set(folder, made);
    }
    return made;
  }

  /** Flushes the names in a folder. Whoever comes while one flush is waiting to begin shares it. */
  #flush(folder: string): Promise<void> {
    const waiting = this.#flushes.get(folder);
    if (waiting) return waiting;
    const flush = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#flushes.delete(folder);
      return flushFolder(folder);
    });
    this.#flushes.set(folder, flush);
    return flush;
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    const file = await stat(path);
    return file.isFile() ? file.size : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}
