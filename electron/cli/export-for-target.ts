import type { ExportFormat } from '@lectern/audio/formats';
import { createLogUpdate } from 'log-update';
import {
  type Compression,
  DELIVERY_FORMATS,
  type DeliveryFormat,
  GENTLE_COMPRESSION,
  type LoudnessGoal,
  type TargetChanges,
} from '../../shared/model/export/delivery.ts';
import type { ExportTarget } from '../../shared/model/export/export-target.ts';
import type { OwnTarget } from '../../shared/model/export/own-target.ts';
import { TARGETS } from '../../shared/rules/export/export-targets.ts';
import { ownExportTarget } from '../../shared/rules/export/own-targets.ts';
import { missingDetailsText, targetName, targetProblemText } from '../../shared/words/delivery-words.ts';
import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import { type ExportPorts, exportProject } from '../core/export/export-project.ts';
import { type ExportProgressEvent, secondsLeft } from '../core/export/files/work-progress.ts';
import { previewFiles } from '../core/export/preview-export.ts';
import type { ExportResult } from '../core/export/report/export-report.ts';
import {
  type AudioOrder,
  type AudioTargetId,
  applyChanges,
  publicationSettings,
  TargetError,
  targetSettings,
} from '../core/export/targets/target-settings.ts';
import { makeDataFolder } from '../core/local-service/data-folder.ts';
import type { Project } from '../core/project/project.ts';
import { systemClock } from '../core/system.ts';
import { CliError } from './exit.ts';
import type { LineNames } from './line-names.ts';
import { type CommandOutput, FRAME_MS, PLAIN_PROGRESS_INTERVAL_MS } from './output.ts';
import type { ReportedLine } from './run-report.ts';
import { openSigning } from './signing.ts';
import { type ExportEnd, printIncomplete, toReportedLines } from './verdict-display.ts';
import { durationText, listed, t, tDelivery, tExport } from './words.ts';

export interface RequestedTarget {
  readonly format?: ExportFormat | DeliveryFormat | undefined;
  /** In kbit/s. */
  readonly bitrate?: number | undefined;
  readonly loudness?: LoudnessGoal | undefined;
  /** In dBTP. */
  readonly truePeak?: number | undefined;
  /** In Hz. */
  readonly sampleRate?: number | undefined;
  /** In dBFS; null for no room tone. */
  readonly roomTone?: number | null | undefined;
  /** In Hz. */
  readonly highPass?: number | undefined;
  /** A compression ratio; true for the default. */
  readonly compress?: number | true | undefined;
  /** In dBFS. */
  readonly compressAbove?: number | undefined;
  readonly allowStale: boolean;
  /** Whether to mix in music and effects. */
  readonly music?: boolean | undefined;
}

const RATES = [22_050, 24_000, 44_100, 48_000] as const;

/** Validates the changes as far as possible without a project. */
function requestedChanges(target: ExportTarget, requested: RequestedTarget): TargetChanges {
  const sampleRate = RATES.find((rate) => rate === requested.sampleRate);
  if (requested.sampleRate !== undefined && !sampleRate) {
    throw new CliError(t('export.sampleRate', { rates: RATES.join(', ') }));
  }
  const format = DELIVERY_FORMATS.find((known) => known === requested.format);
  if (requested.format !== undefined && !format) {
    throw new CliError(t('export.deliveryFormat', { formats: listed(DELIVERY_FORMATS) }));
  }
  const changes: TargetChanges = {
    ...(format && { format }),
    ...(requested.bitrate !== undefined && { bitrate: requested.bitrate }),
    goal: {
      ...(sampleRate && { sampleRate }),
      ...(requested.loudness && { loudness: requested.loudness }),
      ...(requested.truePeak !== undefined && { truePeakDbtp: requested.truePeak }),
      ...(requested.roomTone !== undefined && { roomToneDbfs: requested.roomTone }),
      ...(requested.highPass !== undefined && { highPassHz: requested.highPass }),
      ...requestedCompression(requested),
    },
  };
  try {
    applyChanges(target, changes);
    return changes;
  } catch (error) {
    throw toCliError(error);
  }
}

/** A threshold alone also enables compression. */
function requestedCompression({ compress, compressAbove }: RequestedTarget): { compression?: Compression } {
  if (compress === undefined && compressAbove === undefined) return {};
  const { ratio, thresholdDbfs } = GENTLE_COMPRESSION;
  return {
    compression: {
      ...GENTLE_COMPRESSION,
      ratio: typeof compress === 'number' ? compress : ratio,
      thresholdDbfs: compressAbove ?? thresholdDbfs,
    },
  };
}

const toCliError = (error: unknown): unknown =>
  error instanceof TargetError ? new CliError(targetProblemText(tDelivery, error.target, error.problem)) : error;

export interface TargetRequest {
  readonly target: AudioTargetId;
  readonly ownTarget?: string | undefined;
  readonly changes: TargetChanges;
  readonly allowStale: boolean;
  readonly music?: boolean | undefined;
}

export const targetRequest = (target: AudioTargetId, requested: RequestedTarget): TargetRequest => ({
  target,
  changes: requestedChanges(TARGETS[target], requested),
  allowStale: requested.allowStale,
  music: requested.music,
});

export const ownTargetRequest = (customTarget: OwnTarget, requested: RequestedTarget): TargetRequest => ({
  target: customTarget.base,
  ownTarget: customTarget.id,
  changes: requestedChanges(ownExportTarget(customTarget), requested),
  allowStale: requested.allowStale,
  music: requested.music,
});

export async function checkTarget(project: Project, request: TargetRequest): Promise<void> {
  await settingsFor(project, request);
}

export const audioOrder = ({ target, ownTarget, changes, allowStale, music }: TargetRequest): AudioOrder => ({
  target,
  ownTarget,
  changes,
  allowStale,
  music,
  untitled: t('export.untitled'),
  approvedOnly: false,
  chapterIds: null,
});

export const settingsFor = (project: Project, request: TargetRequest) =>
  targetSettings(project, audioOrder(request), []).catch((error: unknown) => {
    throw toCliError(error);
  });

/** @throws CliError if the audio can't be in a publication */
export const checkPublication = (project: Project, request: TargetRequest) =>
  publicationSettings(project, audioOrder(request), []).catch((error: unknown) => {
    throw toCliError(error);
  });

export interface ExportedForTarget extends ExportEnd {
  readonly result: ExportResult;
  readonly target: ExportTarget;
  readonly problems: readonly ReportedLine[];
}

interface TargetExportParts extends Pick<ExportPorts, 'signal' | 'disk'> {
  readonly output: CommandOutput;
  readonly names: LineNames;
  /** Numbers of lines that the command has already reported. */
  readonly told?: ReadonlySet<number>;
}

/**
 * Reports missing lines and details before the export. Afterwards, reports any content that couldn't be included in the
 * files.
 */
export async function exportForTarget(
  project: Project,
  outDir: string,
  request: TargetRequest,
  { output, signal, disk, names, told }: TargetExportParts,
): Promise<ExportedForTarget> {
  const chosen = await settingsFor(project, request);
  const what = missingDetailsText(tDelivery, chosen.target, chosen.readiness);
  if (what.length > 0) {
    output.note(t('book.lacks', { target: targetName(tDelivery, chosen.target), what: listed(what) }));
  }
  const { target, ownTarget, allowStale, music } = request;
  const options = { allowStale, approvedOnly: false, chapterIds: null, ownTarget, music };
  const expected = await previewFiles(project, { kind: target, options, untitled: t('export.untitled') }, null);
  const named = printIncomplete(expected.verdict, names, output, told);
  const workers = createAudioWorkers();
  const display = new ExportDisplay(output);
  try {
    const result = await exportProject(project, audioOrder(request), outDir, {
      workers,
      clock: systemClock,
      signing: openSigning(),
      dataFolder: makeDataFolder(),
      signal,
      disk,
      onProgress: (progress) => display.show(progress),
      onMeasured: (done, total) => display.showMeasuring(done, total),
    }).catch((error: unknown) => {
      throw toCliError(error);
    });
    display.stop();
    for (const notice of result.notices) output.note(tExport.notice(notice));
    printIncomplete(result.verdict, names, output, named);
    return {
      result,
      target: chosen.target,
      failed: result.failed.length,
      leftOut: result.leftOut.length,
      problems: toReportedLines(result.missing),
    };
  } finally {
    display.stop();
    await workers.close();
  }
}

/** Shows the progress of an export on the terminal. */
export class ExportDisplay {
  readonly #output: CommandOutput;
  readonly #live: ReturnType<typeof createLogUpdate> | null;
  readonly #startedAt = systemClock.now();
  #toldAt = systemClock.now();

  constructor(output: CommandOutput) {
    this.#output = output;
    this.#live = output.terminal ? createLogUpdate(output.terminal) : null;
  }

  show({ share, file, total }: ExportProgressEvent): void {
    const now = systemClock.now();
    if (total === 0 || now - this.#toldAt < (this.#live ? FRAME_MS : PLAIN_PROGRESS_INTERVAL_MS)) return;
    this.#toldAt = now;
    const seconds = secondsLeft(share, now - this.#startedAt);
    const percent = Math.floor(share * 100);
    const row =
      seconds === null
        ? t('export.progress', { percent, file })
        : t('export.progressLeft', { percent, file, left: durationText(seconds * 1_000) });
    if (this.#live) this.#live(row);
    else this.#output.note(row);
  }

  showMeasuring(done: number, total: number): void {
    this.#live?.(t('export.measuring', { done, total }));
  }

  showTiming(done: number, total: number): void {
    const now = systemClock.now();
    if (done < total && now - this.#toldAt < (this.#live ? FRAME_MS : PLAIN_PROGRESS_INTERVAL_MS)) return;
    this.#toldAt = now;
    const row = t('export.timing', { done, total });
    if (this.#live) this.#live(row);
    else this.#output.note(row);
  }

  stop(): void {
    this.#live?.clear();
  }
}
