import type { FileSigner } from '../app/signing/file-signer.ts';
import type { Signing } from '../app/signing/signing.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import { createMasteringWorkers } from '../audio/mastering-workers.ts';
import { createProofWorkers, type ProofWorkers } from '../audio/proof-workers.ts';
import type { Clock } from '../ports.ts';
import type { Project } from '../project/project.ts';
import { type Disk, guardedDisk, pinnedDisk } from './files/disk.ts';
import { checkNotInProject } from './files/export-location.ts';
import type { ExportProgressEvent } from './files/work-progress.ts';
import { type WrittenFiles, writeFiles } from './files/write-files.ts';
import type { ExportOrder } from './plan/export-order.ts';
import { type PlannedExport, planExport } from './plan/plan-export.ts';
import { type ExportResult, reportExport, reportStopped } from './report/export-report.ts';
import { measureExport } from './report/measure-files.ts';
import { ExportFingerprints } from './report/register-fingerprints.ts';

export interface ExportPorts {
  readonly workers: Pick<AudioWorkers, 'analyseAudio' | 'convertAudio' | 'measureFile'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Null if finished files aren't signed. */
  readonly signing: Pick<Signing, 'signer'> | null;
  /** The application's data folder, which keeps the fingerprints of finished files. By default, only the project does. */
  readonly dataFolder?: string | undefined;
  readonly signal: AbortSignal;
  /** From `pinnedDisk`, to detect a folder that was replaced before the export. Defaults to the current folder. */
  readonly disk?: Disk | undefined;
  readonly onProgress?: ((progress: ExportProgressEvent) => void) | undefined;
  readonly onMeasured?: ((done: number, total: number) => void) | undefined;
  /** Called while takes are compared with their text. */
  readonly onTimed?: ((done: number, total: number) => void) | undefined;
  /** Records a defect and returns its id. */
  readonly onDefect?: ((error: unknown) => string) | undefined;
  /** If the export fails, called with the partial report. */
  readonly onStopped?: ((result: ExportResult) => void) | undefined;
}

/**
 * Exports to a folder, whose path is absolute.
 * @throws ExportError; ProjectError; TargetError; the signal's reason when aborted
 */
export async function exportProject(
  project: Project,
  order: ExportOrder,
  outDir: string,
  ports: ExportPorts,
): Promise<ExportResult> {
  const { workers, signal, onMeasured } = ports;
  const mastering = createMasteringWorkers();
  try {
    const { plan, written, signer } = await planAndWrite(project, order, outDir, {
      ...ports,
      mastering,
      createProofWorkers: (threads) => createProofWorkers(threads, 'awaited'),
    });
    const { measureFor } = plan;
    if (!measureFor) return reportExport(plan, written, { signer });
    const fingerprints = new ExportFingerprints({
      dataFolder: ports.dataFolder ?? null,
      project: { ...plan.project, dir: project.dir },
      target: measureFor.id,
      files: written.files.map(({ onDisk }) => onDisk),
      clock: ports.clock,
    });
    const reported = () => ({ ...written, notices: [...written.notices, ...fingerprints.notices()] });
    try {
      const measuring = { workers, signal, onFile: onMeasured, fingerprints };
      const measured = await measureExport(project, measureFor, plan, written, measuring);
      return reportExport(plan, reported(), { measured, signer });
    } catch (error) {
      ports.onStopped?.(reportExport(plan, reported(), { signer }));
      throw error;
    }
  } finally {
    await mastering.close();
  }
}

export interface WritingPorts extends Omit<ExportPorts, 'workers' | 'onMeasured' | 'dataFolder'> {
  readonly workers: Pick<AudioWorkers, 'analyseAudio' | 'convertAudio'>;
  readonly mastering: ReturnType<typeof createMasteringWorkers>;
  readonly createProofWorkers?: ((threads: number) => ProofWorkers) | undefined;
}

/**
 * Plans and writes the files without measuring them.
 * @throws ExportError; ProjectError; TargetError; the signal's reason
 */
export async function planAndWrite(
  project: Project,
  order: ExportOrder,
  outDir: string,
  { workers, mastering, clock, signing, signal, disk, onProgress, onStopped, ...timing }: WritingPorts,
): Promise<{ readonly plan: PlannedExport; readonly written: WrittenFiles; readonly signer: FileSigner | null }> {
  project.file.check();
  const found = disk ?? (await pinnedDisk(outDir));
  checkNotInProject(outDir, project.dir);
  const plan = await planExport(project, order, outDir, { ...timing, workers, signal });
  const signer = plan.content.kind === 'audio' ? ((await signing?.signer()) ?? null) : null;
  const written = await writeFiles(
    plan,
    {
      mastering,
      signer,
      clock,
      signal,
      onProgress,
      onStopped: (stopped) => onStopped?.(reportStopped(plan, stopped, signer)),
      openAudio: ({ audioHash, format }) => project.takes.openAudio(audioHash, format),
      convert: (audio, file, { from, to, treatment }) =>
        workers.convertAudio({ fd: audio.fd }, { fd: file.fd }, { from: { format: from }, to, treatment }),
    },
    guardedDisk(found, () => project.file.check()),
  );
  return { plan, written, signer };
}
