// Batches and their jobs on disk. What was accepted is there after any crash.
import { z } from 'zod';
import { inputParametersSchema } from '../../shared/service/input-parameters.ts';
import { jobStatusSchema } from '../../shared/service/vocabulary.ts';
import type { ServiceDatabase } from './database.ts';

const jobRow = z.object({
  id: z.string(),
  batch_id: z.string(),
  custom_id: z.string().nullable(),
  input: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(inputParametersSchema),
  seed: z.number(),
  webhook_url: z.string().nullable(),
  status: jobStatusSchema,
  file: z.string().nullable(),
  duration: z.number().nullable(),
  size: z.number().nullable(),
  error: z.string().nullable(),
});
/** One child job. */
export type StoredJob = z.infer<typeof jobRow>;

const batchRow = z.object({
  id: z.string(),
  user_id: z.string(),
  created_at: z.number(),
  webhook_url: z.string().nullable(),
});
/** A batch with its jobs in the order in which they were given; `created_at` in milliseconds since the epoch. */
export type StoredBatch = z.infer<typeof batchRow> & { readonly jobs: readonly StoredJob[] };

const countRow = z.object({ status: jobStatusSchema, jobs: z.number() });
const sweptRow = z.object({ file: z.string() });

/** A finished job's file (its name, without a folder), seconds and bytes. */
export interface FinishedJob {
  readonly file: string;
  readonly duration: number;
  readonly size: number;
}

const FIELDS = 'id, batch_id, custom_id, input, seed, webhook_url, status, file, duration, size, error';

/** Batches and jobs in the service's database. */
export class JobStore {
  readonly #database: ServiceDatabase;

  /** Takes up what a service that ended left half done. */
  constructor(database: ServiceDatabase) {
    this.#database = database;
    database.run("UPDATE jobs SET status = 'pending' WHERE status = 'in_progress'");
  }

  /** Writes a batch so that it is on the disk when this returns. */
  accept(batch: StoredBatch): void {
    this.#database.durably(() => this.#insert(batch));
  }

  /** A user's batch. Those of other users are not there. */
  batch(userId: string, id: string): StoredBatch | undefined {
    const row = this.#database.get(
      'SELECT id, user_id, created_at, webhook_url FROM batches WHERE id = ? AND user_id = ?',
      [id, userId],
    );
    if (row === undefined) return undefined;
    const jobs = this.#database.all(`SELECT ${FIELDS} FROM jobs WHERE batch_id = ? ORDER BY number`, [id]);
    return { ...batchRow.parse(row), jobs: jobs.map((job) => jobRow.parse(job)) };
  }

  /** When a user's batch was made, in milliseconds since the epoch. */
  createdAt(userId: string, batchId: string): number | undefined {
    const row = this.#database.get('SELECT created_at FROM batches WHERE id = ? AND user_id = ?', [batchId, userId]);
    return row === undefined ? undefined : Number(row['created_at']);
  }

  job(batchId: string, by: 'id' | 'custom_id', value: string): StoredJob | undefined {
    const row = this.#database.get(
      `SELECT ${FIELDS} FROM jobs WHERE batch_id = ? AND ${by} = ? ORDER BY number LIMIT 1`,
      [batchId, value],
    );
    return row === undefined ? undefined : jobRow.parse(row);
  }

  /** The job that has waited longest, now in progress. */
  claim(): StoredJob | undefined {
    const row = this.#database.get(
      `UPDATE jobs SET status = 'in_progress'
       WHERE number = (SELECT number FROM jobs WHERE status = 'pending' ORDER BY number LIMIT 1) RETURNING ${FIELDS}`,
      [],
    );
    return row === undefined ? undefined : jobRow.parse(row);
  }

  complete(id: string, { file, duration, size }: FinishedJob, now: number): void {
    this.#database.run(
      `UPDATE jobs SET status = 'completed', file = ?, duration = ?, size = ?, finished_at = ?
       WHERE id = ? AND status = 'in_progress'`,
      [file, duration, size, now, id],
    );
  }

  fail(id: string, reason: string, now: number): void {
    this.#database.run(
      "UPDATE jobs SET status = 'failed', error = ?, finished_at = ? WHERE id = ? AND status = 'in_progress'",
      [reason, now, id],
    );
  }

  /** Gives a job back, for another try. */
  release(id: string): void {
    this.#database.run("UPDATE jobs SET status = 'pending' WHERE id = ? AND status = 'in_progress'", [id]);
  }

  /** How many jobs there are of each status. */
  counts(): Record<z.infer<typeof jobStatusSchema>, number> {
    const counts = { pending: 0, in_progress: 0, completed: 0, failed: 0 };
    for (const row of this.#database.all('SELECT status, count(*) AS jobs FROM jobs GROUP BY status', [])) {
      const { status, jobs } = countRow.parse(row);
      counts[status] = jobs;
    }
    return counts;
  }

  /** How many batches there are. */
  batches(): number {
    return Number(this.#database.get('SELECT count(*) AS batches FROM batches', [])?.['batches'] ?? 0);
  }

  /**
   * Forgets batches that were finished before a moment (milliseconds since the epoch).
   * @returns the names of their files
   */
  sweep(before: number): string[] {
    const old = `SELECT batch_id FROM jobs GROUP BY batch_id
       HAVING count(*) = count(finished_at) AND max(finished_at) < ?`;
    return this.#database.transaction(() => {
      const files = this.#database.all(`SELECT file FROM jobs WHERE file IS NOT NULL AND batch_id IN (${old})`, [
        before,
      ]);
      this.#database.run(`DELETE FROM batches WHERE id IN (${old})`, [before]);
      return files.map((row) => sweptRow.parse(row).file);
    });
  }

  #insert(batch: StoredBatch): void {
    this.#database.run('INSERT INTO batches (id, user_id, created_at, webhook_url) VALUES (?, ?, ?, ?)', [
      batch.id,
      batch.user_id,
      batch.created_at,
      batch.webhook_url,
    ]);
    for (const job of batch.jobs) {
      this.#database.run(
        'INSERT INTO jobs (id, batch_id, custom_id, input, seed, webhook_url) VALUES (?, ?, ?, ?, ?, ?)',
        [job.id, job.batch_id, job.custom_id, JSON.stringify(job.input), job.seed, job.webhook_url],
      );
    }
  }
}
