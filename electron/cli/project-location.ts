import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { CliError } from './cli-error.ts';

const ENDING = '.lectern';

/** The name of the project that a script would make: the script's file name. */
export function projectName(script: string): string {
  return basename(script, extname(script)).trim() || 'Script';
}

/**
 * Where a render without `--project` keeps its project: inside the folder of its audio. A project that is there
 * already is the one that is meant, whatever the script's file is called, so that a second call finds its takes.
 *
 * @throws CliError 2 where the folder holds several projects
 */
export function projectBeside(out: string, script: string): string {
  const there = existsSync(out)
    ? readdirSync(out, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name.endsWith(ENDING))
    : [];
  const own = `${projectName(script)}${ENDING}`;
  if (there.length <= 1) return resolve(out, there[0]?.name ?? own);
  if (there.some((entry) => entry.name === own)) return resolve(out, own);
  const names = there.map((entry) => entry.name).join(', ');
  throw new CliError(`${out} holds several projects (${names}): say with --project which one is meant.`);
}

/** The project folder that a person named: `Name.lectern`, or a folder that holds just one. */
export function projectNamed(path: string): string {
  const folder = resolve(path);
  if (existsSync(join(folder, 'project.db')) || !existsSync(folder)) return folder;
  try {
    const inside = readdirSync(folder).filter((name) => name.endsWith(ENDING));
    const [only] = inside;
    return only && inside.length === 1 ? join(folder, only) : folder;
  } catch {
    // A file, or a folder that can't be listed: opening it says so.
    return folder;
  }
}
