import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AUDIO_FORMATS, type ExportFormat } from '@lectern/audio/formats';
import type { FilesPreview, LinesPreview } from '../../../shared/ipc/export-requests.ts';
import {
  type ExportNotice,
  type ExportOptions,
  type ExportVerdict,
  type FailedExport,
  MAX_NAMED_FAILURES,
} from '../../../shared/model/export/export.ts';
import { isPublicationTarget, isSidecarTarget } from '../../../shared/model/export/export-target.ts';
import {
  DEFAULT_TEMPLATE,
  FileNameTemplateError,
  nameKey,
  validateTemplate,
} from '../../../shared/rules/export/file-names.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import { folderProblem } from '../folder-problem.ts';
import type { Project } from '../project/project.ts';
import { suspiciousTakes, unapprovedTakes } from '../project/takes/suspicious-takes.ts';
import { hasPauseMarks } from '../project/takes/timeline-entries.ts';
import { asExportError, ExportError, problemOfFolder } from './export-error.ts';
import { type AudioRow, readAudioList } from './files/audio-list.ts';
import { type Disk, folderDisk, inParallel } from './files/disk.ts';
import { ExportFolder } from './files/export-folder.ts';
import { checkNotInProject } from './files/export-location.ts';
import { RESERVED_NAMES } from './files/exported-names.ts';
import { describeTreatment } from './files/line-audio.ts';
import { nameLineFiles } from './files/line-files.ts';
import { checkTable, type LineFolder, type ManifestRow, readJournal, readManifest } from './files/line-list.ts';
import { checkProject, surveyFiles } from './files/owned-files.ts';
import { type ExportLine, exportedSeconds, type LineNaming } from './plan/export-line.ts';
import { type FilesOrder, isSession, orderOf } from './plan/export-order.ts';
import { isAudio } from './plan/export-plan.ts';
import { checkOrder, lineFile, type PlannedExport, planWithoutAnalysis } from './plan/plan-export.ts';
import {
  type ExportSelection,
  examplesOf,
  lostAudioReason,
  missingLines,
  selectLines,
  toFailedExport,
} from './plan/select-lines.ts';
import { expectedVerdict, exportVerdict } from './report/export-verdict.ts';
import { TargetError } from './targets/target-settings.ts';

interface LineFilesPreview {
  readonly isNew: boolean;
  /** This project's previous export in the folder; `exportedAt` is in ISO 8601. */
  readonly former: { readonly exportedAt: string; readonly files: number } | null;
  /** True if an unfinished export has to be cleaned up first. */
  readonly isInterrupted: boolean;
  /** Number of files and folders that don't belong to Lectern and are never changed. */
  readonly foreign: number;
  readonly kept: number;
  readonly moved: number;
  readonly binned: number;
  readonly missing: readonly ExportLine[];
  readonly files: readonly string[];
  readonly notices: readonly ExportNotice[];
}

interface LineFilesInFolder {
  readonly outDir: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly naming: LineNaming;
  readonly lines: readonly ExportLine[];
}

/** Previews an export with the same survey and plan as the export itself. @throws ExportError; FileNameTemplateError */
export async function previewLineFiles(
  options: LineFilesInFolder,
  disk: Disk = folderDisk(options.outDir),
): Promise<LineFilesPreview> {
  validateTemplate(options.naming.template);
  try {
    return await surveyLineFiles(options, new ExportFolder<ManifestRow>(options.outDir, disk, 0));
  } catch (error) {
    throw asExportError(error, options.outDir);
  }
}

async function surveyLineFiles(options: LineFilesInFolder, folder: LineFolder): Promise<LineFilesPreview> {
  const entry = await folder.disk.stat(folder.path);
  if (entry?.kind === 'file') {
    throw new ExportError({ kind: 'not-a-folder', path: folder.path });
  }
  const { project } = options;
  const journal = await readJournal(folder);
  checkProject(folder.path, project, journal?.project);
  const manifest = await readManifest(folder.path, folder.disk);
  checkProject(folder.path, project, manifest?.project);
  if (!manifest && !journal) await checkTable(folder);
  for (const row of [...(manifest?.files ?? []), ...(journal?.done ?? [])]) folder.own(row);
  const changed = await surveyFiles(folder);
  const mine = folder.rows();
  const { files, notices } = await nameLineFiles(folder, options.lines.map(lineFile), changed, options.naming);
  const kept = files.filter(({ row, file }) => row?.file === file).length;
  const missing = files.filter(({ row }) => row === null);
  const moved = files.length - missing.length - kept;
  return {
    isNew: entry === null,
    former: manifest && { exportedAt: manifest.exportedAt, files: mine.length },
    isInterrupted: journal !== null,
    foreign: await countForeignFiles(folder),
    kept,
    moved,
    binned: mine.length - kept - moved,
    missing: missing.map(({ planned }) => planned.content.line),
    files: files.map(({ file }) => file),
    notices,
  };
}

async function countForeignFiles(folder: LineFolder): Promise<number> {
  const mine = new Set([...RESERVED_NAMES, ...folder.rows().map(({ file }) => nameKey(file.split('/')[0] ?? file))]);
  const found = await folder.disk.list(folder.path);
  return found.filter((name) => !mine.has(nameKey(name))).length;
}

type FolderOutlook = Extract<LinesPreview['folder'], { readonly ok: true }>;
type FolderRefusal = Extract<LinesPreview['folder'], { readonly ok: false }>;

/** Maximum path length on Windows without long path support, in characters. */
const MAX_WINDOWS_PATH = 259;

/**
 * Uses the default template to count files if the template is invalid. `outDir` is absolute or null.
 * @throws ProjectError
 */
export async function previewLines(
  project: Project,
  options: ExportOptions,
  outDir: string | null,
): Promise<LinesPreview> {
  const selection = selectLines(project, options);
  const { lines, counts } = selection;
  const damaged = await damagedAudio(project, selection);
  const failing = new Set(damaged.map(({ lineId }) => lineId));
  const exported = new Set(lines.map(({ id }) => id)).difference(failing);
  const missing = missingLines(selection, exported, damaged);
  const outdated = selection.outdated.filter(({ lineId }) => exported.has(lineId));
  return {
    lines: { ...counts, suspicious: countSuspiciousLines(project, selection, options) },
    verdict: exportVerdict({ missing, outdated, rows: [] }),
    damaged: { count: damaged.length, lines: damaged.slice(0, MAX_NAMED_FAILURES) },
    sizeBytes: bytesOf(lines, selection, options.format),
    durationSeconds: lines.reduce((sum, line) => sum + exportedSeconds(line), 0),
    hasPauseMarks: hasPauseMarks(project),
    folder: outDir === null ? null : await previewLineFolder(project, options, outDir, selection),
  };
}

/** Returns the number of lines with a suspicious take that isn't approved. */
export const countSuspiciousLines = (
  { db }: Project,
  { exported }: Pick<ExportSelection, 'exported'>,
  options: Pick<ExportOptions, 'allowStale'>,
): number => unapprovedTakes(suspiciousTakes(db, exported, options)).length;

/** Checks whether an export can start, without creating anything. @throws ExportError if it can't */
export function checkExportFolder(outDir: string, project: string): void {
  checkNotInProject(outDir, project);
  // When the folder was chosen, it or its parent existed. If neither exists now, a drive has been removed.
  if (!existsSync(outDir) && !isFolder(dirname(outDir))) throw new ExportError({ kind: 'folder-gone', path: outDir });
  const problem = folderProblem(outDir);
  if (problem) throw new ExportError(problemOfFolder(problem, outDir));
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

async function previewLineFolder(
  project: Project,
  options: ExportOptions,
  outDir: string,
  selection: ExportSelection,
): Promise<FolderOutlook | FolderRefusal> {
  try {
    checkExportFolder(outDir, project.dir);
    const { id, name } = project.info();
    const { lines, totals } = selection;
    const template = usableTemplate(options.template);
    const seen = await previewLineFiles({
      outDir,
      project: { id, name },
      lines,
      naming: { template, format: options.format, totals, projectName: name },
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
      longPaths: examplesOf(paths.filter(({ name: file }) => join(outDir, file).length > MAX_WINDOWS_PATH)),
    };
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    return { ok: false, problem: error.problem };
  }
}

function usableTemplate(template: string): string {
  try {
    validateTemplate(template);
    return template;
  } catch (error) {
    if (!(error instanceof FileNameTemplateError)) throw error;
    return DEFAULT_TEMPLATE;
  }
}

/** Returns the exact size for takes exported unchanged, and an estimate from usual bitrates for others. */
function bytesOf(lines: readonly ExportLine[], { takeBytes }: ExportSelection, format: ExportFormat): number {
  return lines.reduce((sum, line) => sum + bytesOfLine(line, takeBytes.get(line.id) ?? 0, format), 0);
}

function bytesOfLine(line: ExportLine, takeSize: number, format: ExportFormat): number {
  if (line.format === format && describeTreatment(line.treatment) === '') return takeSize;
  const usual = AUDIO_FORMATS[format].bytesPerSecond;
  const bytesPerSecond = (usual / AUDIO_FORMATS[line.format].bytesPerSecond) * (takeSize / line.durationSeconds);
  return Math.round(exportedSeconds(line) * (Number.isFinite(bytesPerSecond) ? bytesPerSecond : usual));
}

const CONCURRENT_CHECKS = 16;

/** Finds missing files and files with the wrong size. Damaged content is only detected by the export. */
async function damagedAudio({ takes }: Project, { lines, takeBytes, lost }: ExportSelection): Promise<FailedExport[]> {
  const found: FailedExport[] = [...lost];
  await inParallel(lines, CONCURRENT_CHECKS, async (line) => {
    const { id, audioHash: hash, format } = line;
    const problem = await takes.audioProblem({ hash, format, sizeBytes: takeBytes.get(id) ?? 0 });
    if (problem) found.push(toFailedExport(line, lostAudioReason(problem)));
  });
  return found.sort((a, b) => a.number - b.number);
}

/** Returns the free space of a drive, asking the nearest existing folder, because `folder` might not exist yet. */
async function freeBytes(folder: string): Promise<number | null> {
  for (let path = folder; ; path = dirname(path)) {
    const drive = await statfs(path).catch(() => null);
    if (drive) return drive.bavail * drive.bsize;
    if (dirname(path) === path) return null;
  }
}

/** Previews finished files. `outDir` is absolute, or null if no folder is chosen. @throws ProjectError */
export async function previewFiles(project: Project, order: FilesOrder, outDir: string | null): Promise<FilesPreview> {
  const isForAudio = !isSidecarTarget(order.kind) && !isPublicationTarget(order.kind) && !isSession(order.kind);
  const folderFor = async (wanted: readonly string[] | null) =>
    outDir === null ? null : previewFolder(project, outDir, wanted);
  let needs: FilesPreview['needs'] = null;
  try {
    const wanted = orderOf(project, order);
    if (isForAudio) {
      const plan = await planWithoutAnalysis(project, wanted, outDir ?? '');
      const { selection, judged, content } = plan;
      const lines = { ...selection.counts, suspicious: unapprovedTakes(judged).length };
      const folder = await folderFor(content.files.map(({ name }) => name));
      return { lines, verdict: expectedVerdict(plan), files: filesOf(plan), needs, folder };
    }
    await checkOrder(project, wanted);
  } catch (error) {
    if (!(error instanceof TargetError && error.problem.kind === 'needs')) throw error;
    needs = error.problem.field;
  }
  const selection = selectLines(project, order.options);
  const lines = { ...selection.counts, suspicious: countSuspiciousLines(project, selection, order.options) };
  const folder = await folderFor(isForAudio ? [] : null);
  return { lines, verdict: verdictOnTakes(selection), files: null, needs, folder };
}

/** Returns the verdict if all takes can be exported. */
function verdictOnTakes(selection: ExportSelection): ExportVerdict {
  const missing = missingLines(selection, new Set(selection.lines.map(({ id }) => id)), []);
  return exportVerdict({ missing, outdated: selection.outdated, rows: [] });
}

function filesOf({ content }: PlannedExport): FilesPreview['files'] {
  if (content.kind !== 'audio') return null;
  const audio = content.files.filter(isAudio);
  const [first, last] = [audio[0], audio.length > 1 ? audio.at(-1) : undefined];
  return {
    count: audio.length,
    chapters: audio.reduce((sum, { content: { sections } }) => sum + sections.length, 0),
    durationSeconds: audio.reduce((sum, { content: { frames } }) => sum + frames, 0) / content.terms.goal.sampleRate,
    names: [first, last].flatMap((file) => (file ? [file.name] : [])),
  };
}

async function previewFolder(
  project: Project,
  outDir: string,
  wanted: readonly string[] | null,
): Promise<NonNullable<FilesPreview['folder']>> {
  const names = wanted && new Set(wanted.map(nameKey));
  try {
    checkExportFolder(outDir, project.dir);
    const folder = new ExportFolder<AudioRow>(outDir, folderDisk(outDir), 0);
    const entry = await folder.disk.stat(outDir);
    if (entry?.kind === 'file') {
      throw new ExportError({ kind: 'not-a-folder', path: outDir });
    }
    const former = (await readAudioList(folder))?.manifest ?? null;
    checkProject(outDir, project.info(), former?.project);
    return {
      ok: true,
      isNew: entry === null,
      former: former && { exportedAt: Date.parse(former.exportedAt), files: former.files.length },
      dropped: former?.files.filter(({ file }) => names && !names.has(nameKey(file))).length ?? 0,
    };
  } catch (error) {
    const known = asExportError(error, outDir);
    if (!(known instanceof ExportError)) throw known;
    return { ok: false, problem: known.problem };
  }
}
