import { lstat, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { safeNamePart } from '../../../../shared/rules/export/safe-name.ts';

const CONCURRENCY = 32;

/** In bytes. Unreadable entries count as 0. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  for (let at = 0; at < files.length; at += CONCURRENCY) {
    const sizes = files.slice(at, at + CONCURRENCY).map(({ parentPath, name }) =>
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

/** Maximum length of the name without number and extension, in bytes. File systems allow 255 in total. */
const MAX_NAME_BYTES = 200;

/** Returns `Name.lectern`, or `Name 2.lectern` and so on, without creating it. */
export async function newProjectFolder(name: string, parent: string): Promise<string> {
  const bare = name.trim().toLowerCase().endsWith(EXTENSION) ? name.trim().slice(0, -EXTENSION.length) : name;
  const safe = safeNamePart(bare, MAX_NAME_BYTES);
  for (let number = 1; ; number += 1) {
    const path = join(resolve(parent), `${safe}${number === 1 ? '' : ` ${number}`}${EXTENSION}`);
    if (await isFree(path)) return path;
  }
}

/**
 * A path with a broken link doesn't count as free. An unreadable path does; creating the project then reports the
 * problem.
 */
const isFree = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    () => true,
  );
