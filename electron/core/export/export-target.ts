// Exports and measures a project for a delivery target, for both the window and the command line.

import type { ExportVerdict, FailedExport } from '../../../shared/model/export.ts';
import type { GateReport } from '../../../shared/model/gate-report.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import { createMasteringWorkers } from '../audio/mastering-workers.ts';
import type { Clock } from '../ports.ts';
import type { Project } from '../project/project.ts';
import { type DeliveredReport, type DeliveryPorts, deliverProject } from './deliver.ts';
import { exportVerdict, figureRows } from './export-verdict.ts';
import { checkDelivery } from './gate/gate-delivery.ts';
import type { TargetChoice } from './target-choice.ts';

export interface MadeForTarget {
  readonly report: DeliveredReport;
  /** Measurements of the files; null if there are no files. */
  readonly gate: GateReport | null;
  readonly verdict: ExportVerdict;
}

export interface TargetPorts extends Pick<DeliveryPorts, 'disk' | 'onProgress' | 'onStopped'> {
  readonly workers: Pick<AudioWorkers, 'analyseAudio' | 'measureFile'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  readonly onMeasured?: ((done: number, total: number) => void) | undefined;
}

/**
 * Writes the files of a target and measures them from the encoded bytes.
 *
 * @throws ExportError; ProjectError; the signal's reason when aborted
 */
export async function exportForTarget(
  project: Project,
  { target, choice, checks }: Pick<TargetChoice, 'target' | 'choice' | 'checks'>,
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
    const { notices, missing, outdated } = report;
    const verdict = exportVerdict({ missing, outdated, rows: [...figureRows(measured), ...checks] });
    const gate = measured && { ...measured, verdict, ...(notices.length > 0 && { notices }) };
    return { report, gate, verdict };
  } finally {
    await mastering.close();
  }
}

/** Lists the lines missing because their audio or file failed, rather than left out on purpose. In script order. */
export function failedLines({ missing, leftOut }: Pick<DeliveredReport, 'missing' | 'leftOut'>): FailedExport[] {
  const isChosen = new Set(leftOut.map(({ lineId }) => lineId));
  return missing.filter(({ lineId }) => !isChosen.has(lineId));
}
