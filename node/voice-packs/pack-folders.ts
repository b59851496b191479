// A folder can't be replaced atomically, so every new edition of a voice pack gets a folder with a new name. The
// edition is valid as soon as its folder has that name.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../files/file-errors.ts';
import { UntrustedFolder } from '../files/untrusted-folder.ts';
import { takeTemporaryLock } from '../sqlite/exclusive-lock.ts';
import { isBusy } from '../sqlite/sqlite-codes.ts';

/** Held while a pack is installed or removed, so that its files aren't mistaken for leftovers. */
const LOCK_NAME = '.lock';

/** Named like the pack, or `kokoro~2` if it replaced `kokoro`. */
export interface PackFolder {
  readonly id: string;
  readonly name: string;
  readonly edition: number;
}

function parseFolderName(name: string): PackFolder {
  const [, id, edition] = /^(.+)~([1-9]\d{0,8})$/.exec(name) ?? [];
  return id === undefined ? { id: name, name, edition: 1 } : { id, name, edition: Number(edition) };
}

export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Names with a leading dot belong to packs being installed or removed. */
const isHidden = (name: string): boolean => name.startsWith('.');

/** Returns all folders of a pack, the valid one first. */
export function listEditions(folder: string, id: string): PackFolder[] {
  return listNames(folder)
    .filter((name) => !isHidden(name))
    .map(parseFolderName)
    .filter((place) => place.id === id)
    .toSorted((a, b) => b.edition - a.edition);
}

/** Returns the valid folders by pack id. */
export function findPackFolders(folder: string): Map<string, PackFolder> {
  const folders = new Map<string, PackFolder>();
  for (const place of listNames(folder)
    .filter((name) => !isHidden(name))
    .map(parseFolderName)) {
    if (place.edition >= (folders.get(place.id)?.edition ?? 0)) folders.set(place.id, place);
  }
  return folders;
}

/**
 * Reads a pack, and retries if the pack has been replaced in the meantime. `read` returns undefined if it finds
 * nothing.
 */
export function readFromPack<T>(
  folder: string,
  packFolder: PackFolder,
  read: (path: string) => T | undefined,
): T | undefined {
  const found = read(join(folder, packFolder.name));
  if (found !== undefined) return found;
  const now = findPackFolders(folder).get(packFolder.id);
  return now === undefined || now.name === packFolder.name ? undefined : readFromPack(folder, now, read);
}

/**
 * Locks the folder and returns a function that releases the lock. While another process holds the lock, throws an
 * SQLite error that is `isBusy`.
 */
export const lockPacks = (folder: string): (() => void) =>
  takeTemporaryLock(new UntrustedFolder(folder), join(folder, LOCK_NAME));

/** Removes leftovers of a killed installation or removal, unless a process is changing the folder. */
export function tryRemoveLeftovers(folder: string): void {
  if (listLeftovers(folder).length === 0 && !listNames(folder).includes(LOCK_NAME)) return;
  let release: () => void;
  try {
    release = lockPacks(folder);
  } catch (error) {
    if (isBusy(error)) return;
    throw error;
  }
  try {
    removeLeftovers(folder);
  } finally {
    release();
  }
}

export function removeLeftovers(folder: string): void {
  for (const name of listLeftovers(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

function listLeftovers(folder: string): string[] {
  const names = listNames(folder);
  const validNames = new Set([...findPackFolders(folder).values()].map(({ name }) => name));
  return names.filter((name) => (isHidden(name) ? !name.startsWith(LOCK_NAME) : !validNames.has(name)));
}
