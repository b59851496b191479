import { join } from 'node:path';
import { AudioFormatError } from '@lectern/audio';
import { openRegularFile } from '../../../../node/files/regular-file.ts';
import type { CheckReport } from '../../../../shared/model/export/check-report.ts';
import type { ExportTarget } from '../../../../shared/model/export/export-target.ts';
import {
  checkReport,
  gapsInTakes,
  type MeasuredFile,
  type PlacedLine,
} from '../../../../shared/rules/export/check-report.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import type { AudioWorkers } from '../../audio/audio-workers.ts';
import type { Project } from '../../project/project.ts';
import { unapprovedTakes } from '../../project/takes/suspicious-takes.ts';
import { inParallel } from '../files/disk.ts';
import type { WrittenFiles } from '../files/write-files.ts';
import type { ExportPlan } from '../plan/export-plan.ts';

export interface FileToCheck {
  readonly path: string;
  readonly name: string;
  readonly lines?: readonly PlacedLine[];
}

export interface MeasurePorts {
  readonly workers: Pick<AudioWorkers, 'measureFile'>;
  readonly signal: AbortSignal;
  readonly onFile?: ((done: number, total: number) => void) | undefined;
  readonly fingerprints?: FingerprintSink | undefined;
}

/** Receives the fingerprints of measured files. */
export interface FingerprintSink {
  /** Whether the fingerprint of a file is needed. */
  wants(name: string): Promise<boolean>;
  add(name: string, fingerprint: Uint32Array, durationSeconds: number): Promise<void>;
}

/** The same as the number of audio threads. */
const CONCURRENT_FILES = 2;

/**
 * Measures files and compares them with the target. Decoding problems are in the report.
 * @throws UnsafeEntryError `not-a-file`; system errors; the signal's reason
 */
export async function checkFiles(
  target: ExportTarget,
  files: readonly FileToCheck[],
  { workers, signal, onFile, fingerprints }: MeasurePorts,
): Promise<CheckReport> {
  const measured = new Map<number, MeasuredFile>();
  const all = files.map((file, index) => ({ file, index }));
  await inParallel(all, CONCURRENT_FILES, async ({ file, index }) => {
    signal.throwIfAborted();
    measured.set(index, await measure(file, workers, fingerprints));
    onFile?.(measured.size, files.length);
  });
  signal.throwIfAborted();
  return checkReport(
    target,
    all.flatMap(({ index }) => measured.get(index) ?? []),
  );
}

async function measure(
  { path, name, lines = [] }: FileToCheck,
  workers: Pick<AudioWorkers, 'measureFile'>,
  fingerprints: FingerprintSink | undefined,
): Promise<MeasuredFile> {
  const file = await openRegularFile(path, 'follow');
  try {
    const wantsFingerprint = (await fingerprints?.wants(name)) ?? false;
    const { silences, fingerprint, ...figures } = await workers.measureFile({ fd: file.fd }, wantsFingerprint);
    if (fingerprint) await fingerprints?.add(name, fingerprint, figures.durationSeconds);
    const digitalSilences = gapsInTakes(silences, lines);
    return { file: name, figures: { ...figures, digitalSilences }, problem: null, lines };
  } catch (error) {
    if (!(error instanceof AudioFormatError)) throw error;
    return { file: name, figures: null, problem: { kind: error.kind }, lines };
  } finally {
    await file.close();
  }
}

/**
 * Measures the encoded files; returns null if there is no audio.
 * @throws the system error; the signal's reason when aborted
 */
export async function measureExport(
  project: Project,
  target: ExportTarget,
  { outDir, judged }: Pick<ExportPlan, 'outDir' | 'judged'>,
  { files: made }: Pick<WrittenFiles, 'files'>,
  ports: MeasurePorts,
): Promise<CheckReport | null> {
  const names = new Map(project.lines.states().map((line) => [line.id, lineNumber(line)]));
  const suspicions = new Map(
    unapprovedTakes(judged).map(({ lineId, suspicions: found }) => [lineId, found.map(({ kind }) => kind)]),
  );
  const compared = comparedLines(project);
  const files = made.flatMap(({ planned: { content }, onDisk: { file } }): FileToCheck[] => {
    if (content.kind !== 'audio') return [];
    const lines = content.sections.flatMap(({ plan, startFrame, leadFrames }) =>
      plan.clips.map(({ lineId, startFrame: inSection, frames }): PlacedLine => {
        const start = startFrame + leadFrames + inSection;
        return {
          lineId,
          startSeconds: start / plan.sampleRate,
          endSeconds: (start + frames) / plan.sampleRate,
          line: names.get(lineId) ?? String(lineId),
          suspicions: suspicions.get(lineId) ?? [],
          ...(compared && { isCompared: compared.has(lineId) }),
        };
      }),
    );
    return [{ path: join(outDir, ...file.split('/')), name: file, lines }];
  });
  return files.length > 0 ? checkFiles(target, files, ports) : null;
}

/** Returns the lines whose takes have been compared with their text; null if no take has. */
function comparedLines({ proofs, lines }: Project): ReadonlySet<number> | null {
  const compared = proofs.comparedTakes();
  if (compared.size === 0) return null;
  return new Set(
    lines.states().flatMap(({ id, pick, staleTake }) => (compared.has((pick ?? staleTake)?.takeId ?? 0) ? [id] : [])),
  );
}
