// What is named from outside: by the command line, a second start, a double click in the file manager.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { DOCUMENT_EXTENSIONS, SCRIPT_EXTENSIONS } from '../../shared/model/manuscript.ts';

/** Absolute paths. */
export interface Named {
  /** A project's folder. */
  readonly project: string | null;
  /** Files that a project could be made of. */
  readonly scripts: readonly string[];
}

export const NOTHING_NAMED: Named = { project: null, scripts: [] };

/** A project's database, by which its folder is known. */
const PROJECT_FILE = 'project.db';

const READ = new Set([...SCRIPT_EXTENSIONS, ...DOCUMENT_EXTENSIONS].map((extension) => `.${extension}`));

/** What a command line names: the last of its projects, by their folders or the databases in them, and every script. */
export function namedIn(commandLine: readonly string[], workingFolder: string): Named {
  return commandLine
    .slice(1)
    .filter((argument) => !argument.startsWith('-'))
    .reduce((named, argument) => withNamed(named, resolve(workingFolder, argument)), NOTHING_NAMED);
}

/** One path more; one that is neither a project nor a script is passed over. */
export function withNamed(named: Named, path: string): Named {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return existsSync(join(path, PROJECT_FILE)) ? { ...named, project: path } : named;
  if (!found?.isFile()) return named;
  if (basename(path) === PROJECT_FILE) return { ...named, project: dirname(path) };
  return READ.has(extname(path).toLowerCase()) ? { ...named, scripts: [...named.scripts, path] } : named;
}
