import { closeSync, createReadStream, fdatasync, openSync } from 'node:fs';
import { access, constants, copyFile, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { checkObjectName, type ObjectStore, type OpenObject, StoreUnavailableError } from '../ports/objects.ts';

const datasync = promisify(fdatasync);

async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = openSync(path, flags);
  try {
    await datasync(file);
  } finally {
    closeSync(file);
  }
}

/** Opens a file for reading. Returns undefined if it doesn't exist or can't be read. */
export async function openFile(path: string): Promise<OpenObject | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  const { size, mtimeMs } = await file.stat();
  return {
    size,
    tag: `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`,
    read: (start, end) => createReadStream('', { fd: file, start, end }),
    close: () => file.close(),
  };
}

const PART = '.part';

/** A folder on this machine, or one that several machines share. */
export class FolderObjects implements ObjectStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  async check(): Promise<void> {
    await access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
      throw this.#unavailableError(error);
    });
  }

  async put(name: string, path: string): Promise<void> {
    const place = this.#placeOf(name);
    // A file that was rendered in its place has been flushed there already.
    if (resolve(path) === place) return;
    await access(path);
    await this.#copy(path, place);
    await rm(path, { force: true });
  }

  async open(name: string): Promise<OpenObject | undefined> {
    return openFile(this.#placeOf(name));
  }

  async remove(name: string): Promise<void> {
    await rm(this.#placeOf(name), { force: true }).catch(() => {});
  }

  async *list(before: number): AsyncGenerator<string> {
    for await (const { name } of await opendir(this.#folder)) {
      const isWanted = before === Number.POSITIVE_INFINITY || (await this.#isOlder(name, before));
      if (isWanted) yield name;
    }
  }

  async #isOlder(name: string, than: number): Promise<boolean> {
    const found = await stat(join(this.#folder, name)).catch(() => undefined);
    return found?.isFile() === true && found.mtimeMs < than;
  }

  #placeOf(name: string): string {
    checkObjectName(name);
    return join(this.#folder, name);
  }

  async #copy(path: string, place: string): Promise<void> {
    const part = `${place}${PART}`;
    try {
      await copyFile(path, part);
      await flush(part, 'r+');
      await rename(part, place);
      // Windows can't open folders and doesn't need to flush them.
      if (process.platform !== 'win32') await flush(this.#folder, 'r');
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw this.#unavailableError(error);
    }
  }

  #unavailableError(error: unknown): StoreUnavailableError {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return new StoreUnavailableError(
      `The storage folder ${this.#folder} can’t be written (${code}): check that its drive is connected and has room.`,
    );
  }
}
