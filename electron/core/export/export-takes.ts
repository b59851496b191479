import type { ExportChoice, FailedExport, VerdictRow } from '../../../shared/model/export.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Clock } from '../ports.ts';
import type { Project } from '../project/project.ts';
import { suspiciousTakes } from '../project/takes/suspicious-takes.ts';
import { type Disk, foundDisk } from './disk.ts';
import { checkPlace } from './export-place.ts';
import { missingLines, selectLines, unexported } from './export-selection.ts';
import { takeRows } from './export-verdict.ts';
import { exportLineFiles, type FailedLine, type LineFilesOptions, type LineFilesReport } from './line-files.ts';

export interface ExportPorts {
  readonly workers: Pick<AudioWorkers, 'convertAudio'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The export folder, pinned before earlier work with `foundDisk`. Default: the folder as it is now. */
  readonly disk?: Disk | undefined;
  readonly onProgress?: LineFilesOptions['onProgress'];
  /** Called with the partial report of an export that fails. */
  readonly onStopped?: (report: TakesReport) => void;
}

export interface TakesReport extends LineFilesReport {
  readonly leftOut: readonly FailedExport[];
  /** `missing` lines have no file; `outdated` lines have a file with an older take. Both are in script order. */
  readonly missing: readonly FailedExport[];
  readonly outdated: readonly FailedExport[];
  readonly checks: readonly VerdictRow[];
}

/**
 * Exports every selected line that has a usable take.
 *
 * @throws ExportError; ProjectError `moved-while-open`; the signal's reason when aborted
 */
export async function exportTakes(project: Project, choice: ExportChoice, ports: ExportPorts): Promise<TakesReport> {
  project.file.check();
  const { disk: found = await foundDisk(choice.outDir), workers, ...rest } = ports;
  checkPlace(choice.outDir, project.dir);
  const { id, name } = project.info();
  const selection = selectLines(project, choice);
  const { lines, totals, lost, leftOut } = selection;
  const checks = takeRows(suspiciousTakes(project.db, selection.exported, choice));
  const { outDir, template, format } = choice;
  const inAll = (report: LineFilesReport): TakesReport => {
    const reasons = new Map(report.failed.map((failed) => [failed.line, failed.reason]));
    const failed = lines.flatMap((line) => {
      const reason = reasons.get(line.id);
      return reason ? [unexported(line, reason)] : [];
    });
    const exported = new Set(lines.flatMap(({ id }) => (reasons.has(id) ? [] : [id])));
    return {
      ...report,
      failed: inOrder(report.failed, lost),
      leftOut,
      missing: missingLines(selection, exported, failed),
      outdated: selection.outdated.filter(({ lineId }) => exported.has(lineId)),
      checks,
    };
  };
  const disk = whileInPlace(found, () => project.file.check());
  const exported = {
    outDir,
    template,
    format,
    ...rest,
    onStopped: (report) => ports.onStopped?.(inAll(report)),
    projectId: id,
    projectName: name,
    lines,
    totals,
    openAudio: ({ audioHash, format }) => project.takes.openAudio(audioHash, format),
    convert: (audio, file, { from, to, treatment }) =>
      workers.convertAudio({ fd: audio.fd }, { fd: file.fd }, { from: { format: from }, to, treatment }),
  } satisfies LineFilesOptions;
  return inAll(await exportLineFiles(exported, disk));
}

/**
 * Wraps a disk so that it stops changing files once the project folder has been moved. The export folder may have moved
 * with it, and without the takes every exported file would look obsolete.
 */
export function whileInPlace(disk: Disk, check: () => void): Disk {
  const checked =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      check();
      return work(...args);
    };
  return {
    ...disk,
    makeFolder: checked(disk.makeFolder),
    writeNew: checked(disk.writeNew),
    append: checked(disk.append),
    addName: checked(disk.addName),
    rename: checked(disk.rename),
    remove: checked(disk.remove),
    removeEmptyFolder: checked(disk.removeEmptyFolder),
  };
}

const inOrder = (failed: readonly FailedLine[], lost: readonly FailedExport[]): FailedLine[] =>
  [...failed, ...lost.map(({ lineId, ...line }) => ({ line: lineId, ...line }))].sort((a, b) => a.number - b.number);
