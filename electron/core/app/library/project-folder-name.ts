// Where a new project goes.
import { lstat, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { safeNamePart } from '../../../../shared/rules/safe-name.ts';

/** Files looked at together. */
const AT_ONCE = 32;

/** Bytes of all files below a folder; what can't be looked at counts nothing. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const sizes = files.slice(at, at + AT_ONCE).map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
    for (const size of await Promise.all(sizes)) bytes += size;
  }
  return bytes;
}

const EXTENSION = '.lectern';

/** Bytes of a folder's name before its number and extension: file systems take 255 in all. */
const NAME_BYTES = 200;

/**
 * A folder for a new project: `Name.lectern`, or `Name 2.lectern` and so on where that is there. Any name becomes one
 * that every system takes. Nothing is made: making the project makes its folder, whole or not at all.
 *
 * @param parent the folder that it is to be in, which may have to be made as well
 */
export async function newProjectFolder(name: string, parent: string): Promise<string> {
  const bare = name.trim().toLowerCase().endsWith(EXTENSION) ? name.trim().slice(0, -EXTENSION.length) : name;
  const safe = safeNamePart(bare, NAME_BYTES);
  for (let number = 1; ; number += 1) {
    const path = join(resolve(parent), `${safe}${number === 1 ? '' : ` ${number}`}${EXTENSION}`);
    if (await isFree(path)) return path;
  }
}

/** A broken link is not free. What can't be looked at counts as free: creating the project reports the problem. */
const isFree = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    () => true,
  );
