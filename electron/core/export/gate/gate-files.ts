import { AudioFormatError } from '@lectern/audio';
import { openRegularFile } from '../../../../node/files/regular-file.ts';
import type { DeliveryTarget } from '../../../../shared/model/delivery-target.ts';
import type { GateReport } from '../../../../shared/model/gate-report.ts';
import { gapsInTakes, gateReport, type MeasuredFile, type PlacedLine } from '../../../../shared/rules/gate.ts';
import type { AudioWorkers } from '../../audio/audio-workers.ts';
import { inParallel } from '../disk.ts';

export interface FileToCheck {
  readonly path: string;
  readonly name: string;
  readonly lines?: readonly PlacedLine[];
}

export interface GatePorts {
  readonly workers: Pick<AudioWorkers, 'measureFile'>;
  readonly signal: AbortSignal;
  readonly onFile?: ((done: number, total: number) => void) | undefined;
}

/** Matches the number of audio threads. */
const AT_ONCE = 2;

/**
 * Measures files from any program for a target. A file that can't be decoded has its problem in the report.
 *
 * @throws UnsafeEntryError `not-a-file`; the system error if a file can't be opened; the signal's reason when aborted
 */
export async function checkFiles(
  target: DeliveryTarget,
  files: readonly FileToCheck[],
  { workers, signal, onFile }: GatePorts,
): Promise<GateReport> {
  const measured = new Map<number, MeasuredFile>();
  const all = files.map((file, index) => ({ file, index }));
  await inParallel(all, AT_ONCE, async ({ file, index }) => {
    signal.throwIfAborted();
    measured.set(index, await measure(file, workers));
    onFile?.(measured.size, files.length);
  });
  signal.throwIfAborted();
  return gateReport(
    target,
    all.flatMap(({ index }) => measured.get(index) ?? []),
  );
}

async function measure(
  { path, name, lines = [] }: FileToCheck,
  workers: Pick<AudioWorkers, 'measureFile'>,
): Promise<MeasuredFile> {
  const file = await openRegularFile(path, 'follow');
  try {
    const { silences, ...figures } = await workers.measureFile({ fd: file.fd });
    const digitalSilences = gapsInTakes(silences, lines);
    return { file: name, figures: { ...figures, digitalSilences }, problem: null, lines };
  } catch (error) {
    if (!(error instanceof AudioFormatError)) throw error;
    return { file: name, figures: null, problem: error.message, lines };
  } finally {
    await file.close();
  }
}
