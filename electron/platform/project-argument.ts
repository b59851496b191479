import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A project's database, by which its folder is known. */
const PROJECT_FILE = 'project.db';

/** The project that a command line names: the last argument that is a project's folder, or the database in it. */
export function projectOf(commandLine: readonly string[], workingFolder: string): string | null {
  for (const argument of commandLine.slice(1).toReversed()) {
    if (argument.startsWith('-')) continue;
    const path = resolve(workingFolder, argument);
    if (basename(path) === PROJECT_FILE && existsSync(path)) return dirname(path);
    if (isFolder(path) && existsSync(join(path, PROJECT_FILE))) return path;
  }
  return null;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
