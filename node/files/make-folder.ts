// Making folders. Node's own recursive `mkdir` never returns where a file system makes none and says ENOENT, as /proc does.
import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** For folders that only their owner may enter. */
export const PRIVATE_MODE = 0o700;
const USUAL_MODE = 0o777;

/**
 * Makes a folder and those above it, as far as they are missing. Links on the way are followed: `UntrustedFolder` is for
 * folders that someone else may have filled.
 *
 * @returns the topmost folder that was made; undefined where all were there
 * @throws what the system says; `EEXIST` or `ENOTDIR` where something other than a folder stands there
 */
export async function makeFolder(path: string, mode: number = USUAL_MODE): Promise<string | undefined> {
  const folder = resolve(path);
  if (await isFolder(folder)) return undefined;
  const parent = dirname(folder);
  const made = parent === folder ? undefined : await makeFolder(parent, mode);
  try {
    await mkdir(folder, mode);
    return made ?? folder;
  } catch (error) {
    // Another process was quicker.
    if (await isFolder(folder)) return made;
    throw error;
  }
}

/** The same at once. */
export function makeFolderSync(path: string, mode: number = USUAL_MODE): string | undefined {
  const folder = resolve(path);
  if (isFolderSync(folder)) return undefined;
  const parent = dirname(folder);
  const made = parent === folder ? undefined : makeFolderSync(parent, mode);
  try {
    mkdirSync(folder, mode);
    return made ?? folder;
  } catch (error) {
    if (isFolderSync(folder)) return made;
    throw error;
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

function isFolderSync(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
