// Where an export may not go: into a project, whose folder is moved, copied and backed up as it is.
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { realPlace } from '../../../node/files/real-place.ts';
import { ExportError } from './export-error.ts';

/** The file by which a project's folder is known. */
export const PROJECT_FILE = 'project.db';

/** Whether a folder's name is one that projects have. */
export const isProjectName = (name: string): boolean => /\.lectern$/i.test(name);

/**
 * Refuses a folder that is a project's or lies in one, this project's or another's, whatever links or mounts lead there.
 *
 * @param project the folder of the project that is exported; null where there is none yet
 * @throws ExportError `inside-project`
 */
export function checkPlace(outDir: string, project: string | null): void {
  const place = realPlace(outDir);
  const realProject = project === null ? null : realPlace(project);
  const own = project === null ? new Set<string>() : identitiesIn(project);
  for (let folder = place; ; folder = dirname(folder)) {
    const isOwn = folder === realProject || own.has(identityOf(statIfThere(folder)) ?? '');
    if (isOwn || lstatIfThere(join(folder, PROJECT_FILE))) {
      const name = basename(isOwn && project !== null ? project : folder).replace(/\.lectern$/, '');
      throw new ExportError(
        'inside-project',
        outDir,
        `“${outDir}” lies in the folder of the project “${name}”, which holds nothing but the project; choose a folder elsewhere.`,
      );
    }
    if (dirname(folder) === folder) return;
  }
}

/** Of a project's folder and the folders in it, which may be mounted elsewhere under another name. */
function identitiesIn(project: string): Set<string> {
  try {
    const names = readdirSync(project, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const folders = [project, ...names.map(({ name }) => join(project, name))];
    return new Set(folders.flatMap((folder) => identityOf(statIfThere(folder)) ?? []));
  } catch {
    return new Set();
  }
}

/** Windows gives some drives no number. */
const identityOf = (found: Stats | null): string | null =>
  found?.isDirectory() && found.ino !== 0 ? `${found.dev}:${found.ino}` : null;

function statIfThere(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function lstatIfThere(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
