// Making what a target wants of a project, and measuring it: one way for the window and for the command line.

import type { FailedExport } from '../../../shared/model/export.ts';
import type { GateReport } from '../../../shared/model/gate-report.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import { createMasteringWorkers } from '../mastering/mastering-workers.ts';
import type { Clock } from '../ports.ts';
import type { Project } from '../project/project.ts';
import { type DeliveredReport, type DeliveryPorts, deliverProject } from './deliver.ts';
import { failedDeliveryReason } from './delivery-files.ts';
import { unexported } from './export-selection.ts';
import { checkDelivery } from './gate/gate-delivery.ts';
import type { TargetChoice } from './target-choice.ts';

/** What a finished export came to. */
export interface MadeForTarget {
  readonly report: DeliveredReport;
  /** What the files measure; null where there are none. */
  readonly gate: GateReport | null;
  /** Lines whose sound kept a file from being made. In script order. */
  readonly failed: readonly FailedExport[];
}

export interface TargetPorts extends Pick<DeliveryPorts, 'disk' | 'onProgress' | 'onStopped'> {
  readonly workers: Pick<AudioWorkers, 'analyseAudio' | 'measureFile'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  /** Told of each file that was measured. */
  readonly onMeasured?: ((done: number, total: number) => void) | undefined;
}

/**
 * Makes the files of a target, then measures them from their encoded bytes.
 *
 * @throws ExportError; ProjectError; the signal's reason when aborted
 */
export async function exportForTarget(
  project: Project,
  { target, choice }: Pick<TargetChoice, 'target' | 'choice'>,
  ports: TargetPorts,
): Promise<MadeForTarget> {
  const { workers, clock, signal, disk, onProgress, onStopped, onMeasured } = ports;
  const mastering = createMasteringWorkers();
  try {
    const report = await deliverProject(project, choice, {
      mastering,
      workers,
      clock,
      signal,
      disk,
      onProgress,
      onStopped,
    });
    const written = { outDir: choice.outDir, rows: report.files, judged: report.judged };
    const measured =
      report.files.length > 0
        ? await checkDelivery(project, target, written, { workers, signal, onFile: onMeasured })
        : null;
    const { notices } = report;
    const gate = measured && notices.length > 0 ? { ...measured, notices } : measured;
    return { report, gate, failed: failedLines(project, report) };
  } finally {
    await mastering.close();
  }
}

/** Lines that a report has as failed: those whose audio could not be used, and those that had lost theirs before. */
export function failedLines(project: Project, { failed, lost }: Pick<DeliveredReport, 'failed' | 'lost'>) {
  const lines = new Map(project.lines.states().map((line) => [line.id, line]));
  const files = failed.flatMap((one) => {
    const line = one.lineId === null ? undefined : lines.get(one.lineId);
    return line ? [unexported(line, failedDeliveryReason(one))] : [];
  });
  return [...files, ...lost].sort((a, b) => a.number - b.number);
}
