// Takes a ZIP archive of a voice pack apart, which anyone may have made.
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { errorCode } from '../../../../node/files/file-errors.ts';
import { PRIVATE_MODE } from '../../../../node/files/make-folder.ts';
import { openRegularFile, partsOfFile } from '../../../../node/files/regular-file.ts';
import { PackError } from '../../../../node/voice-packs/read-pack.ts';
import { isPackPath, PACK_FILE, PACK_LIMITS } from '../../../../shared/service/voice-pack.ts';

/** Names that systems leave behind, and that say nothing of a pack. */
export const isLeftover = (path: string): boolean =>
  path.split('/').some((name) => /^\.(?!\.?$)/.test(name) || name === '__MACOSX' || name === 'Thumbs.db');

/** How an archive of ZIP begins. */
const SIGNATURE = 'PK\u0003\u0004';

/** Writes the files of an archive into a folder, no further and no more than a pack may have. */
class Unpacking {
  readonly #folder: string;
  readonly #open = new Set<number>();
  #files = 0;
  #bytes = 0;
  #problem: unknown;

  constructor(folder: string) {
    this.#folder = folder;
  }

  take(file: UnzipFile): void {
    if (file.name.endsWith('/') || isLeftover(file.name)) return;
    this.#files += 1;
    if (!isPackPath(file.name) || this.#files > PACK_LIMITS.files) throw new PackError('malformed', file.name);
    const path = join(this.#folder, ...file.name.split('/'));
    mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_MODE });
    const to = openSync(path, 'wx', 0o600);
    this.#open.add(to);
    file.ondata = (error, chunk, isLast) => {
      try {
        this.#bytes += chunk?.length ?? 0;
        if (error !== null || this.#bytes > PACK_LIMITS.bytes) throw new PackError('malformed', file.name);
        for (let at = 0; at < chunk.length; ) at += writeSync(to, chunk, at);
        if (isLast) this.#close(to);
      } catch (failure) {
        this.#problem ??= failure;
      }
    };
    file.start();
  }

  /** @throws what went wrong so far */
  check(): void {
    if (this.#problem !== undefined) throw this.#problem;
  }

  /** @throws PackError where a file has no end */
  end(): void {
    this.check();
    if (this.#open.size > 0) throw new PackError('malformed');
  }

  closeAll(): void {
    for (const file of this.#open) closeSync(file);
    this.#open.clear();
  }

  #close(file: number): void {
    this.#open.delete(file);
    fsyncSync(file);
    closeSync(file);
  }
}

/**
 * Unpacks an archive.
 *
 * @param folder where to; it isn't there yet
 * @param onRead called with how many bytes more of the archive were read
 * @returns the folder within it that has `pack.json`: the pack may lie in the archive as it is, or in a folder
 * @throws PackError `no-pack`, `malformed`; the signal's reason; what the system says
 */
export async function unpackArchive(
  path: string,
  folder: string,
  signal?: AbortSignal,
  onRead: (bytes: number) => void = () => {},
): Promise<string> {
  mkdirSync(folder, { mode: PRIVATE_MODE });
  const unpacking = new Unpacking(folder);
  const archive = new Unzip((file) => unpacking.take(file));
  archive.register(UnzipInflate);
  const from = await openRegularFile(path, 'follow');
  try {
    let isFirst = true;
    for await (const part of partsOfFile(from)) {
      signal?.throwIfAborted();
      if (isFirst && Buffer.from(part.subarray(0, 4)).toString('latin1') !== SIGNATURE) throw new PackError('no-pack');
      isFirst = false;
      // What is read next takes the place of this.
      archive.push(part.slice());
      unpacking.check();
      onRead(part.byteLength);
    }
    archive.push(new Uint8Array(0), true);
    unpacking.end();
  } catch (error) {
    throw asPackError(error);
  } finally {
    unpacking.closeAll();
    await from.close();
  }
  return packIn(folder);
}

/** What the unpacker says of an archive that is none is nothing that could be told. */
function asPackError(error: unknown): unknown {
  // Two files of one name, or one where another has a folder.
  const isTwice = /^(EEXIST|ENOTDIR|EISDIR)$/.test(errorCode(error) ?? '');
  const isUnpackers = error instanceof Error && 'code' in error && typeof error.code === 'number';
  return isTwice || isUnpackers ? new PackError('malformed') : error;
}

function packIn(folder: string): string {
  const names = readdirSync(folder);
  if (names.includes(PACK_FILE)) return folder;
  const [only] = names;
  if (only === undefined || names.length > 1) throw new PackError('no-pack');
  return join(folder, only);
}
