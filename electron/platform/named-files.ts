import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCUMENT_EXTENSIONS, SCRIPT_EXTENSIONS } from '../../shared/model/manuscript.ts';

/** Absolute paths. */
export interface RequestedFiles {
  readonly project: string | null;
  readonly scripts: readonly string[];
}

export const NO_REQUESTED_FILES: RequestedFiles = { project: null, scripts: [] };

const PROJECT_FILE = 'project.db';

const SUFFIXES = new Set([...SCRIPT_EXTENSIONS, ...DOCUMENT_EXTENSIONS].map((extension) => `.${extension}`));

/** Returns the last project, specified by its folder or database file, and all scripts. */
export function requestedFilesIn(commandLine: readonly string[], workingFolder: string): RequestedFiles {
  return commandLine
    .slice(1)
    .filter((argument) => !argument.startsWith('-'))
    .reduce((named, argument) => addRequestedFile(named, pathOf(argument, workingFolder)), NO_REQUESTED_FILES);
}

/** Linux desktops pass file URLs to applications whose desktop entry contains `%U`, as in our AppImage. */
function pathOf(argument: string, workingFolder: string): string {
  if (argument.startsWith('file://')) {
    try {
      return fileURLToPath(argument);
    } catch {
      // The URL isn't a local file. The path tried below doesn't exist either.
    }
  }
  return resolve(workingFolder, argument);
}

export function addRequestedFile(named: RequestedFiles, path: string): RequestedFiles {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return existsSync(join(path, PROJECT_FILE)) ? { ...named, project: path } : named;
  if (!found?.isFile()) return named;
  if (basename(path) === PROJECT_FILE) return { ...named, project: dirname(path) };
  return SUFFIXES.has(extname(path).toLowerCase()) ? { ...named, scripts: [...named.scripts, path] } : named;
}
