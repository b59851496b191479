import type { ProofWorkers } from '../../audio/proof-workers.ts';
import { proofTake } from '../../production/proof-take.ts';
import type { Project } from '../../project/project.ts';
import { inParallel } from '../files/disk.ts';
import type { TakeWords } from '../formats/sequence.ts';
import type { ExportLine } from '../plan/export-line.ts';

type TimedLines = readonly Pick<ExportLine, 'id' | 'takeId'>[];

/** Returns the stored times of words by line. */
export function storedWords({ proofs }: Pick<Project, 'proofs'>, lines: TimedLines): Map<number, TakeWords> {
  return new Map(
    lines.flatMap(({ id, takeId }) => {
      const words = takeId === null ? null : proofs.wordTimes(takeId);
      return words ? [[id, words] as const] : [];
    }),
  );
}

export interface WordTimePorts {
  readonly signal: AbortSignal;
  /** Starts the threads that compare takes with their text. If absent, nothing is computed. */
  readonly createProofWorkers?: ((threads: number) => ProofWorkers) | undefined;
  /** Records a defect and returns its id. */
  readonly onDefect?: ((error: unknown) => string) | undefined;
  readonly onTimed?: ((done: number, total: number) => void) | undefined;
}

const MAX_THREADS = 2;

/**
 * Returns word times by line. If the project is writable, takes that haven't been compared with their text are compared
 * first.
 * @throws ProjectError; the signal's reason when aborted
 */
export async function lineWords(
  project: Project,
  lines: TimedLines,
  { signal, createProofWorkers, onDefect = messageOf, onTimed }: WordTimePorts,
): Promise<Map<number, TakeWords>> {
  const stored = storedWords(project, lines);
  const { proofs, takes } = project;
  const missing = lines.flatMap(({ id, takeId }) => {
    if (takeId === null || stored.has(id) || proofs.isCurrent(takeId)) return [];
    return proofs.takeToProof(takeId) ?? [];
  });
  if (missing.length === 0 || !createProofWorkers || !takes.mayWrite) return stored;
  const workers = createProofWorkers(MAX_THREADS);
  // Closing the threads discards unfinished comparisons.
  const stop = (): void => void workers.close();
  signal.addEventListener('abort', stop);
  let done = 0;
  try {
    await inParallel(missing, MAX_THREADS, async (take) => {
      signal.throwIfAborted();
      await proofTake({ project, workers, onDefect }, take, signal);
      done += 1;
      onTimed?.(done, missing.length);
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await workers.close();
  }
  signal.throwIfAborted();
  return storedWords(project, lines);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
