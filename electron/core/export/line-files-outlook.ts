// What an export would do to a folder, found out without changing anything in it.
import { nameKey, validateTemplate } from '../../../shared/rules/file-names.ts';
import { type Disk, folderDisk } from './disk.ts';
import { asExportError, ExportError } from './export-error.ts';
import { ExportFolder } from './export-folder.ts';
import { readJournal } from './export-journal.ts';
import type { ExportLine } from './export-line.ts';
import { planLineFiles } from './line-file-plan.ts';
import type { LineFilesOptions } from './line-files.ts';
import { RESERVED, readManifest } from './manifest.ts';
import { checkProject, checkTable, survey } from './survey.ts';

/** What stands in a folder, and what an export would make of it. */
export interface LineFilesOutlook {
  /** Whether there is no such folder yet. */
  readonly isNew: boolean;
  /** The export of this project that stands there: when it was made (ISO 8601) and how many files it has. */
  readonly former: { readonly exportedAt: string; readonly files: number } | null;
  /** An export that did not end left its work there; it is tidied up first. */
  readonly isInterrupted: boolean;
  /** Files and folders that are not ours, which are never touched. */
  readonly foreign: number;
  /** Files that stay, that get another name, and that go to the bin. */
  readonly kept: number;
  readonly moved: number;
  readonly binned: number;
  /** Lines whose file is to be written. */
  readonly missing: readonly ExportLine[];
  /** The files that there will be, in the order of the lines. */
  readonly files: readonly string[];
  /** One sentence each. */
  readonly notices: readonly string[];
}

type OutlookOptions = Pick<
  LineFilesOptions,
  'outDir' | 'projectId' | 'projectName' | 'template' | 'format' | 'totals'
> & {
  readonly lines: readonly ExportLine[];
};

/**
 * Foresees an export: the same folder, looked at in the same way, and the same plan.
 *
 * @throws ExportError for what would keep it from being made, as far as that can be seen; FileNameTemplateError
 */
export async function foreseeLineFiles(
  options: OutlookOptions,
  disk: Disk = folderDisk(options.outDir),
): Promise<LineFilesOutlook> {
  validateTemplate(options.template);
  try {
    return await foresee(options, new ExportFolder(options.outDir, disk, 0));
  } catch (error) {
    throw asExportError(error, options.outDir);
  }
}

async function foresee(options: OutlookOptions, folder: ExportFolder): Promise<LineFilesOutlook> {
  const standing = await folder.disk.look(folder.path);
  if (standing?.kind === 'file') {
    throw new ExportError('not-a-folder', folder.path, `“${folder.path}” is a file; choose a folder.`);
  }
  const project = { id: options.projectId };
  const journal = await readJournal(folder);
  checkProject(folder.path, project, journal?.project);
  const manifest = await readManifest(folder.path, folder.disk);
  checkProject(folder.path, project, manifest?.project);
  if (!manifest && !journal) await checkTable(folder);
  for (const row of [...(manifest?.files ?? []), ...(journal?.done ?? [])]) folder.own(row);
  const changed = await survey(folder);
  const mine = folder.rows();
  const { kept, moved, missing, files, notices } = await planLineFiles(folder, options.lines, changed, options);
  return {
    isNew: standing === null,
    former: manifest && { exportedAt: manifest.exportedAt, files: mine.length },
    isInterrupted: journal !== null,
    foreign: await countForeign(folder),
    kept: kept.length,
    moved: moved.length,
    binned: mine.length - kept.length - moved.length,
    missing: missing.map(({ line }) => line),
    files,
    notices,
  };
}

async function countForeign(folder: ExportFolder): Promise<number> {
  const mine = new Set([...RESERVED, ...folder.rows().map(({ file }) => nameKey(file.split('/')[0] ?? file))]);
  const found = await folder.disk.list(folder.path);
  return found.filter((name) => !mine.has(nameKey(name))).length;
}
