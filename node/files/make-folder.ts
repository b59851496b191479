// Node's recursive `mkdir` never returns on file systems that report ENOENT, such as /proc.
import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

export const PRIVATE_MODE = 0o700;
const DEFAULT_MODE = 0o777;

/**
 * Creates a folder and its parents, following links; use `UntrustedFolder` for untrusted content. Returns the topmost
 * folder created, or undefined.
 */
export async function makeFolder(path: string, mode: number = DEFAULT_MODE): Promise<string | undefined> {
  const folder = resolve(path);
  if (await isFolder(folder)) return undefined;
  const parent = dirname(folder);
  const made = parent === folder ? undefined : await makeFolder(parent, mode);
  try {
    await mkdir(folder, mode);
    return made ?? folder;
  } catch (error) {
    // Another process created it first.
    if (await isFolder(folder)) return made;
    throw error;
  }
}

export function makeFolderSync(path: string, mode: number = DEFAULT_MODE): string | undefined {
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
