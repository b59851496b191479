// From the lines of a project to a folder of audio.
import { z } from 'zod';
import type { ProjectSettings } from '../../../shared/model/settings.ts';
import { spokenText } from '../../../shared/rules/spoken-text.ts';
import { outputFormatSchema } from '../../../shared/service/vocabulary.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { ExportLine } from '../exporters/export-line.ts';
import { type ExportReport, exportLineFiles, type LineFilesOptions } from '../exporters/line-files.ts';
import type { Clock } from '../ports.ts';
import type { LineAudio, LineState } from '../store/line-states.ts';
import type { Project } from '../store/project.ts';

const exportChoiceSchema = z.object({
  /** An absolute path. */
  outDir: z.string().min(1),
  template: z.string().min(1),
  format: outputFormatSchema,
  /** A line without a fresh take exports the latest usable one of other words or settings. */
  allowStale: z.boolean(),
});

/** Where finished audio goes, under which names and in which format. */
export type ExportChoice = z.infer<typeof exportChoiceSchema>;

/** The latest choice that a project remembers; null where there is none. */
export function lastExport(project: Project): ExportChoice | null {
  return exportChoiceSchema.safeParse(project.lastExport()).data ?? null;
}

export interface ExportPorts {
  readonly workers: Pick<AudioWorkers, 'convertAudio'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress?: LineFilesOptions['onProgress'];
}

/**
 * Exports every line that has a take to export.
 *
 * @throws ExportError; the signal's reason when aborted
 */
export async function exportTakes(project: Project, choice: ExportChoice, ports: ExportPorts): Promise<ExportReport> {
  const { id, name } = project.info();
  const settings = project.settings();
  const states = project.lines.states();
  const lines = states.flatMap((line) => {
    const take = line.pick ?? (choice.allowStale ? line.staleTake : null);
    return take ? [exportLine(project, line, take, settings)] : [];
  });
  const { workers, ...rest } = ports;
  return exportLineFiles({
    ...choice,
    ...rest,
    projectId: id,
    projectName: name,
    lines,
    convert: (bytes, { from, to, treatment }) => workers.convertAudio(bytes, { from: { format: from }, to, treatment }),
    totals: {
      lines: states.length,
      chapters: states.at(-1)?.chapterNumber ?? 0,
      linesInChapter: states.reduce((most, line) => Math.max(most, line.numberInChapter), 0),
    },
  });
}

/** A line with a take, as the exporters take it. */
export function exportLine(project: Project, line: LineState, take: LineAudio, settings: ProjectSettings): ExportLine {
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
    treatment: {
      trimStartSeconds: take.trimStartSeconds,
      trimEndSeconds: take.trimEndSeconds,
      gainDb: take.gainDb,
    },
  };
}
