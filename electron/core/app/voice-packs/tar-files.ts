import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KnownPack } from '@lectern/tts-protocol';
import { isPackPath, PACK_FILE, PACK_LIMITS, type PackFile } from '@lectern/tts-protocol';
import { Parser, type ReadEntry } from 'tar';
import unbzip2Stream from 'unbzip2-stream';
import { PRIVATE_FILE_MODE, writeAllSync, writeNewFileSync } from '../../../../node/files/durable-write.ts';
import { errorCode } from '../../../../node/files/file-errors.ts';
import { makeFolderSync, PRIVATE_MODE } from '../../../../node/files/make-folder.ts';
import { openRegularFile, readChunks } from '../../../../node/files/regular-file.ts';
import { PackError } from '../../../../node/voice-packs/read-pack.ts';
import { folderOf, isLeftover } from './unpack-archive.ts';

/**
 * Limit for entries of all kinds, because a file can require two more entries: one for its folder and one for a long
 * name.
 */
const MAX_ENTRIES = 3 * PACK_LIMITS.files;
/** Limit including the tar overhead: 512 bytes per entry, up to 1 MiB for a long name, and the blocks at the end. */
const MAX_TAR_BYTES = PACK_LIMITS.bytes + 64 * 1024 ** 2;

export interface TarJob {
  readonly path: string;
  readonly folder: string;
  /** Describes the pack if the archive has no `pack.json`. */
  readonly known: KnownPack | null;
}

class UnpackedFiles {
  readonly files: PackFile[] = [];
  readonly #folder: string;
  readonly #open = new Set<number>();
  #entries = 0;
  #bytes = 0;

  constructor(folder: string) {
    makeFolderSync(folder, PRIVATE_MODE);
    this.#folder = folder;
  }

  take(entry: ReadEntry): void {
    this.#entries += 1;
    const path = entry.path.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
    if (this.#entries > MAX_ENTRIES) throw new PackError('malformed', path);
    const isFolder = entry.type === 'Directory';
    const isFile = entry.type === 'File' || entry.type === 'OldFile';
    // The entry for the archive's root folder, "./", has no name.
    const isPassed = (isFolder && (path === '' || path === '.')) || ((isFolder || isFile) && isLeftover(path));
    if (!isPassed && !((isFolder || isFile) && isPackPath(path))) throw new PackError('malformed', path);
    if (isPassed || isFolder) {
      entry.resume();
      return;
    }
    if (this.files.length > PACK_LIMITS.files || this.#bytes + entry.size > PACK_LIMITS.bytes)
      throw new PackError('malformed', path);
    this.#write(entry, path);
  }

  close(): void {
    for (const file of this.#open) closeSync(file);
    this.#open.clear();
  }

  #write(entry: ReadEntry, path: string): void {
    const to = join(this.#folder, ...path.split('/'));
    makeFolderSync(dirname(to), PRIVATE_MODE);
    const file = openSync(to, 'wx', PRIVATE_FILE_MODE);
    this.#open.add(file);
    const hash: Hash = createHash('sha256');
    let size = 0;
    entry.on('data', (chunk: Uint8Array) => {
      hash.update(chunk);
      size += chunk.byteLength;
      this.#bytes += chunk.byteLength;
      writeAllSync(file, chunk);
    });
    entry.on('end', () => {
      this.#open.delete(file);
      fsyncSync(file);
      closeSync(file);
      this.files.push({ path, size, sha256: hash.digest('hex') });
    });
  }
}

/** Flushes all files to disk, including the `pack.json` from the archive or from `known`, and returns their folder. */
export async function unpackTarInThread(
  { path, folder, known }: TarJob,
  onRead: (bytes: number) => void = () => {},
): Promise<string> {
  const unpacked = new UnpackedFiles(folder);
  try {
    await readTar(path, (entry) => unpacked.take(entry), onRead);
  } catch (error) {
    throw asPackError(error);
  } finally {
    unpacked.close();
  }
  if (known === null) return join(folder, folderOf(unpacked.files.map((file) => file.path)));
  return writeManifest(folder, known, unpacked.files);
}

/** @param take called with each entry; must read or skip the entry */
async function readTar(path: string, take: (entry: ReadEntry) => void, onRead: (bytes: number) => void): Promise<void> {
  let problem: unknown;
  const attempt = (work: () => void): void => {
    if (problem !== undefined) return;
    try {
      work();
    } catch (error) {
      problem = error;
    }
  };
  const fail = (error: unknown): void => {
    problem ??= error;
  };
  const ended = Promise.withResolvers<void>();
  const refuse = (entry: ReadEntry): void => fail(new PackError('malformed', entry.path));
  const onReadEntry = (entry: ReadEntry): void => {
    attempt(() => take(entry));
    if (problem !== undefined) entry.resume();
  };
  const tar = new Parser({ strict: true, brotli: false, zstd: false, onReadEntry });
  tar.on('ignoredEntry', refuse);
  tar.on('error', fail);
  tar.on('end', ended.resolve);
  let bytes = 0;
  const bzip2 = unbzip2Stream();
  bzip2.on('data', (chunk: Buffer) => {
    // The parser would decompress nested gzip data automatically, bypassing the size limit.
    if (bytes === 0 && chunk[0] === 0x1f && chunk[1] === 0x8b) fail(new PackError('malformed'));
    bytes += chunk.byteLength;
    if (bytes > MAX_TAR_BYTES) fail(new PackError('malformed'));
    attempt(() => void tar.write(chunk));
  });
  bzip2.on('error', fail);
  const from = await openRegularFile(path, 'follow');
  try {
    for await (const part of readChunks(from)) {
      // Copied, because the buffer is reused for the next part.
      bzip2.write(Buffer.from(part));
      if (problem !== undefined) throw problem;
      onRead(part.byteLength);
    }
  } finally {
    await from.close();
  }
  bzip2.end();
  attempt(() => void tar.end());
  if (problem !== undefined) throw problem;
  await ended.promise;
  if (problem !== undefined) throw problem;
}

/** Writes `pack.json` to the archive's top folder and returns that folder. */
function writeManifest(folder: string, { archive, pack }: KnownPack, found: readonly PackFile[]): string {
  if (found.length === 0) throw new PackError('no-pack');
  const within = `${archive.folder}/`;
  const files = found.map((file) => {
    if (!file.path.startsWith(within)) throw new PackError('unlisted', file.path);
    return { ...file, path: file.path.slice(within.length) };
  });
  if (files.some(({ path }) => path.toLowerCase() === PACK_FILE)) throw new PackError('malformed', PACK_FILE);
  const path = join(folder, archive.folder, PACK_FILE);
  writeNewFileSync(path, JSON.stringify({ ...pack, files }), PRIVATE_FILE_MODE);
  return dirname(path);
}

function asPackError(error: unknown): unknown {
  if (error instanceof PackError) return error;
  const code = errorCode(error) ?? '';
  // Two files have the same name, or a file has the name of a folder.
  if (/^(EEXIST|ENOTDIR|EISDIR)$/.test(code)) return new PackError('malformed');
  return /^E[A-Z]+$/.test(code) ? error : new PackError('malformed');
}
