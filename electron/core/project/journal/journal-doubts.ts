// Jobs are in doubt if it is unknown whether the service has them, and lost if it accepted them but no longer has them.
import type { ConnectionIdentity } from '../../../../shared/model/connection.ts';
import type { Database } from '../folder/database.ts';

export const LEFT_OUT = 'left-out';

/**
 * Makes in-doubt and lost jobs renderable again, although they might be charged twice.
 * @returns their lines in order
 */
export function markDoubtForResubmission(db: Database, batchId: number): number[] {
  return db.durably(() => markLinesForResubmission(db, batchId, linesInDoubtOrLost(db, batchId)));
}

export function markLinesForResubmission(db: Database, batchId: number, lineIds: readonly number[]): number[] {
  return db.durably(() => {
    const wanted = new Set(lineIds);
    const jobs = unresolvedJobs(db, batchId).filter(({ lineId }) => wanted.has(lineId));
    const update = db.prepare(`UPDATE jobs SET state = 'resubmitted' WHERE id = ?`);
    for (const { id } of jobs) update.run(id);
    closeResolvedBatch(db, batchId);
    return jobs.map(({ lineId }) => lineId);
  });
}

/** Removes in-doubt and lost jobs from the run; their lines can be ordered later. @returns the lines in batch order */
export function leaveOut(db: Database, batchId: number, now: number): number[] {
  return db.durably(() => {
    const jobs = unresolvedJobs(db, batchId);
    // The previous state and reason are kept so that this can be undone.
    db.prepare(
      `UPDATE jobs SET state = 'resubmitted', finished_at = ?, reason = json_object('kind', ?,
         'state', state, 'reason', json(coalesce(reason, 'null')))
       WHERE batch_id = ? AND state IN ('in-doubt', 'lost')`,
    ).run(now, LEFT_OUT, batchId);
    closeResolvedBatch(db, batchId);
    return jobs.map(({ lineId }) => lineId);
  });
}

/** Undoes `leaveOut`, unless one of the lines has been ordered again, because that line could be charged twice. */
export function restoreDoubt(db: Database, batchId: number): number[] {
  return db.durably(() => {
    const left = db
      .prepare<{ line: number; isOrdered: 0 | 1; state: 'in-doubt' | 'lost' }>(
        `SELECT line_id AS line, coalesce(json_extract(reason, '$.state'), 'in-doubt') AS state,
           EXISTS (SELECT 1 FROM jobs AS later WHERE later.line_id = jobs.line_id AND later.id > jobs.id) AS isOrdered
         FROM jobs WHERE batch_id = ? AND ${IS_LEFT_OUT} ORDER BY position`,
      )
      .all(batchId, LEFT_OUT);
    if (left.some(({ isOrdered }) => isOrdered)) return [];
    // Older projects stored neither the state nor the reason. Their jobs were in doubt for the same reason as the
    // batch.
    db.prepare(
      `UPDATE jobs SET state = coalesce(json_extract(reason, '$.state'), 'in-doubt'),
         reason = coalesce(json_extract(reason, '$.reason'), (SELECT error FROM batches WHERE id = jobs.batch_id))
       WHERE batch_id = ? AND ${IS_LEFT_OUT}`,
    ).run(batchId, LEFT_OUT);
    if (left.some(({ state }) => state === 'in-doubt')) {
      db.prepare(`UPDATE batches SET state = 'in-doubt' WHERE id = ?`).run(batchId);
    }
    return left.map(({ line }) => line);
  });
}

const IS_LEFT_OUT = `state = 'resubmitted' AND json_extract(reason, '$.kind') = ?`;

interface UnresolvedJobRow {
  readonly id: number;
  readonly lineId: number;
}

export const linesInDoubtOrLost = (db: Database, batchId: number): number[] =>
  unresolvedJobs(db, batchId).map(({ lineId }) => lineId);

const unresolvedJobs = (db: Database, batchId: number): UnresolvedJobRow[] =>
  db
    .prepare<UnresolvedJobRow>(
      `SELECT id, line_id AS "lineId" FROM jobs WHERE batch_id = ? AND state IN ('in-doubt', 'lost') ORDER BY position`,
    )
    .all(batchId);

function closeResolvedBatch(db: Database, batchId: number): void {
  db.prepare(
    `UPDATE batches SET state = 'resubmitted' WHERE id = ? AND state = 'in-doubt'
     AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND state = 'in-doubt')`,
  ).run(batchId);
}

/** Abandons jobs from other accounts, because this account can't read them. @returns the number of jobs */
export function abandonOtherAccounts(
  db: Database,
  { origin, userId }: ConnectionIdentity,
  reason: unknown,
  now: number,
): number {
  return db.transaction(() => {
    const others = `SELECT id FROM batches WHERE NOT (origin = ? AND user_id = ?)`;
    const { changes } = db
      .prepare(
        `UPDATE jobs SET state = 'resubmitted', reason = ?, finished_at = ?
         WHERE state IN ('accepted', 'in-doubt', 'lost') AND batch_id IN (${others})`,
      )
      .run(JSON.stringify(reason), now, origin, userId);
    db.prepare(
      `UPDATE batches SET state = 'resubmitted' WHERE state IN ('accepted', 'in-doubt') AND id IN (${others})`,
    ).run(origin, userId);
    return changes;
  });
}
