// From the lines of a project to a folder of audio.
import type { ExportChoice, FailedExport } from '../../../shared/model/export.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import { checkPlace } from '../exporters/export-place.ts';
import { type ExportReport, exportLineFiles, type FailedLine, type LineFilesOptions } from '../exporters/line-files.ts';
import type { Clock } from '../ports.ts';
import type { Project } from '../store/project.ts';
import { selectLines } from './export-selection.ts';

export interface ExportPorts {
  readonly workers: Pick<AudioWorkers, 'convertAudio'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress?: LineFilesOptions['onProgress'];
  readonly onStopped?: LineFilesOptions['onStopped'];
}

/**
 * Exports every line that is chosen and has a take to export.
 *
 * @throws ExportError; the signal's reason when aborted
 */
export async function exportTakes(project: Project, choice: ExportChoice, ports: ExportPorts): Promise<ExportReport> {
  checkPlace(choice.outDir);
  const { id, name } = project.info();
  const { lines, totals, lost } = selectLines(project, choice);
  const { workers, ...rest } = ports;
  const { outDir, template, format } = choice;
  const withLost = (report: ExportReport): ExportReport => ({ ...report, failed: inOrder(report.failed, lost) });
  const report = await exportLineFiles({
    outDir,
    template,
    format,
    ...rest,
    onStopped: (report) => ports.onStopped?.(withLost(report)),
    projectId: id,
    projectName: name,
    lines,
    totals,
    convert: (bytes, { from, to, treatment }) => workers.convertAudio(bytes, { from: { format: from }, to, treatment }),
  });
  return withLost(report);
}

const inOrder = (failed: readonly FailedLine[], lost: readonly FailedExport[]): FailedLine[] =>
  [...failed, ...lost.map(({ lineId, number, reason }) => ({ line: lineId, number, reason }))].sort(
    (a, b) => a.number - b.number,
  );
