// Lines that are asked for once more: for another take, or because nothing came of what was sent.
import type { OrderedLine } from '../../../shared/model/run.ts';
import type { Database } from '../project/folder/database.ts';
import { readFolderIdentity } from '../project/folder/folder-identity.ts';
import type { Journal, SentJob } from '../project/journal/journal.ts';
import { giveUpLines, linesInQuestion } from '../project/journal/journal-doubts.ts';
import { retakeAfter } from '../project/journal/ordered-retakes.ts';
import { lineState } from '../project/lines/line-states.ts';
import type { RenderableLine } from '../project/lines/line-store.ts';
import type { Project } from '../project/project.ts';
import type { PlannedLine } from './run-order.ts';

/** Seeds that Lectern draws are below this: every service takes a seed of 31 bits. */
export const SEEDS = 2 ** 31;

/**
 * What is to be asked for to get another take of a line, fresh or not: its request of today with another seed, which is
 * not the producer's, so that the render key stays. Null where it is blocked, was deleted, or has a seed that the
 * producer pinned.
 */
export function retakeOf(project: Project, lineId: number, seed: number): RenderableLine | null {
  const renderKey = lineState(project.db, lineId)?.renderKey ?? null;
  if (renderKey === null) return null;
  const built = project.lines.requestOf(lineId);
  if (!built.ok || built.seedPinned) return null;
  const { request, characters, spoken } = built;
  return { lineId, renderKey, request: { ...request, seed }, characters, spoken };
}

/** The takes of a run's lines that were asked for by a seed of their own. */
export class RunRetakes {
  readonly #project: Project;
  /** Lines and seeds that left as further takes. */
  readonly #asked = new Set<string>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** What a line asks for at this moment; null where it was deleted, is blocked or has become fresh. */
  lineToRender({ lineId, retakeSeed }: PlannedLine): RenderableLine | null {
    if (retakeSeed === undefined) return this.#project.lines.toRender(lineId);
    this.#asked.add(keyOf(lineId, retakeSeed));
    return retakeOf(this.#project, lineId, retakeSeed);
  }

  /** A line that had a job, as it was ordered. @param attempts the jobs that it had before */
  again({ lineId, characters, request: { seed } }: SentJob, attempts: number): Omit<PlannedLine, 'id'> {
    const isRetake = seed !== undefined && seed !== null && this.#asked.has(keyOf(lineId, seed));
    return { lineId, characters, attempts, ...(isRetake ? { retakeSeed: seed } : {}) };
  }

  /** Where several takes of a line were ordered, the one that follows a job's; null where there is none. */
  nextAfter({ id, lineId, request: { seed } }: SentJob): OrderedLine | null {
    const next = seed === undefined || seed === null ? null : retakeAfter(this.#project.db, { id, lineId }, seed);
    const renderable = next && retakeOf(this.#project, lineId, next.seed);
    if (!renderable) return null;
    return { lineId, characters: renderable.characters, retakeSeed: next.seed, furtherTakes: next.further };
  }
}

const keyOf = (lineId: number, seed: number): string => `${lineId} ${seed}`;

/**
 * Decides that lines of a batch that are in doubt or lost are sent again without asking, where the connection's policy
 * says so, unless one of them was sent again in this run before: a service that never answers would be paid without end.
 * The journal remembers, so that it holds over restarts too. What a project that was copied or moved had sent before is
 * for the producer to decide: its other copy may still get it.
 *
 * @param lineIds these of its lines; all that are in doubt or lost unless given
 * @returns the lines that are to leave once more; empty where the producer has to decide
 * @throws ProjectError
 */
export function sendAgainOnce(
  db: Database,
  batch: { readonly id: number; readonly runId: number },
  lineIds: readonly number[] = linesInQuestion(db, batch.id),
): number[] {
  return db.durably(() => {
    const project = db.prepare<{ readonly place: string }>('SELECT place FROM project').get();
    if (batch.id <= (readFolderIdentity(project?.place ?? '')?.sharedBatches ?? 0)) return [];
    const before = db
      .prepare<{ readonly n: number }>(
        `SELECT count(*) AS n FROM jobs AS earlier WHERE run_id = ?2 AND state = 'resubmitted'
         AND line_id IN (SELECT value FROM json_each(?1))`,
      )
      .get(JSON.stringify(lineIds), batch.runId);
    return (before?.n ?? 0) > 0 ? [] : giveUpLines(db, batch.id, lineIds);
  });
}

/** As `sendAgainOnce`, in the name of a run that is under way. @returns whether the lines are to leave once more */
export function sendAgainInRun(
  db: Database,
  journal: Journal,
  runId: number,
  batch: { readonly id: number; readonly runId: number },
  lineIds: readonly number[],
): boolean {
  return db.durably(() => {
    const again = sendAgainOnce(db, batch, lineIds);
    // A batch of an earlier run may be concerned: resuming this one must find its lines.
    if (again.length > 0) journal.addToRun(runId, lineIds);
    return again.length > 0;
  });
}
