import type { OrderedLine } from '../../../shared/model/run.ts';
import type { Database } from '../project/folder/database.ts';
import { readFolderIdentity } from '../project/folder/folder-identity.ts';
import type { Journal, SentJob } from '../project/journal/journal.ts';
import { linesInDoubtOrLost, markLinesForResubmission } from '../project/journal/journal-doubts.ts';
import { retakeAfter } from '../project/journal/ordered-retakes.ts';
import { lineState } from '../project/lines/line-states.ts';
import type { RenderableLine } from '../project/lines/line-store.ts';
import type { Project } from '../project/project.ts';

/** Every service accepts 31-bit seeds. */
export const SEED_COUNT = 2 ** 31;

/**
 * The new seed isn't pinned, so the render key stays the same. Returns null if the line is blocked or deleted, or its
 * seed is pinned.
 */
export function retakeRequest(project: Project, lineId: number, seed: number): RenderableLine | null {
  const renderKey = lineState(project.db, lineId)?.renderKey ?? null;
  if (renderKey === null) return null;
  const built = project.lines.requestOf(lineId);
  if (!built.ok || built.seedPinned) return null;
  const { request, characters, spoken } = built;
  return { lineId, renderKey, request: { ...request, seed }, characters, spoken };
}

/** Returns null if the line has been deleted, is blocked or is now fresh. */
export const requestOfQueued = (project: Project, { lineId, retakeSeed }: OrderedLine): RenderableLine | null =>
  retakeSeed === undefined ? project.lines.toRender(lineId) : retakeRequest(project, lineId, retakeSeed);

/** If several takes of a line have been ordered, returns the take after this job's take, otherwise null. */
export function nextTake(project: Project, { id, lineId, request: { seed } }: SentJob): OrderedLine | null {
  const next = seed === undefined || seed === null ? null : retakeAfter(project.db, { id, lineId }, seed);
  const renderable = next && retakeRequest(project, lineId, next.seed);
  if (!renderable) return null;
  return { lineId, characters: renderable.characters, retakeSeed: next.seed, furtherTakes: next.further };
}

/**
 * Returns the lines to send again according to the policy, or an empty list if the producer decides. Never resends a
 * line twice in a run, to avoid endless charges. Never resends a line that was sent before the project was copied or
 * moved, because the other copy might receive its audio.
 * @throws ProjectError
 */
export function resendOnce(
  db: Database,
  batch: { readonly id: number; readonly runId: number },
  lineIds: readonly number[] = linesInDoubtOrLost(db, batch.id),
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
    return (before?.n ?? 0) > 0 ? [] : markLinesForResubmission(db, batch.id, lineIds);
  });
}

/** Returns whether the lines are being sent again. */
export function resendInRun(
  db: Database,
  journal: Journal,
  runId: number,
  batch: { readonly id: number; readonly runId: number },
  lineIds: readonly number[],
): boolean {
  return db.durably(() => {
    const resent = resendOnce(db, batch, lineIds);
    // The batch might belong to an earlier run, and its lines must be found when this run is resumed.
    if (resent.length > 0) journal.addToRun(runId, lineIds);
    return resent.length > 0;
  });
}
