import { join } from 'node:path';
import { EXPORT_FORMATS, type ExportFormat } from '@lectern/audio/formats';
import type { DeliveryFormat } from '../../shared/model/export/delivery.ts';
import type { ExportChoice, ExportNotice, ExportVerdict } from '../../shared/model/export/export.ts';
import { DEFAULT_TEMPLATE, FileNameTemplateError, validateTemplate } from '../../shared/rules/export/file-names.ts';
import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import { type ExportPorts, exportProject } from '../core/export/export-project.ts';
import { checkNotInProject } from '../core/export/files/export-location.ts';
import { readManifest } from '../core/export/files/line-list.ts';
import { checkProject } from '../core/export/files/owned-files.ts';
import { previewLines } from '../core/export/preview-export.ts';
import { folderProblem } from '../core/folder-problem.ts';
import type { Project } from '../core/project/project.ts';
import { systemClock } from '../core/system.ts';
import { CliError } from './exit.ts';
import type { LineNames } from './line-names.ts';
import type { CommandOutput } from './output.ts';
import type { ReportedLine } from './run-report.ts';
import { type ExportEnd, printIncomplete, toReportedLines } from './verdict-display.ts';
import { folderProblemText, listed, t, tExport } from './words.ts';

export interface RequestedExport {
  readonly name?: string | undefined;
  readonly format?: ExportFormat | undefined;
  readonly allowStale: boolean;
}

export function exportChoice(project: Project, outDir: string, request: RequestedExport): ExportChoice {
  return {
    outDir,
    template: request.name ?? DEFAULT_TEMPLATE,
    format: request.format ?? project.settings().masterFormat,
    allowStale: request.allowStale,
    approvedOnly: false,
    chapterIds: null,
  };
}

export function lineFormat(request: ExportFormat | DeliveryFormat | undefined): ExportFormat | undefined {
  const format = EXPORT_FORMATS.find((known) => known === request);
  if (request !== undefined && !format) throw new CliError(t('value.formats', { formats: listed(EXPORT_FORMATS) }));
  return format;
}

export function checkTemplate(template: string): void {
  try {
    validateTemplate(template);
  } catch (error) {
    if (error instanceof FileNameTemplateError) throw new CliError(tExport.template(error.problem));
    throw error;
  }
}

/** Checks that an export folder exists or can be created, and is writable. Changes nothing. */
export function checkOutFolder(outDir: string): void {
  const problem = folderProblem(outDir);
  if (problem) throw new CliError(t('export.outFolder', { folder: outDir, what: folderProblemText(problem, outDir) }));
}

/**
 * Checks that an export folder is outside all projects and contains no export of another project.
 * @param projectId null for a new project, which can't have any export yet
 * @throws ExportError `inside-project`, `other-project`, `foreign-manifest`, `newer-manifest`
 */
export async function checkOtherExport(outDir: string, project: string, projectId: string | null): Promise<void> {
  checkNotInProject(outDir, project);
  const manifest = await readManifest(outDir).catch((error: { kind?: string }) => {
    if (error.kind === 'damaged-manifest') return null;
    throw error;
  });
  checkProject(outDir, { id: projectId ?? '' }, manifest?.project);
}

export interface Exported extends ExportEnd {
  /** Absolute paths in script order. */
  readonly files: readonly string[];
  /** Lines that have a take but couldn't be exported. */
  readonly problems: readonly ReportedLine[];
  readonly verdict: ExportVerdict;
  readonly notices: readonly ExportNotice[];
}

interface ExportLinesParts extends Pick<ExportPorts, 'signal' | 'disk'> {
  readonly output: CommandOutput;
  readonly names: LineNames;
  readonly told?: ReadonlySet<number>;
}

/**
 * Exports all lines that have a usable take, after listing the lines without one, except for those that have already
 * been reported.
 */
export async function exportLines(
  project: Project,
  choice: ExportChoice,
  { output, signal, disk, names, told }: ExportLinesParts,
): Promise<Exported> {
  const expected = await previewLines(project, choice, null);
  const named = printIncomplete(expected.verdict, names, output, told);
  const workers = createAudioWorkers();
  const { outDir, ...order } = choice;
  try {
    const ports = { workers, clock: systemClock, signing: null, signal, disk };
    const result = await exportProject(project, { target: 'lines', ...order }, outDir, ports);
    const { notices, verdict, failed, leftOut } = result;
    for (const notice of notices) output.note(tExport.notice(notice));
    printIncomplete(verdict, names, output, named);
    return {
      files: pathsOf(result.files, outDir),
      problems: toReportedLines(failed),
      verdict,
      notices,
      failed: failed.length,
      leftOut: leftOut.length,
    };
  } finally {
    await workers.close();
  }
}

/** Returns absolute paths. */
export const pathsOf = (files: readonly { readonly file: string }[], outDir: string): string[] =>
  files.map(({ file }) => join(outDir, ...file.split('/')));
