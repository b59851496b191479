// Voice packs on this machine: which are installed, one more, one less. The local service looks for them in the same folder.
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { errorCode } from '../../../../node/files/file-errors.ts';
import { flushFolder } from '../../../../node/files/flush.ts';
import { makeFolder, PRIVATE_MODE } from '../../../../node/files/make-folder.ts';
import { partsOfFile } from '../../../../node/files/regular-file.ts';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { checkPackFiles, PackError, readPack } from '../../../../node/voice-packs/read-pack.ts';
import { PACK_FILE, type VoicePack } from '../../../../shared/service/voice-pack.ts';
import { isLeftover, unpackArchive } from './unpack-archive.ts';

/** Where the local service has its packs. @param home the data folder */
export const packsFolder = (home: string): string => join(home, 'service', 'packs');

/** The service passes over names that begin with a point: what is half there, and what is being removed. */
const besideName = (): string => `.${randomUUID()}`;

/** The packs that can be used, by name. What else is in the folder is left out. */
export function installedPacks(folder: string): VoicePack[] {
  return namesIn(folder)
    .flatMap((name) => {
      try {
        const pack = readPack(join(folder, name));
        return pack.id === name ? [pack] : [];
      } catch (error) {
        if (error instanceof PackError) return [];
        throw error;
      }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** What is to be installed. */
export interface PackInstallation {
  /** A folder, or a ZIP archive of one. */
  readonly source: string;
  /** Where it goes; it is made where there is none. */
  readonly folder: string;
  readonly signal?: AbortSignal;
  /** Called once it is known what it is, before it is there. What it throws ends the installation. */
  readonly onFound?: (pack: VoicePack) => void;
}

/**
 * Installs a pack, in the place of one with the same identifier. It is there whole, and each of its files is what was listed,
 * or not at all.
 *
 * @throws PackError; the signal's reason; what the system says
 */
export async function installPack(installation: PackInstallation): Promise<VoicePack> {
  const { source, folder, signal, onFound = () => {} } = installation;
  await makeFolder(folder, PRIVATE_MODE);
  const beside = join(folder, besideName());
  try {
    const isFolder = statSync(source).isDirectory();
    const from = isFolder ? source : await unpackArchive(source, beside, signal);
    const pack = readPack(from);
    refuseUnlisted(from, pack);
    onFound(pack);
    const ready = isFolder ? await copied(source, beside, pack, signal) : from;
    await checkPackFiles(ready, pack, signal);
    await putInPlace(ready, folder, pack.id);
    return pack;
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** @returns whether it was there */
export async function removePack(folder: string, id: string): Promise<boolean> {
  if (!namesIn(folder).includes(id)) return false;
  const beside = join(folder, besideName());
  await rename(join(folder, id), beside);
  await rm(beside, { recursive: true, force: true });
  return true;
}

async function putInPlace(ready: string, folder: string, id: string): Promise<void> {
  await removePack(folder, id);
  await rename(ready, join(folder, id));
  await flushFolder(folder);
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
async function copied(source: string, target: string, pack: VoicePack, signal?: AbortSignal): Promise<string> {
  const untrusted = new UntrustedFolder(source);
  for (const path of [...pack.files.map((file) => file.path), PACK_FILE]) {
    const to = join(target, ...path.split('/'));
    await makeFolder(dirname(to), PRIVATE_MODE);
    const from = await untrusted.openToRead(join(untrusted.path, ...path.split('/')));
    const file = await open(to, 'wx', 0o600);
    try {
      for await (const part of partsOfFile(from)) {
        signal?.throwIfAborted();
        await file.write(part);
      }
      await file.sync();
    } finally {
      await file.close();
      await from.close();
    }
  }
  return target;
}
