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
