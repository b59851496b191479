// Where an export may not go: into a project, whose folder is moved, copied and backed up as it is.
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ExportError } from './export-error.ts';

/** The file by which a project's folder is known. */
const PROJECT_FILE = 'project.db';

/**
 * Refuses a folder that is a project's or lies in one, this project's or another's, whatever links lead there.
 *
 * @throws ExportError `inside-project`
 */
export function checkPlace(outDir: string): void {
  const place = realPlace(resolve(outDir));
  for (let folder = place; ; folder = dirname(folder)) {
    if (existsSync(join(folder, PROJECT_FILE))) {
      throw new ExportError(
        'inside-project',
        outDir,
        `“${outDir}” lies in the folder of the project “${basename(folder).replace(/\.lectern$/, '')}”, which holds nothing but the project; choose a folder elsewhere.`,
      );
    }
    if (dirname(folder) === folder) return;
  }
}

/** A path with its links followed, as far as it exists. */
function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPlace(above), basename(path));
  }
}
