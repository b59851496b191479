import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { CliError } from './exit.ts';
import { listed, t } from './words.ts';

const ENDING = '.lectern';

/** The name of the project that a script would make: the script's file name. */
export function projectName(script: string): string {
  return basename(script, extname(script)).trim() || t('project.defaultName');
}

/**
 * Where a render without `--project` keeps its project: inside the folder of its audio. A project that is there
 * already is the one that is meant, whatever the script's file is called, so that a second call finds its takes.
 *
 * @throws CliError 2 where the folder holds several projects, or a link to one
 */
export function projectBeside(out: string, script: string): string {
  const there = existsSync(out)
    ? readdirSync(out, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name.endsWith(ENDING))
    : [];
  const own = `${projectName(script)}${ENDING}`;
  if (there.length === 1 || there.some((entry) => entry.name === own)) {
    return resolve(out, there.length === 1 ? (there[0]?.name ?? own) : own);
  }
  if (there.length === 0) {
    // The folder may have been received: a link in it would lead to any project of this machine.
    const isLink = lstatSync(resolve(out, own), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    if (!isLink) return resolve(out, own);
    throw new CliError(t('project.isLink', { path: resolve(out, own) }));
  }
  const names = listed(there.map((entry) => entry.name));
  throw new CliError(t('project.several', { folder: out, names }));
}

/** The project folder that a person named: `Name.lectern`, or a folder that holds just one. */
export function projectNamed(path: string): string {
  const folder = resolve(path);
  if (!existsSync(folder)) return folder;
  try {
    if (readdirSync(folder).includes('project.db')) return folder;
    const inside = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name.endsWith(ENDING),
    );
    const [only] = inside;
    return only && inside.length === 1 ? join(folder, only.name) : folder;
  } catch {
    // A file, or a folder that can't be listed: opening it says so.
    return folder;
  }
}
