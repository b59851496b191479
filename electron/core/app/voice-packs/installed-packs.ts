// Voice packs on this machine: which are installed, one more, one less. The local service looks for them in the same folder.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { KnownPack } from '@lectern/tts-protocol';
import { PACK_FILE, type PackProblem, packBytes, type VoicePack } from '@lectern/tts-protocol';
import { copyBytes, PRIVATE_FILE_MODE, writeNewFile } from '../../../../node/files/durable-write.ts';
import { flushFolder } from '../../../../node/files/flush.ts';
import { makeFolder, PRIVATE_MODE } from '../../../../node/files/make-folder.ts';
import { hashOfFile, openRegularFile, partsOfFile } from '../../../../node/files/regular-file.ts';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { editionsOf, holdPacks, lookAtPack, packPlaces, removeLeft } from '../../../../node/voice-packs/pack-places.ts';
import { checkPackFiles, PackError, readPack } from '../../../../node/voice-packs/read-pack.ts';
import { isLeftover, lookIntoArchive, unpackArchive } from './unpack-archive.ts';
import { isBzip2, unpackTar } from './unpack-tar.ts';

/** Where the local service has its packs. @param home the data folder */
export const packsFolder = (home: string): string => join(home, 'service', 'packs');

/** A name for what is half there, or is being removed: everyone passes it over. */
const besideName = (): string => `.${randomUUID()}`;

/** A pack on this machine. */
export interface InstalledPack {
  readonly id: string;
  /** Null: it can't be used. */
  readonly pack: VoicePack | null;
  /** Why not; null where it can. */
  readonly problem: { readonly kind: PackProblem; readonly where: string } | null;
}

/** All that is installed, by name; what can't be used, last. */
export function installedPacks(folder: string): InstalledPack[] {
  const found = [...packPlaces(folder).values()].map((place): InstalledPack => {
    let problem: InstalledPack['problem'] = null;
    const pack = lookAtPack(folder, place, (path) => {
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
    return pack === undefined ? { id: place.id, pack: null, problem } : { id: place.id, pack, problem: null };
  });
  const nameOf = ({ id, pack }: InstalledPack): string => pack?.name ?? `\uffff${id}`;
  return found.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
}

/**
 * Puts a pack together where it is told to.
 *
 * @param beside a path at which there is nothing yet: all that it writes goes there
 * @returns the folder with `pack.json`, or an archive of one, there
 */
export type PackMaker = (beside: string, signal: AbortSignal) => Promise<string>;

/** What is to be installed. */
export interface PackInstallation {
  /** A folder, a ZIP or `.tar.bz2` archive of one, or what makes one. */
  readonly source: string | PackMaker;
  /** What may be in a `.tar.bz2` archive that doesn't say so itself: that whose size and hash it has. */
  readonly known?: readonly KnownPack[];
  /** Where it goes; it is made where there is none. */
  readonly folder: string;
  readonly signal?: AbortSignal;
  /**
   * Called once it is known what it is, and waited for, before anything of it is copied or in its place. What it throws ends
   * it. A `.tar.bz2` archive is unpacked beside the packs by then, since it can only be read from its start to its end.
   */
  readonly onFound?: (pack: VoicePack) => void | Promise<void>;
  /** Called with the bytes that were copied or unpacked and looked at, of how many, once it is known what it is. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called with the bytes of an archive that were looked at, of how many, before that. */
  readonly onLooked?: (done: number, total: number) => void;
}

/**
 * Installs a pack, in the place of one with the same identifier. It is there whole, and each of its files is what was listed,
 * or not at all; what it replaces is there until then, also where this process is killed.
 *
 * @throws PackError; the signal's reason; what the system says; what SQLite says, `isBusy` while another one is installed
 */
export async function installPack(installation: PackInstallation): Promise<VoicePack> {
  const { source, folder, signal = new AbortController().signal, onFound, onLooked = () => {} } = installation;
  await makeFolder(folder, PRIVATE_MODE);
  const release = holdPacks(folder);
  const beside = join(folder, besideName());
  try {
    removeLeft(folder);
    let isMade = typeof source === 'function';
    let at = typeof source === 'function' ? await source(join(beside, 'made'), signal) : source;
    let found = statSync(at);
    if (found.isFile() && (await isBzip2(at))) {
      const known = await knownIn(at, found.size, installation.known ?? []);
      const job = { path: at, folder: join(beside, 'unpacked'), known };
      at = await unpackTar(job, signal, counted(found.size, onLooked));
      isMade = true;
      found = statSync(at);
    }
    const archiveBytes = found.isDirectory() ? null : found.size;
    const pack =
      archiveBytes === null ? foundIn(at) : await lookIntoArchive(at, signal, counted(archiveBytes, onLooked));
    await onFound?.(pack);
    signal.throwIfAborted();
    await makeFolder(beside, PRIVATE_MODE);
    const ready = await putTogether({ at, archiveBytes, isMade, pack, beside, signal, ...installation });
    await putInPlace(ready, folder, pack.id);
    return pack;
  } finally {
    await rm(beside, { recursive: true, force: true }).finally(release);
  }
}

/** Which of the packs is in an archive; null: none of them. */
async function knownIn(path: string, bytes: number, packs: readonly KnownPack[]): Promise<KnownPack | null> {
  const candidates = packs.filter(({ archive }) => archive.bytes === bytes);
  if (candidates.length === 0) return null;
  const file = await openRegularFile(path, 'follow');
  try {
    const hash = await hashOfFile(file);
    return candidates.find(({ archive }) => archive.sha256 === hash) ?? null;
  } finally {
    await file.close();
  }
}

interface FoundSource {
  readonly at: string;
  /** Null: it is a folder. */
  readonly archiveBytes: number | null;
  /** It may be moved as it is. */
  readonly isMade: boolean;
  readonly pack: VoicePack;
  readonly beside: string;
  readonly signal: AbortSignal;
  readonly onProgress?: PackInstallation['onProgress'];
}

/** Copies or unpacks what was found, and looks at each file of it. @returns the folder with `pack.json` */
async function putTogether({ at, archiveBytes, isMade, pack, beside, signal, onProgress = () => {} }: FoundSource) {
  const bytes = packBytes(pack);
  const isReady = isMade && archiveBytes === null;
  const onBytes = counted(bytes + (isReady ? 0 : (archiveBytes ?? bytes)), onProgress);
  const place = join(beside, 'ready');
  const put = () =>
    archiveBytes === null ? copied(at, place, pack, signal, onBytes) : unpackArchive(at, place, signal, onBytes);
  const ready = isReady ? at : await put();
  // It may be another one since it was looked at.
  if (!isDeepStrictEqual(readPack(ready), pack)) throw new PackError('malformed', PACK_FILE);
  await checkPackFiles(ready, pack, signal, onBytes);
  return ready;
}

/** Adds up bytes, and tells of all of them. */
function counted(total: number, tell: (done: number, total: number) => void): (bytes: number) => void {
  let done = 0;
  return (bytes) => {
    done = Math.min(done + bytes, total);
    tell(done, total);
  };
}

/** The pack in a folder, that has nothing besides. @throws PackError */
function foundIn(folder: string): VoicePack {
  const pack = readPack(folder);
  refuseUnlisted(folder, pack);
  return pack;
}

/** @returns whether it was there @throws what the system says; what SQLite says, `isBusy` while one is installed */
export async function removePack(folder: string, id: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  const release = holdPacks(folder);
  try {
    const names = editionsOf(folder, id).map(({ name }) => name);
    await takeAway(folder, names);
    return names.length > 0;
  } finally {
    release();
  }
}

async function putInPlace(ready: string, folder: string, id: string): Promise<void> {
  const before = editionsOf(folder, id);
  const [latest] = before;
  await rename(ready, join(folder, latest === undefined ? id : `${id}~${latest.edition + 1}`));
  await flushFolder(folder);
  await takeAway(
    folder,
    before.map(({ name }) => name),
  );
}

/** @param names the one that counts first: it goes last, so that none that it replaced comes back */
async function takeAway(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.toReversed()) {
    const beside = join(folder, besideName());
    await rename(join(folder, name), beside);
    await rm(beside, { recursive: true, force: true });
  }
}

/** @throws PackError `unlisted` */
function refuseUnlisted(folder: string, { files }: VoicePack): void {
  const listed = new Set([PACK_FILE, ...files.map(({ path }) => path)]);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isDirectory() && !isLeftover(path) && !listed.has(path)) throw new PackError('unlisted', path);
  }
}

/** Copies what a pack lists. @returns the copy */
async function copied(
  source: string,
  target: string,
  pack: VoicePack,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const untrusted = new UntrustedFolder(source);
  for (const path of [...pack.files.map((file) => file.path), PACK_FILE]) {
    const to = join(target, ...path.split('/'));
    await makeFolder(dirname(to), PRIVATE_MODE);
    const from = await untrusted.openToRead(join(untrusted.path, ...path.split('/')));
    const onPart = (part: Uint8Array): void => {
      signal.throwIfAborted();
      onBytes(part.byteLength);
    };
    await writeNewFile(to, (file) => copyBytes(partsOfFile(from), file, onPart), PRIVATE_FILE_MODE).finally(() =>
      from.close(),
    );
  }
  return target;
}
