import type { MasteringWorkers } from '../../audio/mastering-workers.ts';
import type { Clock } from '../../ports.ts';
import type { Project } from '../../project/project.ts';
import { systemClock } from '../../system.ts';
import { planAndWrite, type WritingPorts } from '../export-project.ts';
import type { AudioRow } from '../files/audio-list.ts';
import type { Disk } from '../files/disk.ts';
import type { LineSources } from '../files/line-audio.ts';
import type { ExportProgressEvent } from '../files/work-progress.ts';
import { type WritePorts, type WrittenFiles, writeFiles } from '../files/write-files.ts';
import type { ExportLine, LineNaming } from '../plan/export-line.ts';
import type { ExportOrder, LinesOrder } from '../plan/export-order.ts';
import type { AudioLayout, SoundTerms } from '../plan/export-plan.ts';
import { lineFile } from '../plan/plan-export.ts';
import { durationOf, type ExportResult, reportExport } from '../report/export-report.ts';
import { audioFile } from '../targets/audio-target.ts';
import { Scribe } from './scribe.ts';

const unused = (): Promise<never> => Promise.reject(new Error('not needed'));

export interface LineFilesOptions
  extends LineSources,
    Pick<LineNaming, 'template' | 'format' | 'totals'>,
    Pick<WritePorts, 'clock' | 'signal'> {
  readonly onProgress?: (progress: LineProgress) => void;
  readonly outDir: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly lines: Iterable<ExportLine> | AsyncIterable<ExportLine>;
  readonly onStopped?: (report: LineFilesReport) => void;
}

export type LineProgress = Pick<ExportProgressEvent, 'done' | 'total' | 'file' | 'share'>;

export interface LineFilesReport extends Omit<WrittenFiles, 'files'> {
  readonly files: readonly string[];
  readonly sizeBytes: number;
  readonly durationSeconds: number;
}

const namesIn = (written: WrittenFiles): LineFilesReport => ({
  ...written,
  files: written.files.map(({ onDisk }) => onDisk.file),
  sizeBytes: written.files.reduce((sum, { onDisk }) => sum + onDisk.sizeBytes, 0),
  durationSeconds: written.files.reduce((sum, { planned: { content } }) => sum + (durationOf(content) ?? 0), 0),
});

export async function exportLineFiles(options: LineFilesOptions, disk?: Disk): Promise<LineFilesReport> {
  const {
    outDir,
    projectId: id,
    projectName,
    lines: given,
    template,
    format,
    totals,
    onStopped,
    onProgress,
    ...ports
  } = options;
  const lines: ExportLine[] = [];
  for await (const line of given) lines.push(line);
  const naming = { template, format, totals, projectName };
  const content = { kind: 'lines', naming, files: lines.map(lineFile) } as const;
  const plan = { outDir, project: { id, name: projectName }, content };
  const reports = {
    onStopped: (written: WrittenFiles): void => onStopped?.(namesIn(written)),
    onProgress: ({ done, total, file, share }: LineProgress): void => onProgress?.({ done, total, file, share }),
  };
  return namesIn(await writeFiles(plan, { ...ports, ...reports, mastering: new Scribe() }, disk));
}

export const inFolder = ({
  outDir,
  projectId: id,
  projectName,
  lines,
  template,
  format,
}: Pick<LineFilesOptions, 'outDir' | 'projectId' | 'projectName' | 'template' | 'format'> & {
  readonly lines: readonly ExportLine[];
}) => ({ outDir, project: { id, name: projectName }, lines, naming: { template, format, projectName } });

export interface AudioOptions extends SoundTerms, Pick<WritePorts, 'clock' | 'signal' | 'onProgress' | 'signer'> {
  readonly outDir: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly files: readonly (AudioLayout & { readonly name: string; readonly tags: { readonly title: string } })[];
  readonly workers: MasteringWorkers;
}

/** Includes files that accompany the audio. */
export interface AudioReport extends Omit<WrittenFiles, 'files'> {
  readonly files: readonly AudioRow[];
  readonly extras: readonly AudioRow[];
}

function rowsIn(written: WrittenFiles): AudioReport {
  // Files of this kind are stored with the rows of their list.
  const rows = written.files.map(({ onDisk }) => onDisk as AudioRow);
  return { ...written, files: rows.filter(({ isSound }) => isSound), extras: rows.filter(({ isSound }) => !isSound) };
}

export async function exportAudioFiles(
  { outDir, project, files, goal, encoding, chapterMarks, watermarkId, workers: mastering, ...ports }: AudioOptions,
  disk?: Disk,
): Promise<AudioReport> {
  const planned = files.map(({ name, tags, ...layout }) =>
    audioFile(name, { ...layout, voices: [], createdMs: null }, tags),
  );
  const content = {
    kind: 'audio',
    terms: { goal, encoding, chapterMarks, watermarkId },
    files: planned,
    sounds: [],
  } as const;
  const sources = { openAudio: unused, convert: unused, mastering };
  return rowsIn(await writeFiles({ outDir, project, content }, { ...ports, ...sources }, disk));
}

interface ProjectPorts {
  readonly mastering?: MasteringWorkers;
  readonly workers?: Partial<WritingPorts['workers']>;
  readonly clock?: Pick<Clock, 'now'>;
  readonly signal?: AbortSignal;
}

/** Doesn't measure files or convert takes. */
export async function exportUnmeasured(
  project: Project,
  order: ExportOrder,
  outDir: string,
  { mastering = new Scribe(), workers, clock = systemClock, signal = new AbortController().signal }: ProjectPorts = {},
): Promise<ExportResult & { readonly names: readonly string[]; readonly audio: AudioReport }> {
  const ports = {
    workers: { analyseAudio: unused, convertAudio: unused, ...workers },
    mastering,
    clock,
    signing: null,
    signal,
  };
  const { plan, written } = await planAndWrite(project, order, outDir, ports);
  return { ...reportExport(plan, written), names: namesIn(written).files, audio: rowsIn(written) };
}

export const WHOLE = { allowStale: false, approvedOnly: false, chapterIds: null } as const;

export const AS_LINES: LinesOrder = { ...WHOLE, target: 'lines', template: '{line}', format: 'wav' };
