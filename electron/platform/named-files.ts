import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { DOCUMENT_EXTENSIONS, SCRIPT_EXTENSIONS } from '../../shared/model/manuscript.ts';

/** Absolute paths. */
export interface Named {
  readonly project: string | null;
  readonly scripts: readonly string[];
}

export const NOTHING_NAMED: Named = { project: null, scripts: [] };

const PROJECT_FILE = 'project.db';

const SUFFIXES = new Set([...SCRIPT_EXTENSIONS, ...DOCUMENT_EXTENSIONS].map((extension) => `.${extension}`));

/** Returns the last project, named by its folder or database file, and all scripts. */
export function namedIn(commandLine: readonly string[], workingFolder: string): Named {
  return commandLine
    .slice(1)
    .filter((argument) => !argument.startsWith('-'))
    .reduce((named, argument) => withNamed(named, resolve(workingFolder, argument)), NOTHING_NAMED);
}

export function withNamed(named: Named, path: string): Named {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return existsSync(join(path, PROJECT_FILE)) ? { ...named, project: path } : named;
  if (!found?.isFile()) return named;
  if (basename(path) === PROJECT_FILE) return { ...named, project: dirname(path) };
  return SUFFIXES.has(extname(path).toLowerCase()) ? { ...named, scripts: [...named.scripts, path] } : named;
}
