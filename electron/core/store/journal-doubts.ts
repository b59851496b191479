// What the producer decides about a batch of which nobody can tell whether the service has it.
import type { Database } from './database.ts';

/** The reason of a job that was in doubt and that the producer left alone. */
export const LEFT_OUT = 'left-out';

/**
 * The batch is sent again, though it may be charged for twice: its lines are to be rendered.
 *
 * @returns the lines that it held, in its order; empty where it is not in doubt
 * @throws ProjectError
 */
export function giveUpDoubt(db: Database, batchId: number): number[] {
  return decide(db, batchId, null, null);
}

/**
 * The batch is left alone: its lines are not in doubt any more, leave their run, and can be rendered whenever that is
 * ordered.
 *
 * @returns the lines that it held, in its order; empty where it is not in doubt
 * @throws ProjectError
 */
export function leaveOut(db: Database, batchId: number, now: number): number[] {
  return decide(db, batchId, JSON.stringify({ kind: LEFT_OUT, message: 'Left out while it was in doubt.' }), now);
}

/**
 * Takes back that a batch was left out: it is in doubt again. Where one of its lines was ordered since, nothing is changed:
 * it would be with the service twice.
 *
 * @returns the lines that it held, in its order; empty where nothing was changed
 * @throws ProjectError
 */
export function restoreDoubt(db: Database, batchId: number): number[] {
  return db.durably(() => {
    const left = db
      .prepare<{ id: number; line: number; isOrdered: 0 | 1 }>(
        `SELECT id, line_id AS line,
           EXISTS (SELECT 1 FROM jobs AS later WHERE later.line_id = jobs.line_id AND later.id > jobs.id) AS isOrdered
         FROM jobs WHERE batch_id = ? AND state = 'resubmitted' AND json_extract(reason, '$.kind') = ? ORDER BY position`,
      )
      .all(batchId, LEFT_OUT);
    if (left.some(({ isOrdered }) => isOrdered)) return [];
    db.prepare(
      `UPDATE jobs SET state = 'in-doubt', reason = (SELECT error FROM batches WHERE id = jobs.batch_id)
       WHERE batch_id = ? AND state = 'resubmitted' AND json_extract(reason, '$.kind') = ?`,
    ).run(batchId, LEFT_OUT);
    if (left.length > 0) db.prepare(`UPDATE batches SET state = 'in-doubt' WHERE id = ?`).run(batchId);
    return left.map(({ line }) => line);
  });
}

function decide(db: Database, batchId: number, reason: string | null, now: number | null): number[] {
  return db.durably(() => {
    const lines = db
      .prepare<{ id: number }>(
        `SELECT line_id AS id FROM jobs WHERE batch_id = ? AND state = 'in-doubt' ORDER BY position`,
      )
      .all(batchId);
    db.prepare(
      `UPDATE jobs SET state = 'resubmitted', reason = coalesce(?, reason), finished_at = coalesce(?, finished_at)
       WHERE batch_id = ? AND state = 'in-doubt'`,
    ).run(reason, now, batchId);
    db.prepare(`UPDATE batches SET state = 'resubmitted' WHERE id = ? AND state = 'in-doubt'`).run(batchId);
    return lines.map(({ id }) => id);
  });
}
