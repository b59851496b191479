import type { Project } from '../../project/project.ts';
import type { TakeWords } from '../formats/sequence.ts';
import type { ExportLine } from '../plan/export-line.ts';
import type { MeasuringPorts } from './audio-target.ts';

/** Returns the stored times of words by line. */
export function storedWords(
  { proofs }: Pick<Project, 'proofs'>,
  lines: readonly Pick<ExportLine, 'id' | 'takeId'>[],
): Map<number, TakeWords> {
  return new Map(
    lines.flatMap(({ id, takeId }) => {
      const words = takeId === null ? null : proofs.wordTimes(takeId);
      return words ? [[id, words] as const] : [];
    }),
  );
}

/** Returns the times of words by line, computing those that aren't stored. @throws the signal's reason when aborted */
export async function lineWords(
  project: Project,
  lines: readonly ExportLine[],
  { signal }: MeasuringPorts,
): Promise<Map<number, TakeWords>> {
  signal.throwIfAborted();
  return storedWords(project, lines);
}
