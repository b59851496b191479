// A folder can't be replaced atomically, so each new edition of a voice pack gets its own folder name and is valid as
// soon as it has that name.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../files/file-errors.ts';
import { UntrustedFolder } from '../files/untrusted-folder.ts';
import { takePassingLock } from '../sqlite/exclusive-lock.ts';
import { isBusy } from '../sqlite/sqlite-codes.ts';

/** Held while a pack is installed or removed, so that its files aren't mistaken for leftovers. */
const LOCK = '.lock';

/** Named like the pack, or `kokoro~2` if it replaced `kokoro`. */
export interface PackPlace {
  readonly id: string;
  readonly name: string;
  readonly edition: number;
}

function placeOf(name: string): PackPlace {
  const [, id, edition] = /^(.+)~([1-9]\d{0,8})$/.exec(name) ?? [];
  return id === undefined ? { id: name, name, edition: 1 } : { id, name, edition: Number(edition) };
}

export function namesIn(folder: string): string[] {
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
export function editionsOf(folder: string, id: string): PackPlace[] {
  return namesIn(folder)
    .filter((name) => !isHidden(name))
    .map(placeOf)
    .filter((place) => place.id === id)
    .toSorted((a, b) => b.edition - a.edition);
}

/** Returns the valid folders by pack id. */
export function packPlaces(folder: string): Map<string, PackPlace> {
  const places = new Map<string, PackPlace>();
  for (const place of namesIn(folder)
    .filter((name) => !isHidden(name))
    .map(placeOf)) {
    if (place.edition >= (places.get(place.id)?.edition ?? 0)) places.set(place.id, place);
  }
  return places;
}

/** Reads a pack, and retries if it was replaced in between. `look` returns undefined if it finds nothing. */
export function lookAtPack<T>(folder: string, place: PackPlace, look: (path: string) => T | undefined): T | undefined {
  const found = look(join(folder, place.name));
  if (found !== undefined) return found;
  const now = packPlaces(folder).get(place.id);
  return now === undefined || now.name === place.name ? undefined : lookAtPack(folder, now, look);
}

/**
 * Locks the folder and returns a function that releases the lock. SQLite errors are `isBusy` while another process
 * holds it.
 */
export const holdPacks = (folder: string): (() => void) =>
  takePassingLock(new UntrustedFolder(folder), join(folder, LOCK));

/** Removes leftovers of a killed installation or removal, unless a process is changing the folder. */
export function sweepPacks(folder: string): void {
  if (leftIn(folder).length === 0 && !namesIn(folder).includes(LOCK)) return;
  let release: () => void;
  try {
    release = holdPacks(folder);
  } catch (error) {
    if (isBusy(error)) return;
    throw error;
  }
  try {
    removeLeft(folder);
  } finally {
    release();
  }
}

export function removeLeft(folder: string): void {
  for (const name of leftIn(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

function leftIn(folder: string): string[] {
  const names = namesIn(folder);
  const counting = new Set([...packPlaces(folder).values()].map(({ name }) => name));
  return names.filter((name) => (isHidden(name) ? !name.startsWith(LOCK) : !counting.has(name)));
}
