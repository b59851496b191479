// What the producer decides about jobs that are in doubt (it is unknown whether the service has them) or lost (it
// accepted them and no longer has them).
import type { ConnectionIdentity } from '../../../../shared/model/connection.ts';
import type { Database } from '../folder/database.ts';

/** The reason of a job that was in doubt or lost and that the producer left alone. */
export const LEFT_OUT = 'left-out';

/**
 * What is in doubt or lost of a batch is sent again, though it may be charged for twice: its lines are to be rendered.
 *
 * @returns the lines concerned, in the batch's order; empty where none is in doubt or lost
 * @throws ProjectError
 */
export function giveUpDoubt(db: Database, batchId: number): number[] {
  return db.durably(() => giveUpLines(db, batchId, linesInQuestion(db, batchId)));
}

/** As `giveUpDoubt`, for some lines of the batch. */
export function giveUpLines(db: Database, batchId: number, lineIds: readonly number[]): number[] {
  return db.durably(() => {
    const wanted = new Set(lineIds);
    const jobs = openQuestions(db, batchId).filter(({ lineId }) => wanted.has(lineId));
    const update = db.prepare(`UPDATE jobs SET state = 'resubmitted' WHERE id = ?`);
    for (const { id } of jobs) update.run(id);
    closeQuestion(db, batchId);
    return jobs.map(({ lineId }) => lineId);
  });
}

/**
 * What is in doubt or lost of a batch is left alone: its lines leave their run, and can be rendered whenever that is
 * ordered.
 *
 * @returns the lines concerned, in the batch's order; empty where none is in doubt or lost
 * @throws ProjectError
 */
export function leaveOut(db: Database, batchId: number, now: number): number[] {
  return db.durably(() => {
    const jobs = openQuestions(db, batchId);
    // What it was, and why, is kept: leaving it out can be taken back.
    db.prepare(
      `UPDATE jobs SET state = 'resubmitted', finished_at = ?, reason = json_object('kind', ?, 'message', ?,
         'state', state, 'reason', json(coalesce(reason, 'null')))
       WHERE batch_id = ? AND state IN ('in-doubt', 'lost')`,
    ).run(now, LEFT_OUT, 'Left out instead of being sent again.', batchId);
    closeQuestion(db, batchId);
    return jobs.map(({ lineId }) => lineId);
  });
}

/**
 * Takes back that lines of a batch were left out: they are in doubt, or lost, again. Where one of them was ordered since,
 * nothing is changed: it would be with the service twice.
 *
 * @returns the lines concerned, in the batch's order; empty where nothing was changed
 * @throws ProjectError
 */
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
    // Projects of earlier days kept neither: then it was in doubt, for the batch's reason.
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

interface QuestionRow {
  readonly id: number;
  readonly lineId: number;
}

/** The lines of a batch that wait for a decision, in its order. */
export const linesInQuestion = (db: Database, batchId: number): number[] =>
  openQuestions(db, batchId).map(({ lineId }) => lineId);

/** The jobs of a batch that wait for a decision, in its order. */
const openQuestions = (db: Database, batchId: number): QuestionRow[] =>
  db
    .prepare<QuestionRow>(
      `SELECT id, line_id AS "lineId" FROM jobs WHERE batch_id = ? AND state IN ('in-doubt', 'lost') ORDER BY position`,
    )
    .all(batchId);

/** A batch that was in doubt as a whole is in doubt no longer. */
function closeQuestion(db: Database, batchId: number): void {
  db.prepare(
    `UPDATE batches SET state = 'resubmitted' WHERE id = ? AND state = 'in-doubt'
     AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND state = 'in-doubt')`,
  ).run(batchId);
}

/**
 * Gives up what another account has: this one can't read it. Its lines must be rendered again.
 *
 * @returns how many jobs that concerns
 */
export function abandonOthers(
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
