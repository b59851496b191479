import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type AnyPack, isPackPath, PACK_FILE, PACK_LIMITS } from '@lectern/tts-protocol';
import { PRIVATE_FILE_MODE, writeAllSync } from '../../../../node/files/durable-write.ts';
import { errorCode } from '../../../../node/files/file-errors.ts';
import { PRIVATE_MODE } from '../../../../node/files/make-folder.ts';
import { openRegularFile, readChunks } from '../../../../node/files/regular-file.ts';
import { PackError, parsePack } from '../../../../node/voice-packs/read-pack.ts';

/** Matches hidden files and other files created by operating systems, which aren't part of a pack. */
export const isLeftover = (path: string): boolean =>
  path.split('/').some((name) => /^\.(?!\.?$)/.test(name) || name === '__MACOSX' || name === 'Thumbs.db');

const SIGNATURE = 'PK\u0003\u0004';

interface Sink {
  write(bytes: Uint8Array): void;
  end(): void;
}

/**
 * Enforces the size limits of a pack.
 * @param open returns a sink for the file
 * @param onRead called with new bytes
 */
async function readArchive(
  path: string,
  open: (name: string) => Sink,
  signal: AbortSignal,
  onRead: (bytes: number) => void,
): Promise<void> {
  let problem: unknown;
  let files = 0;
  let unfinished = 0;
  let bytes = 0;
  const { Unzip, UnzipInflate } = await import('fflate');
  const archive = new Unzip((file) => {
    const isSkipped = file.name.endsWith('/') || isLeftover(file.name);
    if (!isSkipped) files += 1;
    const isUnfit = !isSkipped && !isPackPath(file.name);
    if (isUnfit || files > PACK_LIMITS.files + 1) throw new PackError('malformed', file.name);
    const sink = isSkipped ? null : open(file.name);
    unfinished += 1;
    file.ondata = (error, chunk, isLast) => {
      try {
        bytes += chunk?.length ?? 0;
        if (error !== null || bytes > PACK_LIMITS.bytes) throw new PackError('malformed', file.name);
        sink?.write(chunk);
        if (isLast) unfinished -= 1;
        if (isLast) sink?.end();
      } catch (failure) {
        problem ??= failure;
      }
    };
    // Skipped files must also be read; otherwise, the library buffers them.
    file.start();
  });
  archive.register(UnzipInflate);
  const from = await openRegularFile(path, 'follow');
  try {
    let isFirst = true;
    for await (const part of readChunks(from)) {
      signal.throwIfAborted();
      if (isFirst && Buffer.from(part.subarray(0, 4)).toString('latin1') !== SIGNATURE) throw new PackError('no-pack');
      isFirst = false;
      // Copied, because the buffer is reused for the next part.
      archive.push(part.slice());
      if (problem !== undefined) throw problem;
      onRead(part.byteLength);
    }
    archive.push(new Uint8Array(0), true);
    if (problem !== undefined) throw problem;
    if (unfinished > 0) throw new PackError('malformed');
  } catch (error) {
    throw asPackError(error);
  } finally {
    await from.close();
  }
}

/** Checks that exactly the listed files exist and have the right sizes. Writes nothing. */
export async function inspectArchive(
  path: string,
  signal: AbortSignal,
  onRead: (bytes: number) => void = () => {},
): Promise<AnyPack> {
  const sizes = new Map<string, number>();
  const described = new Map<string, Uint8Array[]>();
  const open = (name: string): Sink => {
    if (sizes.has(name)) throw new PackError('malformed', name);
    let size = 0;
    const kept: Uint8Array[] | null = /^([^/]+\/)?[^/]+$/.test(name) && basename(name) === PACK_FILE ? [] : null;
    if (kept) described.set(name, kept);
    sizes.set(name, 0);
    return {
      write(bytes) {
        size += bytes.byteLength;
        if (kept && size > PACK_LIMITS.describedBytes) throw new PackError('malformed', PACK_FILE);
        kept?.push(bytes.slice());
      },
      end: () => void sizes.set(name, size),
    };
  };
  await readArchive(path, open, signal, onRead);
  const within = folderOf([...sizes.keys()]);
  const pack = parsePack(Buffer.concat(described.get(within + PACK_FILE) ?? []).toString('utf8'));
  sizes.delete(within + PACK_FILE);
  for (const file of pack.files) {
    const size = sizes.get(within + file.path);
    if (size === undefined) throw new PackError('missing', file.path);
    if (size !== file.size) throw new PackError('wrong-size', file.path);
    sizes.delete(within + file.path);
  }
  const [unlisted] = sizes.keys();
  if (unlisted !== undefined) throw new PackError('unlisted', unlisted.slice(within.length));
  return pack;
}

/** Returns '' for the top level, or a folder such as `toys/`. @throws PackError `no-pack` */
export function folderOf(names: readonly string[]): string {
  if (names.includes(PACK_FILE)) return '';
  const [only, ...others] = new Set(names.map((name) => name.split('/')[0]));
  if (only === undefined || others.length > 0 || !names.includes(`${only}/${PACK_FILE}`))
    throw new PackError('no-pack');
  return `${only}/`;
}

/** @param folder must not exist yet, but its parent must @returns the folder with `pack.json` */
export async function unpackArchive(
  path: string,
  folder: string,
  signal: AbortSignal,
  onRead: (bytes: number) => void = () => {},
): Promise<string> {
  mkdirSync(folder, { mode: PRIVATE_MODE });
  const all = new Set<number>();
  const open = (name: string): Sink => {
    const to = join(folder, ...name.split('/'));
    mkdirSync(dirname(to), { recursive: true, mode: PRIVATE_MODE });
    const file = openSync(to, 'wx', PRIVATE_FILE_MODE);
    all.add(file);
    return {
      write(bytes) {
        writeAllSync(file, bytes);
      },
      end() {
        all.delete(file);
        fsyncSync(file);
        closeSync(file);
      },
    };
  };
  try {
    await readArchive(path, open, signal, onRead);
  } finally {
    for (const file of all) closeSync(file);
  }
  return join(folder, folderOf(namesIn(folder)));
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? readdirSync(join(folder, entry.name)).map((name) => `${entry.name}/${name}`) : [entry.name],
  );

function asPackError(error: unknown): unknown {
  // Two files have the same name, or a file has the name of a folder.
  const isTwice = /^(EEXIST|ENOTDIR|EISDIR)$/.test(errorCode(error) ?? '');
  const isUnpackers = error instanceof Error && 'code' in error && typeof error.code === 'number';
  return isTwice || isUnpackers ? new PackError('malformed') : error;
}
