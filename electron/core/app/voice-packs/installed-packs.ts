import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type AnyPack,
  isRecogniserPack,
  type KnownPack,
  PACK_FILE,
  type PackProblem,
  type RecogniserPack,
  totalPackBytes,
} from '@lectern/tts-protocol';
import { copyBytes, PRIVATE_FILE_MODE, writeNewFile } from '../../../../node/files/durable-write.ts';
import { flushFolder } from '../../../../node/files/flush.ts';
import { makeFolder, PRIVATE_MODE } from '../../../../node/files/make-folder.ts';
import { hashFile, openRegularFile, readChunks } from '../../../../node/files/regular-file.ts';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import {
  findPackFolders,
  listEditions,
  lockPacks,
  readFromPack,
  removeLeftovers,
} from '../../../../node/voice-packs/pack-folders.ts';
import { checkPackFiles, PackError, readPack } from '../../../../node/voice-packs/read-pack.ts';
import { inspectArchive, isLeftover, unpackArchive } from './unpack-archive.ts';
import { isBzip2, unpackTar } from './unpack-tar.ts';

/** @param home the data folder */
export const packsFolder = (home: string): string => join(home, 'service', 'packs');

/** Returns a hidden name for incomplete and removed packs, which readers ignore. */
const temporaryName = (): string => `.${randomUUID()}`;

export interface InstalledPack {
  readonly id: string;
  /** The pack's folder. */
  readonly path: string;
  /** Null if the pack can't be used. */
  readonly pack: AnyPack | null;
  readonly problem: { readonly kind: PackProblem; readonly where: string } | null;
}

/** Sorted by name, with unusable packs last. */
export function installedPacks(folder: string): InstalledPack[] {
  const found = [...findPackFolders(folder).values()].map((place): InstalledPack => {
    let problem: InstalledPack['problem'] = null;
    let path = join(folder, place.name);
    const pack = readFromPack(folder, place, (found) => {
      path = found;
      try {
        const read = readPack(path);
        if (read.id !== place.id) throw new PackError('malformed', 'id');
        return read;
      } catch (error) {
        if (!(error instanceof PackError)) throw error;
        problem = { kind: error.problem, where: error.where };
        return undefined;
      }
    });
    return pack === undefined
      ? { id: place.id, path, pack: null, problem }
      : { id: place.id, path, pack, problem: null };
  });
  const nameOf = ({ id, pack }: InstalledPack): string => pack?.name ?? `\uffff${id}`;
  return found.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
}

/** @returns the folder with `pack.json`, or an archive of that folder, created at the unused path `beside` */
export type PackMaker = (beside: string, signal: AbortSignal) => Promise<string>;

/** Returns the speech recognisers that can be used. */
export const installedRecognisers = (folder: string): { readonly path: string; readonly pack: RecogniserPack }[] =>
  installedPacks(folder).flatMap(({ pack, path }) => (pack && isRecogniserPack(pack) ? [{ pack, path }] : []));

export interface PackInstallation {
  readonly source: string | PackMaker;
  /** Packs to match, by size and hash, against a `.tar.bz2` archive that has no `pack.json`. */
  readonly known?: readonly KnownPack[];
  readonly folder: string;
  readonly signal?: AbortSignal;
  /** Awaited before the pack is installed. Throwing an error stops the installation. */
  readonly onFound?: (pack: AnyPack) => void | Promise<void>;
  /** Called after the pack has been identified, with the bytes copied or unpacked and verified, and the total. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called before the pack has been identified, with the bytes read from the archive, and the total. */
  readonly onLooked?: (done: number, total: number) => void;
}

/** Replaces an older pack atomically, even if the process is killed. @throws PackError; SQLite errors (`isBusy`) */
export async function installPack(installation: PackInstallation): Promise<AnyPack> {
  const { source, folder, signal = new AbortController().signal, onFound, onLooked = () => {} } = installation;
  await makeFolder(folder, PRIVATE_MODE);
  const release = lockPacks(folder);
  const beside = join(folder, temporaryName());
  try {
    removeLeftovers(folder);
    let isMade = typeof source === 'function';
    let at = typeof source === 'function' ? await source(join(beside, 'made'), signal) : source;
    let found = statSync(at);
    if (found.isFile() && (await isBzip2(at))) {
      const known = await identifyPack(at, found.size, installation.known ?? []);
      const job = { path: at, folder: join(beside, 'unpacked'), known };
      at = await unpackTar(job, signal, byteCounter(found.size, onLooked));
      isMade = true;
      found = statSync(at);
    }
    const archiveBytes = found.isDirectory() ? null : found.size;
    const pack =
      archiveBytes === null ? checkedPack(at) : await inspectArchive(at, signal, byteCounter(archiveBytes, onLooked));
    await onFound?.(pack);
    signal.throwIfAborted();
    await makeFolder(beside, PRIVATE_MODE);
    const ready = await assemblePack({ at, archiveBytes, isMade, pack, beside, signal, ...installation });
    await moveIntoPlace(ready, folder, pack.id);
    return pack;
  } finally {
    await rm(beside, { recursive: true, force: true }).finally(release);
  }
}

async function identifyPack(path: string, bytes: number, packs: readonly KnownPack[]): Promise<KnownPack | null> {
  const candidates = packs.filter(({ archive }) => archive.bytes === bytes);
  if (candidates.length === 0) return null;
  const file = await openRegularFile(path, 'follow');
  try {
    const hash = await hashFile(file);
    return candidates.find(({ archive }) => archive.sha256 === hash) ?? null;
  } finally {
    await file.close();
  }
}

interface LocatedPack {
  readonly at: string;
  /** Null for a folder. */
  readonly archiveBytes: number | null;
  /** True for a temporary folder, which can be moved instead of copied. */
  readonly isMade: boolean;
  readonly pack: AnyPack;
  readonly beside: string;
  readonly signal: AbortSignal;
  readonly onProgress?: PackInstallation['onProgress'];
}

async function assemblePack({ at, archiveBytes, isMade, pack, beside, signal, onProgress = () => {} }: LocatedPack) {
  const bytes = totalPackBytes(pack);
  const isReady = isMade && archiveBytes === null;
  const onBytes = byteCounter(bytes + (isReady ? 0 : (archiveBytes ?? bytes)), onProgress);
  const place = join(beside, 'ready');
  const put = () =>
    archiveBytes === null ? copyPack(at, place, pack, signal, onBytes) : unpackArchive(at, place, signal, onBytes);
  const ready = isReady ? at : await put();
  // The source might have changed since it was identified.
  if (!isDeepStrictEqual(readPack(ready), pack)) throw new PackError('malformed', PACK_FILE);
  await checkPackFiles(ready, pack, signal, onBytes);
  return ready;
}

function byteCounter(total: number, report: (done: number, total: number) => void): (bytes: number) => void {
  let done = 0;
  return (bytes) => {
    done = Math.min(done + bytes, total);
    report(done, total);
  };
}

/** The folder must not contain other files. @throws PackError */
function checkedPack(folder: string): AnyPack {
  const pack = readPack(folder);
  refuseUnlisted(folder, pack);
  return pack;
}

/** Returns whether the pack existed. @throws SQLite errors (`isBusy` while a pack is being installed) */
export async function removePack(folder: string, id: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  const release = lockPacks(folder);
  try {
    const names = listEditions(folder, id).map(({ name }) => name);
    await removeEditions(folder, names);
    return names.length > 0;
  } finally {
    release();
  }
}

async function moveIntoPlace(ready: string, folder: string, id: string): Promise<void> {
  const before = listEditions(folder, id);
  const [latest] = before;
  await rename(ready, join(folder, latest === undefined ? id : `${id}~${latest.edition + 1}`));
  await flushFolder(folder);
  await removeEditions(
    folder,
    before.map(({ name }) => name),
  );
}

/** @param names starts with the current edition. It is removed last, so that no older edition becomes current again */
async function removeEditions(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.toReversed()) {
    const beside = join(folder, temporaryName());
    await rename(join(folder, name), beside);
    await rm(beside, { recursive: true, force: true });
  }
}

function refuseUnlisted(folder: string, { files }: AnyPack): void {
  const listed = new Set([PACK_FILE, ...files.map(({ path }) => path)]);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isDirectory() && !isLeftover(path) && !listed.has(path)) throw new PackError('unlisted', path);
  }
}

async function copyPack(
  source: string,
  target: string,
  pack: AnyPack,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const untrusted = new UntrustedFolder(source);
  for (const path of [...pack.files.map((file) => file.path), PACK_FILE]) {
    const to = join(target, ...path.split('/'));
    await makeFolder(dirname(to), PRIVATE_MODE);
    const from = await untrusted.openForReading(join(untrusted.path, ...path.split('/')));
    const onPart = (part: Uint8Array): void => {
      signal.throwIfAborted();
      onBytes(part.byteLength);
    };
    await writeNewFile(to, (file) => copyBytes(readChunks(from), file, onPart), PRIVATE_FILE_MODE).finally(() =>
      from.close(),
    );
  }
  return target;
}
