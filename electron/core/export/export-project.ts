import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AudioFormatError } from '@lectern/audio';
import { readManifest } from '@lectern/provenance';
import { BOUND_SECONDS } from '../app/fingerprints/fingerprint-binding.ts';
import type { FileSigner } from '../app/signing/file-signer.ts';
import type { Signing } from '../app/signing/signing.ts';
import type { AudioWorkers } from '../audio/audio-workers.ts';
import { createMasteringWorkers } from '../audio/mastering-workers.ts';
import { createProofWorkers, type ProofWorkers } from '../audio/proof-workers.ts';
import type { Clock } from '../ports.ts';
import type { Project } from '../project/project.ts';
import type { AudioSources } from './files/audio-files.ts';
import { type Disk, guardedDisk, pinnedDisk } from './files/disk.ts';
import { checkNotInProject } from './files/export-location.ts';
import type { ExportProgressEvent } from './files/work-progress.ts';
import { type WrittenFiles, writeFiles } from './files/write-files.ts';
import type { ExportOrder } from './plan/export-order.ts';
import { type PlannedExport, planExport } from './plan/plan-export.ts';
import { type ExportResult, reportExport, reportStopped } from './report/export-report.ts';
import { measureExport } from './report/measure-files.ts';
import { ExportFingerprints, type FileMarks } from './report/register-fingerprints.ts';

export interface ExportPorts {
  readonly workers: Pick<AudioWorkers, 'analyseAudio' | 'convertAudio' | 'measureFile' | 'fingerprintFile'>;
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
  const { plan, written, signer } = await planAndWrite(project, order, outDir, {
    ...ports,
    mastering,
    fingerprint: fingerprinter(workers),
    createProofWorkers: (threads) => createProofWorkers(threads, 'awaited'),
    // Frees their memory before other threads measure the files.
  }).finally(() => mastering.close());
  const { measureFor } = plan;
  if (!measureFor) return reportExport(plan, written, { signer });
  const fingerprints = new ExportFingerprints({
    dataFolder: ports.dataFolder ?? null,
    project: { ...plan.project, dir: project.dir },
    target: measureFor.id,
    files: written.files.map(({ onDisk }) => onDisk),
    clock: ports.clock,
    marksOf: ({ file }) => marksOf(plan, file),
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
}

/** Returns the manifest and the watermark of an exported file. */
async function marksOf({ outDir, content }: PlannedExport, file: string): Promise<FileMarks> {
  const manifest = await readManifest(join(outDir, ...file.split('/')));
  const markId = content.kind === 'audio' ? (content.terms.watermarkId ?? null) : null;
  return { manifest: manifest?.store ?? null, manifestId: manifest?.id ?? null, markId };
}

/** Returns a function that fingerprints the beginning of a file; it returns null for unreadable files. */
function fingerprinter({ fingerprintFile }: Pick<AudioWorkers, 'fingerprintFile'>) {
  return async ({ fd }: FileHandle): Promise<Uint32Array | null> => {
    try {
      const { fingerprints } = await fingerprintFile({ fd }, { seconds: BOUND_SECONDS });
      return fingerprints[0] ?? null;
    } catch (error) {
      // Measuring the file later reports the problem.
      if (error instanceof AudioFormatError) return null;
      throw error;
    }
  };
}

export interface WritingPorts extends Omit<ExportPorts, 'workers' | 'onMeasured' | 'dataFolder'> {
  readonly workers: Pick<AudioWorkers, 'analyseAudio' | 'convertAudio'>;
  readonly mastering: ReturnType<typeof createMasteringWorkers>;
  /** Calculates the fingerprint of a file's beginning, for its manifest. */
  readonly fingerprint?: AudioSources['fingerprint'];
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
  { workers, mastering, fingerprint, clock, signing, signal, disk, onProgress, onStopped, ...timing }: WritingPorts,
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
      fingerprint,
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
