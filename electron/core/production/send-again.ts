// What is in doubt or lost is sent again without asking, where the connection's policy says so: each line once in a run.
import type { Database } from '../project/folder/database.ts';
import { readFolderIdentity } from '../project/folder/folder-identity.ts';
import { giveUpLines, linesInQuestion } from '../project/journal/journal-doubts.ts';

/**
 * Decides that lines of a batch that are in doubt or lost are sent again, unless one of them was sent again in this run
 * before: a service that never answers would be paid without end. The journal remembers, so that it holds over restarts too. What a project that was
 * copied or moved had sent before is for the producer to decide: its other copy may still get it.
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
