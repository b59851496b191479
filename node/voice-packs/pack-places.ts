// Where packs lie in the folder that holds them. No folder can take the place of another one at once. So the successor of a pack
// has a name of its own, and counts from the moment in which it has it: at every moment one of the two is found.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../files/file-errors.ts';
import { UntrustedFolder } from '../files/untrusted-folder.ts';
import { takePassingLock } from '../sqlite/exclusive-lock.ts';
import { isBusy } from '../sqlite/sqlite-codes.ts';

/** Held while a pack is installed or removed, so that what is half there is not taken for something left behind. */
const LOCK = '.lock';

/** A folder that has a pack: named as the pack is, or `kokoro~2` where it took the place of `kokoro`. */
export interface PackPlace {
  readonly id: string;
  /** Of the folder. */
  readonly name: string;
  readonly edition: number;
}

function placeOf(name: string): PackPlace {
  const [, id, edition] = /^(.+)~([1-9]\d{0,8})$/.exec(name) ?? [];
  return id === undefined ? { id: name, name, edition: 1 } : { id, name, edition: Number(edition) };
}

/** All names in a folder of packs; none where there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Names that begin with a point: what is half there, and what is being removed. */
const isHidden = (name: string): boolean => name.startsWith('.');

/** All folders of a pack, the one that counts first. */
export function editionsOf(folder: string, id: string): PackPlace[] {
  return namesIn(folder)
    .filter((name) => !isHidden(name))
    .map(placeOf)
    .filter((place) => place.id === id)
    .toSorted((a, b) => b.edition - a.edition);
}

/** The folders that count, by the packs' identifiers. @throws what the system says, but for a folder that is not there */
export function packPlaces(folder: string): Map<string, PackPlace> {
  const places = new Map<string, PackPlace>();
  for (const place of namesIn(folder)
    .filter((name) => !isHidden(name))
    .map(placeOf)) {
    if (place.edition >= (places.get(place.id)?.edition ?? 0)) places.set(place.id, place);
  }
  return places;
}

/**
 * Looks at a pack, and again where it was replaced since it was found.
 *
 * @param look gets the folder's path; tells undefined where nothing is found there
 */
export function lookAtPack<T>(folder: string, place: PackPlace, look: (path: string) => T | undefined): T | undefined {
  const found = look(join(folder, place.name));
  if (found !== undefined) return found;
  const now = packPlaces(folder).get(place.id);
  return now === undefined || now.name === place.name ? undefined : lookAtPack(folder, now, look);
}

/**
 * Keeps others from changing the folder.
 *
 * @returns gives it back
 * @throws what SQLite says, which is `isBusy` while someone else changes it
 */
export const holdPacks = (folder: string): (() => void) =>
  takePassingLock(new UntrustedFolder(folder), join(folder, LOCK));

/**
 * Removes what a process left that was killed while it installed or removed a pack: what is half there, what was to go, and
 * packs that have a successor. Does nothing while someone is at work.
 */
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

/** The same, for those who hold the folder. */
export function removeLeft(folder: string): void {
  for (const name of leftIn(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

function leftIn(folder: string): string[] {
  const names = namesIn(folder);
  const counting = new Set([...packPlaces(folder).values()].map(({ name }) => name));
  return names.filter((name) => (isHidden(name) ? !name.startsWith(LOCK) : !counting.has(name)));
}
