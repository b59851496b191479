// The journal is written before anything is sent, so that a run can be recovered after a crash.

import { type InputParameters, inputParametersSchema } from '@lectern/tts-protocol';
import type { ConnectionIdentity } from '../../../../shared/model/connection.ts';
import type { Price } from '../../../../shared/model/spending.ts';
import type { SpokenShare } from '../../rules/line-request.ts';
import type { Database } from '../folder/database.ts';
import { parseReason } from './journal-reports.ts';

export interface BatchTerms {
  readonly price: Price | null;
  readonly webhookUrl: string | null;
}

export const NO_TERMS: BatchTerms = { price: null, webhookUrl: null };

export interface NewJob {
  readonly lineId: number;
  readonly customId: string;
  readonly renderKey: string;
  readonly request: InputParameters;
  readonly characters: number;
  readonly spoken?: readonly SpokenShare[] | undefined;
  readonly attempts: number;
}

export interface SentJob extends NewJob {
  readonly id: number;
  /** The service's id for the job and the link to read it; null until known. */
  readonly childId: string | null;
  readonly childLink: string | null;
}

export interface OpenBatch {
  readonly id: number;
  readonly runId: number;
  readonly selfLink: string;
  readonly jobs: readonly SentJob[];
  /** Finished jobs. Their children in the service's batch can't belong to other jobs. */
  readonly finished: readonly SentJob[];
}

interface SentJobRow {
  readonly batch_id: number;
  readonly run_id: number;
  readonly self_link: string;
  readonly id: number;
  readonly line_id: number;
  readonly custom_id: string;
  readonly render_key: string;
  readonly request: string;
  readonly characters: number;
  readonly attempts: number;
  readonly child_id: string | null;
  readonly child_link: string | null;
  readonly open: 0 | 1;
}

export class Journal {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Opens a run for lines in the given order. If another run is open, it is closed as cancelled, but its jobs continue.
   */
  createRun(lineIds: readonly number[], options: unknown, now: number): number {
    return this.#db.transaction(() => {
      this.#db.prepare(`UPDATE runs SET state = 'cancelled', finished_at = ? WHERE state = 'open'`).run(now);
      const runId = this.#db
        .prepare(`INSERT INTO runs (created_at, options, state) VALUES (?, ?, 'open')`)
        .run(now, JSON.stringify(options)).lastInsertRowid;
      // Uses a single statement because a run can have 100,000 lines.
      this.#db
        .prepare('INSERT INTO run_lines (run_id, line_id, position) SELECT ?, value, key FROM json_each(?)')
        .run(runId, JSON.stringify(lineIds));
      return runId;
    });
  }

  addToRun(runId: number, lineIds: readonly number[]): void {
    this.#db.transaction(() => {
      const row = this.#db
        .prepare<{ n: number }>('SELECT coalesce(max(position) + 1, 0) AS n FROM run_lines WHERE run_id = ?')
        .get(runId);
      const insert = this.#db.prepare('INSERT OR IGNORE INTO run_lines (run_id, line_id, position) VALUES (?, ?, ?)');
      lineIds.forEach((lineId, index) => {
        insert.run(runId, lineId, (row?.n ?? 0) + index);
      });
    });
  }

  latestRun(): number | null {
    return this.#db.prepare<{ id: number }>('SELECT id FROM runs ORDER BY id DESC LIMIT 1').get()?.id ?? null;
  }

  finishRun(runId: number, state: 'done' | 'cancelled', now: number): void {
    this.#db.prepare('UPDATE runs SET state = ?, finished_at = ? WHERE id = ?').run(state, now, runId);
  }

  /** Reopens a run to fetch more results, or to undo its cancellation. */
  reopenRun(runId: number, from: 'done' | 'cancelled' = 'done'): void {
    this.#db.prepare(`UPDATE runs SET state = 'open', finished_at = NULL WHERE id = ? AND state = ?`).run(runId, from);
  }

  linesOf(runId: number): number[] {
    return this.#db
      .prepare<{ id: number }>('SELECT line_id AS id FROM run_lines WHERE run_id = ? ORDER BY position')
      .all(runId)
      .map((row) => row.id);
  }

  failedLines(runId: number): Map<number, unknown> {
    const rows = this.#db
      .prepare<{ line_id: number; reason: string | null }>(
        `SELECT line_id, reason FROM jobs WHERE run_id = ?1 AND state IN ('failed', 'refused')
         AND id = (SELECT max(id) FROM jobs AS later WHERE later.run_id = ?1 AND later.line_id = jobs.line_id)`,
      )
      .all(runId);
    return new Map(rows.map((row) => [row.line_id, parseReason(row.reason)]));
  }

  /** Records and flushes a batch before submission; caps are checked by `beginWithinCaps`. @throws ProjectError */
  beginBatch(
    runId: number,
    connection: ConnectionIdentity,
    jobs: readonly NewJob[],
    now: number,
    { price, webhookUrl }: BatchTerms = NO_TERMS,
  ): OpenBatch {
    return this.#db.durably(() => {
      const characters = jobs.reduce((sum, job) => sum + job.characters, 0);
      const batch = this.#db
        .prepare(
          `INSERT INTO batches (run_id, state, origin, user_id, characters, sent_at, price, currency, webhook_host)
           VALUES (?, 'sending', ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          runId,
          connection.origin,
          connection.userId,
          characters,
          now,
          price?.perThousand ?? null,
          price?.currency ?? null,
          // Only store the host, because the URL might contain a secret.
          webhookUrl === null ? null : new URL(webhookUrl).host,
        );
      const batchId = batch.lastInsertRowid;
      const insert = this.#db.prepare(
        `INSERT INTO jobs (batch_id, run_id, line_id, custom_id, position, render_key, request, characters, state,
           attempts, created_at, spoken) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'sent', ?, ?, ?)`,
      );
      const open = jobs.map((job, position) => {
        const { lastInsertRowid } = insert.run(
          batchId,
          runId,
          job.lineId,
          job.customId,
          position,
          job.renderKey,
          JSON.stringify(job.request),
          job.characters,
          job.attempts,
          now,
          job.spoken ? JSON.stringify(job.spoken) : null,
        );
        return { ...job, id: lastInsertRowid, childId: null, childLink: null };
      });
      return { id: batchId, runId, selfLink: '', jobs: open, finished: [] };
    });
  }

  /** Records and flushes that the service accepted the batch, and its link. */
  markAccepted(batchId: number, selfLink: string, now: number): void {
    this.#db.durablyWithReserve(() => {
      this.#db
        .prepare(`UPDATE batches SET state = 'accepted', self_link = ?, replied_at = ? WHERE id = ?`)
        .run(selfLink, now, batchId);
      this.#db.prepare(`UPDATE jobs SET state = 'accepted' WHERE batch_id = ?`).run(batchId);
    });
  }

  /** Deletes a batch that wasn't sent, or that was refused as a whole and whose lines are sent in other batches. */
  deleteBatch(batchId: number): void {
    this.#db.transactionEvenIfMoved(() => {
      this.#db.prepare('DELETE FROM jobs WHERE batch_id = ?').run(batchId);
      this.#db.prepare('DELETE FROM batches WHERE id = ?').run(batchId);
    });
  }

  markRefused(batchId: number, reason: unknown, now: number): void {
    this.#end(batchId, 'refused', 'refused', reason, now);
  }

  markInDoubt(batchId: number, reason: unknown, now: number): void {
    this.#end(batchId, 'in-doubt', 'in-doubt', reason, now);
  }

  #end(batchId: number, batchState: string, jobState: string, reason: unknown, now: number): void {
    const text = JSON.stringify(reason);
    this.#db.durablyWithReserve(() => {
      this.#db
        .prepare('UPDATE batches SET state = ?, error = ?, replied_at = ? WHERE id = ?')
        .run(batchState, text, now, batchId);
      this.#db
        .prepare('UPDATE jobs SET state = ?, reason = ?, finished_at = ? WHERE batch_id = ?')
        .run(jobState, text, now, batchId);
    });
  }

  setChildren(jobs: readonly Pick<SentJob, 'id' | 'childId' | 'childLink'>[]): void {
    this.#db.transactionEvenIfMoved(() => {
      const update = this.#db.prepare('UPDATE jobs SET child_id = ?, child_link = ? WHERE id = ?');
      for (const { id, childId, childLink } of jobs) update.run(childId, childLink, id);
    });
  }

  setSelfLink(batchId: number, selfLink: string): void {
    this.#db.prepare('UPDATE batches SET self_link = ? WHERE id = ?').run(selfLink, batchId);
  }

  /** Marks a job as done. Call it in the transaction that adds the take. */
  markJobDone(jobId: number, now: number): void {
    this.#db.prepare(`UPDATE jobs SET state = 'done', reason = NULL, finished_at = ? WHERE id = ?`).run(now, jobId);
  }

  markJobFailed(jobId: number, reason: unknown, now: number): void {
    this.#db
      .prepare(`UPDATE jobs SET state = 'failed', reason = ?, finished_at = ? WHERE id = ?`)
      .run(JSON.stringify(reason), now, jobId);
  }

  /**
   * Records a failed attempt to fetch a result. The job remains accepted, so when the run is resumed, it is fetched
   * again.
   */
  recordFailedAttempt(jobId: number, reason: unknown): void {
    this.#db.prepare('UPDATE jobs SET reason = ? WHERE id = ?').run(JSON.stringify(reason), jobId);
  }

  /** Flushed. */
  markJobsLost(batchId: number, jobIds: readonly number[], reason: unknown, now: number): void {
    this.#db.durablyWithReserve(() => {
      const update = this.#db.prepare(
        `UPDATE jobs SET state = 'lost', reason = ?, finished_at = ? WHERE id = ? AND batch_id = ? AND state = 'accepted'`,
      );
      const text = JSON.stringify(reason);
      for (const id of jobIds) update.run(text, now, id, batchId);
      this.closeBatch(batchId);
    });
  }

  closeBatch(batchId: number): void {
    this.#db
      .prepare(
        `UPDATE batches SET state = 'done' WHERE id = ? AND state = 'accepted'
         AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND state = 'accepted')`,
      )
      .run(batchId);
  }

  recover(reason: unknown, now: number): number {
    const sending = this.#db
      .prepare<{ id: number; jobs: number }>(
        `SELECT id, (SELECT count(*) FROM jobs WHERE batch_id = batches.id) AS jobs
         FROM batches WHERE state = 'sending'`,
      )
      .all();
    for (const { id } of sending) this.markInDoubt(id, reason, now);
    return sending.reduce((sum, { jobs }) => sum + jobs, 0);
  }

  openBatches(connection?: ConnectionIdentity): OpenBatch[] {
    const rows = this.#db
      .prepare<SentJobRow>(
        `SELECT batches.id AS batch_id, batches.run_id AS run_id, batches.self_link AS self_link, jobs.id AS id,
           jobs.line_id AS line_id, custom_id, render_key, request, jobs.characters AS characters, attempts, child_id,
           child_link, jobs.state = 'accepted' AS open
         FROM batches JOIN jobs ON jobs.batch_id = batches.id
         WHERE batches.state = 'accepted' AND (?1 IS NULL OR (batches.origin = ?1 AND batches.user_id = ?2))
           AND EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND state = 'accepted')
         ORDER BY batches.id, jobs.position`,
      )
      .all(connection?.origin ?? null, connection?.userId ?? null);
    const batches = new Map<number, OpenBatch & { jobs: SentJob[]; finished: SentJob[] }>();
    for (const row of rows) {
      const { batch_id: id, run_id: runId, self_link: selfLink } = row;
      const batch = batches.get(id) ?? { id, runId, selfLink, jobs: [], finished: [] };
      batches.set(id, batch);
      (row.open ? batch.jobs : batch.finished).push({
        id: row.id,
        lineId: row.line_id,
        customId: row.custom_id,
        renderKey: row.render_key,
        request: this.#db.readDocument(row.request, (value) => inputParametersSchema.parse(value), 'jobs.request'),
        characters: row.characters,
        attempts: row.attempts,
        childId: row.child_id,
        childLink: row.child_link,
      });
    }
    return [...batches.values()];
  }

  linesInDoubt(): number[] {
    return this.#linesWithJobs('in-doubt');
  }

  /** Returns the lines of jobs being submitted. If no process is still sending a job, its line is in doubt. */
  linesBeingSent(): number[] {
    return this.#linesWithJobs('sent');
  }

  linesInFlight(): number[] {
    return this.#linesWithJobs('accepted');
  }

  /** Returns whether the same request for the line is being sent, or has been accepted but has no result yet. */
  isInFlight({ lineId, renderKey, request }: Pick<NewJob, 'lineId' | 'renderKey' | 'request'>): boolean {
    return (
      this.#db
        .prepare(
          `SELECT 1 FROM jobs WHERE line_id = ? AND render_key = ? AND request = ? AND state IN ('sent', 'accepted')`,
        )
        .get(lineId, renderKey, JSON.stringify(request)) !== undefined
    );
  }

  linesLost(): number[] {
    return this.#linesWithJobs('lost');
  }

  #linesWithJobs(state: 'in-doubt' | 'lost' | 'accepted' | 'sent'): number[] {
    return this.#db
      .prepare<{ id: number }>(
        `SELECT DISTINCT lines.id AS id FROM jobs JOIN lines ON lines.id = jobs.line_id
         WHERE jobs.state = ? AND jobs.render_key = lines.render_key AND lines.deleted_at IS NULL ORDER BY lines.id`,
      )
      .all(state)
      .map((row) => row.id);
  }

  markDoubtsForResubmission(): void {
    this.#db.transaction(() => {
      this.#db.prepare(`UPDATE jobs SET state = 'resubmitted' WHERE state IN ('in-doubt', 'lost')`).run();
      this.#db.prepare(`UPDATE batches SET state = 'resubmitted' WHERE state = 'in-doubt'`).run();
    });
  }

  optionsOf(runId: number): unknown {
    const row = this.#db.prepare<{ options: string }>('SELECT options FROM runs WHERE id = ?').get(runId);
    return row ? parseReason(row.options) : null;
  }
}
