// Runs an export for a delivery target or another program.

import { isTimedForm, type TimedForm } from '../../../shared/model/delivery-target.ts';
import { type ExportProgress, type FailedExport, MOST_NAMED_FAILURES } from '../../../shared/model/export.ts';
import { type FinishedFileRow, type FinishedReport, soundChanges } from '../../../shared/model/finished-export.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import type { Clock } from '../ports.ts';
import type { Project } from '../project/project.ts';
import type { DeliveredReport } from './deliver.ts';
import type { DeliveryRow } from './delivery-manifest.ts';
import type { DeliveryProgress } from './delivery-progress.ts';
import { exportForTarget, failedLines } from './export-target.ts';
import { type FinishedOrder, isHandover, timedChoice } from './finished-outlook.ts';
import { handOver, type SessionForm, writeTimedTexts } from './handover/write-handover.ts';
import { secondsLeft } from './seconds-left.ts';
import { targetChoice } from './target-choice.ts';

/** The result of an export without its outcome, which the caller adds. */
export interface FinishedResult
  extends Omit<FinishedReport, 'kind' | 'own' | 'outcome' | 'problem' | 'startedAt' | 'finishedAt' | 'outDir'> {
  /** Hashes of audio files found to be damaged, with their lines. */
  readonly damaged: readonly { readonly audioHash: string; readonly lineId: number | null }[];
}

export const NOTHING_FINISHED: FinishedResult = {
  made: [],
  gate: null,
  files: 0,
  written: 0,
  moved: 0,
  unchanged: 0,
  binned: 0,
  binFolder: null,
  sizeBytes: 0,
  durationSeconds: 0,
  failed: [],
  failedLines: 0,
  leftOut: [],
  leftOutLines: 0,
  notices: [],
  verdict: null,
  damaged: [],
};

export interface FinishedPorts {
  readonly workers: Pick<AudioWorkers, 'analyseAudio' | 'measureFile'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
  /** Called with the partial result of an export that fails. */
  readonly onStopped: (result: FinishedResult) => void;
}

/** @throws TargetError if the order can't be exported */
export async function checkOrder(project: Project, order: FinishedOrder, outDir: string): Promise<void> {
  const { kind, options, untitled } = order;
  const changes = soundChanges(options);
  if (isTimedForm(kind)) await timedChoice(project, { options, untitled }, outDir);
  else if (!isHandover(kind)) await targetChoice(project, { target: kind, ...options, changes, untitled, outDir });
}

/** @throws ExportError; ProjectError; TargetError; the signal's reason when aborted */
export function makeFinished(
  project: Project,
  { kind, options, untitled }: FinishedOrder,
  outDir: string,
  ports: FinishedPorts,
): Promise<FinishedResult> {
  if (isTimedForm(kind)) return timedTexts(project, kind, { options, untitled, outDir }, ports);
  if (isHandover(kind)) return handedOver(project, kind, { outDir, allowStale: options.allowStale }, ports);
  return forTarget(project, { target: kind, ...options, changes: soundChanges(options), untitled, outDir }, ports);
}

async function forTarget(
  project: Project,
  request: Parameters<typeof targetChoice>[1],
  { workers, clock, signal, onProgress, onStopped }: FinishedPorts,
): Promise<FinishedResult> {
  const { target: kind } = request;
  const startedAt = clock.now();
  let latest: ExportProgress = { ...NOT_STARTED, kind };
  const tell = (told: Partial<ExportProgress>): void => {
    latest = { ...latest, ...told };
    onProgress(latest);
  };
  const { report, gate, verdict } = await exportForTarget(project, await targetChoice(project, request), {
    workers,
    clock,
    signal,
    onProgress: (told: DeliveryProgress) =>
      tell({ ...told, secondsLeft: secondsLeft(told.share, clock.now() - startedAt) }),
    onStopped: (told) => onStopped(resultOf(told)),
    onMeasured: (done, total) => tell({ step: 'measuring', done, total, secondsLeft: null }),
  });
  return { ...resultOf(report), gate, verdict };
}

export const NOT_STARTED: Omit<ExportProgress, 'kind'> = {
  step: 'writing',
  done: 0,
  total: 0,
  file: null,
  chaptersDone: 0,
  chapters: 0,
  share: 0,
  secondsLeft: null,
};

function resultOf(report: DeliveredReport): FinishedResult {
  const { files, extras, written, moved, unchanged, binned, binFolder, leftOut, notices } = report;
  return {
    made: [...files, ...extras].map(fileOf),
    gate: null,
    verdict: null,
    files: files.length,
    ...{ written, moved, unchanged, binned, binFolder, notices },
    sizeBytes: [...files, ...extras].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    durationSeconds: files.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    ...named(failedLines(report), leftOut),
    damaged: report.failed.flatMap(({ problem, audioHash, lineId }) =>
      problem === 'damaged' && audioHash !== null ? [{ audioHash, lineId }] : [],
    ),
  };
}

const fileOf = ({ file, isSound, sizeBytes, durationSeconds, loudnessLufs, rmsDbfs, truePeakDbtp }: DeliveryRow) =>
  ({
    file,
    sizeBytes,
    durationSeconds: isSound ? durationSeconds : null,
    ...{ loudnessLufs, rmsDbfs, truePeakDbtp },
  }) satisfies FinishedFileRow;

const named = (failed: readonly FailedExport[], leftOut: readonly FailedExport[]) => ({
  failed: failed.slice(0, MOST_NAMED_FAILURES),
  failedLines: failed.length,
  leftOut: leftOut.slice(0, MOST_NAMED_FAILURES),
  leftOutLines: leftOut.length,
});

const UNMEASURED = { durationSeconds: null, sizeBytes: null, loudnessLufs: null, rmsDbfs: null, truePeakDbtp: null };

const madeTexts = (files: readonly string[]): FinishedFileRow[] => files.map((file) => ({ file, ...UNMEASURED }));

async function timedTexts(
  project: Project,
  form: TimedForm,
  { outDir, ...order }: Pick<FinishedOrder, 'options' | 'untitled'> & { readonly outDir: string },
  ports: FinishedPorts,
): Promise<FinishedResult> {
  const { choice } = await timedChoice(project, order, outDir);
  const report = await writeTimedTexts(project, { form, files: choice }, ports);
  const { files, written, unchanged, binned, leftOut, failed, verdict } = report;
  return {
    ...NOTHING_FINISHED,
    made: madeTexts(files),
    files: files.length,
    ...{ written, unchanged, binned, verdict },
    ...named(failed, leftOut),
  };
}

async function handedOver(
  project: Project,
  form: SessionForm,
  { outDir, allowStale }: { readonly outDir: string; readonly allowStale: boolean },
  { clock, signal }: FinishedPorts,
): Promise<FinishedResult> {
  const made = await handOver(project, { outDir, form, allowStale }, { clock, signal });
  const { files, written, unchanged, binned, failed, leftOut, verdict } = made;
  return {
    ...NOTHING_FINISHED,
    made: madeTexts(files),
    files: files.length,
    ...{ written, unchanged, binned, verdict },
    ...named(failed, leftOut),
  };
}
