import { join } from 'node:path';
import { z } from 'zod';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import { DEFAULT_TEMPLATE, FileNameTemplateError, validateTemplate } from '../../shared/rules/file-names.ts';
import { spokenText } from '../../shared/rules/spoken-text.ts';
import { type OutputFormat, outputFormatSchema } from '../../shared/service/vocabulary.ts';
import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import type { ExportLine } from '../core/exporters/export-line.ts';
import { exportLineFiles } from '../core/exporters/line-files.ts';
import type { LineAudio, LineState } from '../core/store/line-states.ts';
import type { Project } from '../core/store/project.ts';
import { systemClock } from '../core/system.ts';
import { CliError } from './cli-error.ts';
import type { Output } from './output.ts';

const exportChoiceSchema = z.object({
  outDir: z.string().min(1),
  template: z.string().min(1),
  format: outputFormatSchema,
  allowStale: z.boolean(),
});

/** Where finished audio goes, under which names and in which format. */
export type ExportChoice = z.infer<typeof exportChoiceSchema>;

/** How the latest render was to be exported, for whoever resumes it; null where there was none. */
export function lastExport(project: Project): ExportChoice | null {
  return exportChoiceSchema.safeParse(project.lastExport()).data ?? null;
}

/** An export's settings: what is asked for, else the product's own. */
export function exportChoice(
  project: Project,
  outDir: string,
  asked: {
    readonly name?: string | undefined;
    readonly format?: OutputFormat | undefined;
    readonly allowStale: boolean;
  },
): ExportChoice {
  return {
    outDir,
    template: asked.name ?? DEFAULT_TEMPLATE,
    format: asked.format ?? project.settings().masterFormat,
    allowStale: asked.allowStale,
  };
}

/** Refuses a name template that can't be used. @throws CliError 2 */
export function checkTemplate(template: string): void {
  try {
    validateTemplate(template);
  } catch (error) {
    if (error instanceof FileNameTemplateError) throw new CliError(error.message);
    throw error;
  }
}

export interface Exported {
  /** Absolute paths, in script order. */
  readonly files: readonly string[];
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
}

/**
 * Exports every line that has a take to export.
 *
 * @throws ExportError; the signal's reason when aborted
 */
export async function exportLines(
  project: Project,
  choice: ExportChoice,
  output: Output,
  signal: AbortSignal,
): Promise<Exported> {
  const { id, name } = project.info();
  const settings = project.settings();
  const states = project.lines.states();
  const lines = states.flatMap((line) => {
    const take = line.pick ?? (choice.allowStale ? line.staleTake : null);
    return take ? [exportLine(project, line, take, settings)] : [];
  });
  const workers = createAudioWorkers();
  try {
    const report = await exportLineFiles({
      ...choice,
      projectId: id,
      projectName: name,
      lines,
      convert: (bytes, from, to) => workers.convertAudio(bytes, { from: { format: from }, to }),
      clock: systemClock,
      signal,
      totals: {
        lines: states.length,
        chapters: states.at(-1)?.chapterNumber ?? 0,
        linesInChapter: states.reduce((most, line) => Math.max(most, line.numberInChapter), 0),
      },
    });
    for (const notice of report.notices) output.note(notice);
    return {
      files: report.files.map((file) => join(choice.outDir, ...file.split('/'))),
      problems: report.failed.map(({ number, reason }) => ({ line: number, reason })),
    };
  } finally {
    await workers.close();
  }
}

function exportLine(project: Project, line: LineState, take: LineAudio, settings: ProjectSettings): ExportLine {
  return {
    id: line.id,
    number: line.number,
    numberInChapter: line.numberInChapter,
    chapterNumber: line.chapterNumber,
    chapterTitle: line.chapterTitle || null,
    roles: line.roles,
    text: line.turns.map((turn) => spokenText(turn, settings)).join('\n'),
    takeId: take.takeId,
    audioPath: project.takes.audioPath(take.audioHash, take.format),
    audioHash: take.audioHash,
    format: take.format,
    durationSeconds: take.durationSeconds,
    renderKey: line.renderKey ?? '',
  };
}
