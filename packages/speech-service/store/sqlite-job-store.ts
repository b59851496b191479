import { type JobStatus, jobStatusSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import {
  type BatchKind,
  batchKindSchema,
  type EndedJob,
  type FinishedJob,
  type JobStore,
  type RemovedBatches,
  type StoredBatch,
  type StoredJob,
  storedInputSchema,
} from '../ports/jobs.ts';
import type { ServiceDatabase } from './database.ts';

const jsonColumn = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

const webhookResult = jsonColumn(z.object({ called_at: z.string(), response_status: z.int() })).nullable();

const JOB_FIELDS =
  'id, batch_id, custom_id, input, seed, lane, webhook_url, webhook_result, status, file, duration, size, error';
const jobRow = z.object({
  id: z.string(),
  batch_id: z.string(),
  custom_id: z.string().nullable(),
  input: jsonColumn(storedInputSchema),
  seed: z.number(),
  lane: z.string(),
  webhook_url: z.string().nullable(),
  webhook_result: webhookResult,
  status: jobStatusSchema,
  file: z.string().nullable(),
  duration: z.number().nullable(),
  size: z.number().nullable(),
  error: z.string().nullable(),
});

const BATCH_FIELDS = 'id, kind, user_id, created_at, webhook_url, webhook_result';
const batchRow = z.object({
  id: z.string(),
  kind: batchKindSchema,
  user_id: z.string(),
  created_at: z.number(),
  webhook_url: z.string().nullable(),
  webhook_result: webhookResult,
});

const countRow = z.object({ status: jobStatusSchema, jobs: z.number() });
const laneRow = z.object({ lane: z.string() });
const batchIdRow = z.object({ id: z.string() });
const fileRow = z.object({ file: z.string() });

/** Called within the transaction that ends the job. Must use the same `ServiceDatabase` and not start a transaction. */
export type OnJobEnded = (ended: EndedJob) => void;

/** The store of a service that is the only one to use its database. */
export class SqliteJobStore implements JobStore {
  readonly #database: ServiceDatabase;

  /** Resets jobs that were still in progress when the service stopped. */
  constructor(database: ServiceDatabase) {
    this.#database = database;
    database.run("UPDATE jobs SET status = 'pending' WHERE status = 'in_progress'");
  }

  accept(batch: StoredBatch): void {
    this.#database.durableTransaction(() => this.#insert(batch));
  }

  findBatch(userId: string, id: string, kind: BatchKind = 'batch'): StoredBatch | undefined {
    const row = this.#database.get(`SELECT ${BATCH_FIELDS} FROM batches WHERE id = ? AND user_id = ? AND kind = ?`, [
      id,
      userId,
      kind,
    ]);
    if (row === undefined) return undefined;
    const jobs = this.#database.all(`SELECT ${JOB_FIELDS} FROM jobs WHERE batch_id = ? ORDER BY number`, [id]);
    return { ...batchRow.parse(row), jobs: jobs.map((job) => jobRow.parse(job)) };
  }

  createdAt(userId: string, batchId: string): number | undefined {
    const row = this.#database.get("SELECT created_at FROM batches WHERE id = ? AND user_id = ? AND kind = 'batch'", [
      batchId,
      userId,
    ]);
    return row === undefined ? undefined : Number(row['created_at']);
  }

  job(batchId: string, by: 'id' | 'custom_id', value: string): StoredJob | undefined {
    const row = this.#database.get(
      `SELECT ${JOB_FIELDS} FROM jobs WHERE batch_id = ? AND ${by} = ? ORDER BY number LIMIT 1`,
      [batchId, value],
    );
    return row === undefined ? undefined : jobRow.parse(row);
  }

  /** Marks a lane's next job as in progress and returns it: the oldest of the lowest rank. Takes constant time. */
  claim(lane: string): StoredJob | undefined {
    const row = this.#database.get(
      `UPDATE jobs SET status = 'in_progress'
       WHERE number = (SELECT number FROM jobs WHERE status = 'pending' AND lane = ? ORDER BY rank, number LIMIT 1)
       RETURNING ${JOB_FIELDS}`,
      [lane],
    );
    return row === undefined ? undefined : jobRow.parse(row);
  }

  /** Returns the lanes of all pending jobs. Scans all of them, so call it only at startup. */
  lanes(): string[] {
    const rows = this.#database.all("SELECT DISTINCT lane FROM jobs WHERE status = 'pending'", []);
    return rows.map((row) => laneRow.parse(row).lane);
  }

  /** Completes a job in progress. Returns undefined, without changes, if it isn't in progress. */
  complete(id: string, { file, duration, size }: FinishedJob, now: number, onEnded?: OnJobEnded): EndedJob | undefined {
    return this.#end(
      "status = 'completed', file = ?, duration = ?, size = ?",
      [file, duration, size],
      id,
      now,
      onEnded,
    );
  }

  /** @param reason a sentence for the client */
  fail(id: string, reason: string, now: number, onEnded?: OnJobEnded): EndedJob | undefined {
    return this.#end("status = 'failed', error = ?", [reason], id, now, onEnded);
  }

  /** Runs several operations in one transaction, which costs little more than a single one. */
  inTransaction<T>(work: () => T): T {
    return this.#database.transaction(work);
  }

  release(id: string, lane: string): void {
    this.#database.run("UPDATE jobs SET status = 'pending', lane = ? WHERE id = ? AND status = 'in_progress'", [
      lane,
      id,
    ]);
  }

  countJobs(): Record<JobStatus, number> {
    const counts = { pending: 0, in_progress: 0, completed: 0, failed: 0 };
    for (const row of this.#database.all('SELECT status, count(*) AS jobs FROM jobs GROUP BY status', [])) {
      const { status, jobs } = countRow.parse(row);
      counts[status] = jobs;
    }
    return counts;
  }

  countBatches(): number {
    const row = this.#database.get("SELECT count(*) AS batches FROM batches WHERE kind = 'batch'", []);
    return Number(row?.['batches'] ?? 0);
  }

  /** Deletes up to `maxBatches` finished batches with their jobs. */
  removeFinished(before: number, maxBatches: number): RemovedBatches {
    return this.#database.transaction(() => {
      const old = this.#database
        .all('SELECT id FROM batches WHERE finished_at < ? ORDER BY finished_at LIMIT ?', [before, maxBatches])
        .map((row) => batchIdRow.parse(row).id);
      const files = old.flatMap((id) => {
        const rows = this.#database.all('SELECT file FROM jobs WHERE batch_id = ? AND file IS NOT NULL', [id]);
        this.#database.run('DELETE FROM batches WHERE id = ?', [id]);
        return rows.map((row) => fileRow.parse(row).file);
      });
      return { batches: old.length, files };
    });
  }

  /** Returns whether a file belongs to a job, including an unfinished job that might still create it. */
  isFileInUse(jobId: string, file: string): boolean {
    const row = this.#database.get(
      "SELECT status IN ('pending', 'in_progress') OR file IS ? AS wanted FROM jobs WHERE id = ?",
      [file, jobId],
    );
    return row?.['wanted'] === 1;
  }

  #end(
    set: string,
    values: readonly (string | number)[],
    id: string,
    now: number,
    alongside: OnJobEnded | undefined,
  ): EndedJob | undefined {
    return this.#database.transaction(() => {
      const row = this.#database.get(
        `UPDATE jobs SET ${set}, finished_at = ? WHERE id = ? AND status = 'in_progress' RETURNING ${JOB_FIELDS}`,
        [...values, now, id],
      );
      if (row === undefined) return undefined;
      const job = jobRow.parse(row);
      const ended = { job, batchIsFinished: this.#finishBatch(job.batch_id, now) };
      alongside?.(ended);
      return ended;
    });
  }

  #finishBatch(id: string, now: number): boolean {
    const finished = this.#database.get(
      `UPDATE batches SET finished_at = ? WHERE id = ? AND NOT EXISTS
         (SELECT 1 FROM jobs WHERE batch_id = ? AND status IN ('pending', 'in_progress')) RETURNING id`,
      [now, id, id],
    );
    return finished !== undefined;
  }

  #insert(batch: StoredBatch): void {
    this.#database.run('INSERT INTO batches (id, kind, user_id, created_at, webhook_url) VALUES (?, ?, ?, ?, ?)', [
      batch.id,
      batch.kind,
      batch.user_id,
      batch.created_at,
      batch.webhook_url,
    ]);
    // A user may be waiting for a single job, so it goes before batches.
    const rank = batch.kind === 'batch' ? 1 : 0;
    for (const job of batch.jobs) {
      this.#database.run(
        'INSERT INTO jobs (id, batch_id, custom_id, input, seed, lane, rank, webhook_url) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        [job.id, job.batch_id, job.custom_id, JSON.stringify(job.input), job.seed, job.lane, rank, job.webhook_url],
      );
    }
  }
}
