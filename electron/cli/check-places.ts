// Looks at the folders that a command was given before anything is made, sent or paid for them.
import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { checkPlace } from '../core/export/export-place.ts';
import { readManifest } from '../core/export/manifest.ts';
import { checkProject } from '../core/export/survey.ts';
import { describeFolderProblem, folderProblem } from '../core/folder-problem.ts';
import { openProject } from '../core/project/folder/project-folder.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { CliError } from './exit.ts';
import { t } from './words.ts';

/** Refuses a folder for audio that can't be made or written. Makes nothing. @throws CliError 2 */
export function checkOutFolder(outDir: string): void {
  const problem = folderProblem(outDir);
  if (!problem) return;
  const what = describeFolderProblem(problem, outDir);
  throw new CliError(t('export.outFolder', { folder: outDir, what }));
}

/**
 * Refuses a folder that lies in a project, or holds the export of another one, or a list of something else: what a run
 * renders could not be put there. A damaged list is the export's to deal with.
 *
 * @param project its folder, there or not yet
 * @param projectId null for a project that is not made yet, which can't have exported anything
 * @throws ExportError `inside-project`, `other-project`, `foreign-manifest`, `newer-manifest`
 */
export async function checkOtherExport(outDir: string, project: string, projectId: string | null): Promise<void> {
  checkPlace(outDir, project);
  const manifest = await readManifest(outDir).catch((error: { kind?: string }) => {
    if (error.kind === 'damaged-manifest') return null;
    throw error;
  });
  checkProject(outDir, { id: projectId ?? '' }, manifest?.project);
}

/**
 * Says whether a project is yet to be made: its folder is not there, or empty.
 *
 * @throws ProjectError where the folder is there and can't be opened as a project
 * @throws CliError 2 where it can't be made
 */
export function isNewProject(dir: string): boolean {
  const there = statSync(dir, { throwIfNoEntry: false });
  const isNew = !there || (there.isDirectory() && readdirSync(dir).length === 0);
  if (!isNew) {
    openProject(dir, { mode: 'read', clock: systemClock, random: systemRandom }).close();
    return false;
  }
  // It is made beside its place and moved there, so that the folder around it has to be written.
  const problem = folderProblem(dirname(dir));
  if (problem) {
    const folder = dirname(dir);
    const what = describeFolderProblem(problem, folder);
    throw new CliError(t('project.cantBeMade', { project: dir, folder, what }));
  }
  return true;
}
