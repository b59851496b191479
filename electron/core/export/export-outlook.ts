// What an export of a project would come to, seen before anything is written.

import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExportOutlook } from '../../../shared/ipc/export-requests.ts';
import { type ExportOptions, type FailedExport, MOST_NAMED_FAILURES } from '../../../shared/model/export.ts';
import { DEFAULT_TEMPLATE, FileNameTemplateError, validateTemplate } from '../../../shared/rules/file-names.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import type { OutputFormat } from '../../../shared/service/vocabulary.ts';
import { describeFolderProblem, type FolderProblem, folderProblem } from '../folder-problem.ts';
import type { Project } from '../project/project.ts';
import { hasPauseMarks } from '../project/script/pause-marks.ts';
import { ExportError, type ExportProblem, folderGone } from './export-error.ts';
import type { ExportLine } from './export-line.ts';
import { examplesOf } from './export-names.ts';
import { checkPlace } from './export-place.ts';
import { type ExportSelection, lostAudioWords, selectLines, unexported } from './export-selection.ts';
import { inParallel } from './in-parallel.ts';
import { foreseeLineFiles } from './line-files-outlook.ts';
import { describeTreatment, exportedSeconds } from './treatment.ts';

type FolderOutlook = Extract<ExportOutlook['folder'], { readonly ok: true }>;
type FolderRefusal = Extract<ExportOutlook['folder'], { readonly ok: false }>;

/** What Windows takes of a path unless a program asks for more, in characters. */
const LONGEST_WINDOWS_PATH = 259;

/**
 * Foresees an export. Changes nothing. A template that can't be used does not matter but for the names: files are
 * counted by the usual one then.
 *
 * @param outDir an absolute path; null where none is chosen
 * @throws ProjectError
 */
export async function exportOutlook(
  project: Project,
  options: ExportOptions,
  outDir: string | null,
): Promise<ExportOutlook> {
  const selection = selectLines(project, options);
  const { lines, counts } = selection;
  return {
    lines: counts,
    damaged: await damagedAudio(project, selection),
    sizeBytes: bytesOf(lines, selection, options.format),
    durationSeconds: lines.reduce((sum, line) => sum + exportedSeconds(line), 0),
    hasPauseMarks: hasPauseMarks(project),
    folder: outDir === null ? null : await folderOutlook(project, options, outDir, selection),
  };
}

/** @throws ExportError for a folder that no export should be begun in, as far as can be seen without making anything */
export function checkExportFolder(outDir: string, project: string): void {
  checkPlace(outDir, project);
  // A folder that was chosen is there, or the one that it is to be made in: else a drive was taken out.
  if (!existsSync(outDir) && !isFolder(dirname(outDir))) throw folderGone(outDir);
  const problem = folderProblem(outDir);
  if (!problem) return;
  throw new ExportError(
    EXPORT_PROBLEM[problem.kind],
    outDir,
    `The folder “${outDir}” ${describeFolderProblem(problem, outDir)}; choose another one.`,
  );
}

const EXPORT_PROBLEM: Readonly<Record<FolderProblem['kind'], ExportProblem>> = {
  'no-folder': 'not-a-folder',
  'read-only': 'read-only',
  'no-permission': 'read-only',
  'no-storage': 'unwritable',
  unusable: 'unwritable',
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

async function folderOutlook(
  project: Project,
  options: ExportOptions,
  outDir: string,
  selection: ExportSelection,
): Promise<FolderOutlook | FolderRefusal> {
  try {
    checkExportFolder(outDir, project.dir);
    const { id, name } = project.info();
    const { lines, totals } = selection;
    const template = usable(options.template);
    const seen = await foreseeLineFiles({
      outDir,
      projectId: id,
      projectName: name,
      lines,
      totals,
      template,
      format: options.format,
    });
    const { missing, former, files, ...rest } = seen;
    const paths = files.map((file, at) => ({
      line: lineNumber(lines[at] ?? { chapterNumber: 0, numberInChapter: 0 }),
      name: file,
    }));
    return {
      ok: true,
      ...rest,
      former: former && { files: former.files, exportedAt: Date.parse(former.exportedAt) },
      written: missing.length,
      writtenBytes: bytesOf(missing, selection, options.format),
      freeBytes: await freeBytes(outDir),
      longPaths: examplesOf(paths.filter(({ name: file }) => join(outDir, file).length > LONGEST_WINDOWS_PATH)),
    };
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    return { ok: false, problem: error.kind, path: error.path, detail: error.message };
  }
}

function usable(template: string): string {
  try {
    validateTemplate(template);
    return template;
  } catch (error) {
    if (!(error instanceof FileNameTemplateError)) throw error;
    return DEFAULT_TEMPLATE;
  }
}

/** Bytes that a second takes at about 24,000 samples of one channel; what a file takes besides is not worth counting. */
const BYTES_A_SECOND: Readonly<Record<OutputFormat, number>> = {
  wav: 48_000,
  flac: 24_000,
  mp3: 8_000,
  ogg: 7_000,
  mulaw: 24_000,
};

/** Exact where takes are exported as they are; else by how large such a take is in the other format. */
function bytesOf(lines: readonly ExportLine[], { takeBytes }: ExportSelection, format: OutputFormat): number {
  return lines.reduce((sum, line) => sum + bytesOfLine(line, takeBytes.get(line.id) ?? 0, format), 0);
}

function bytesOfLine(line: ExportLine, takeSize: number, format: OutputFormat): number {
  if (line.format === format && describeTreatment(line.treatment) === '') return takeSize;
  const bytesASecond = (BYTES_A_SECOND[format] / BYTES_A_SECOND[line.format]) * (takeSize / line.durationSeconds);
  return Math.round(exportedSeconds(line) * (Number.isFinite(bytesASecond) ? bytesASecond : BYTES_A_SECOND[format]));
}

const LOOKS_AT_ONCE = 16;

/** Takes whose file is gone or has another size; what is wrong inside a file shows when it is exported. */
async function damagedAudio(
  { takes }: Project,
  { lines, takeBytes, lost }: ExportSelection,
): Promise<ExportOutlook['damaged']> {
  const found: FailedExport[] = [...lost];
  await inParallel(lines, LOOKS_AT_ONCE, async (line) => {
    const { id, audioHash: hash, format } = line;
    const problem = await takes.audioProblem({ hash, format, sizeBytes: takeBytes.get(id) ?? 0 });
    if (problem) found.push(unexported(line, lostAudioWords(problem)));
  });
  found.sort((a, b) => a.number - b.number);
  return { count: found.length, lines: found.slice(0, MOST_NAMED_FAILURES) };
}

/** Of the drive that holds a folder, or is to hold it. */
async function freeBytes(folder: string): Promise<number | null> {
  for (let path = folder; ; path = dirname(path)) {
    const drive = await statfs(path).catch(() => null);
    if (drive) return drive.bavail * drive.bsize;
    if (dirname(path) === path) return null;
  }
}
