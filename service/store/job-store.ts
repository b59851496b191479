// Batches and their jobs on disk. What was accepted is there after any crash.

import { engineSchema, inputParametersShape, type JobStatus, jobStatusSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import type { ServiceDatabase } from './database.ts';

// The rows of batches and jobs, as they are read.

/** A column of JSON. */
const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

/** What was asked for: a child job's parameters, and those of a single job, which may name any engine. */
const storedInputSchema = z.strictObject({ ...inputParametersShape, voice_engine: engineSchema });
export type StoredInput = z.infer<typeof storedInputSchema>;

const webhookResult = json(z.object({ called_at: z.string(), response_status: z.int() })).nullable();

/** Columns of a job's row, and what they are read with. */
const JOB_FIELDS =
  'id, batch_id, custom_id, input, seed, lane, webhook_url, webhook_result, status, file, duration, size, error';
const jobRow = z.object({
  id: z.string(),
  batch_id: z.string(),
  custom_id: z.string().nullable(),
  input: json(storedInputSchema),
  seed: z.number(),
  /** What it waits in line for (speech/speech-engine.ts). */
  lane: z.string(),
  webhook_url: z.string().nullable(),
  webhook_result: webhookResult,
  status: jobStatusSchema,
  /** The name of its audio file, without a folder, once it is completed. */
  file: z.string().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  /** Bytes. */
  size: z.number().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
});
/** One job: a child of a batch, or a single one. */
export type StoredJob = z.infer<typeof jobRow>;

/** A single job and a conversion are batches of one job, with the job's own identifier. */
const batchKindSchema = z.enum(['batch', 'single', 'conversion']);
export type BatchKind = z.infer<typeof batchKindSchema>;

const BATCH_FIELDS = 'id, kind, user_id, created_at, webhook_url, webhook_result';
const batchRow = z.object({
  id: z.string(),
  kind: batchKindSchema,
  user_id: z.string(),
  created_at: z.number(),
  webhook_url: z.string().nullable(),
  webhook_result: webhookResult,
});
/** A batch with its jobs in the order in which they were given; `created_at` in milliseconds since the epoch. */
export type StoredBatch = z.infer<typeof batchRow> & { readonly jobs: readonly StoredJob[] };

const countRow = z.object({ status: jobStatusSchema, jobs: z.number() });
const laneRow = z.object({ lane: z.string() });
const sweptRow = z.object({ id: z.string() });
const fileRow = z.object({ file: z.string() });

/** A finished job's file (its name, without a folder), seconds and bytes. */
export interface FinishedJob {
  readonly file: string;
  readonly duration: number;
  readonly size: number;
}

/** A job that has just ended, `completed` or `failed`, and whether it was the last one of its batch to end. */
export interface EndedJob {
  readonly job: StoredJob;
  readonly batchIsFinished: boolean;
}

/**
 * What is written together with a job's end: both are there after a crash, or neither is. It runs within the store's
 * transaction, so it must write through the same `ServiceDatabase` and begin none of its own.
 */
export type Alongside = (ended: EndedJob) => void;

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

  /** A user's batch. Those of other users and of another kind are not there. */
  batch(userId: string, id: string, kind: BatchKind = 'batch'): StoredBatch | undefined {
    const row = this.#database.get(`SELECT ${BATCH_FIELDS} FROM batches WHERE id = ? AND user_id = ? AND kind = ?`, [
      id,
      userId,
      kind,
    ]);
    if (row === undefined) return undefined;
    const jobs = this.#database.all(`SELECT ${JOB_FIELDS} FROM jobs WHERE batch_id = ? ORDER BY number`, [id]);
    return { ...batchRow.parse(row), jobs: jobs.map((job) => jobRow.parse(job)) };
  }

  /** When a user's batch (of the kind 'batch') was made, in milliseconds since the epoch. */
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

  /**
   * The next job of a lane, now in progress: of those of the lowest rank the one that has waited longest. However many
   * wait, it takes the same time.
   */
  claim(lane: string): StoredJob | undefined {
    const row = this.#database.get(
      `UPDATE jobs SET status = 'in_progress'
       WHERE number = (SELECT number FROM jobs WHERE status = 'pending' AND lane = ? ORDER BY rank, number LIMIT 1)
       RETURNING ${JOB_FIELDS}`,
      [lane],
    );
    return row === undefined ? undefined : jobRow.parse(row);
  }

  /** The lanes in which a job waits. Goes through all jobs that do: for the start alone. */
  lanes(): string[] {
    const rows = this.#database.all("SELECT DISTINCT lane FROM jobs WHERE status = 'pending'", []);
    return rows.map((row) => laneRow.parse(row).lane);
  }

  /** Ends a job in progress with its audio. @returns undefined where it was not in progress: then nothing is written */
  complete(
    id: string,
    { file, duration, size }: FinishedJob,
    now: number,
    alongside?: Alongside,
  ): EndedJob | undefined {
    return this.#end(
      "status = 'completed', file = ?, duration = ?, size = ?",
      [file, duration, size],
      id,
      now,
      alongside,
    );
  }

  /** Ends a job in progress without audio. `reason`: a sentence for the client. @returns as `complete` */
  fail(id: string, reason: string, now: number, alongside?: Alongside): EndedJob | undefined {
    return this.#end("status = 'failed', error = ?", [reason], id, now, alongside);
  }

  /** Several of these, all of them or none: writing them down costs little more than one. */
  together<T>(work: () => T): T {
    return this.#database.transaction(work);
  }

  /** Gives a job back, to wait in a lane. */
  release(id: string, lane: string): void {
    this.#database.run("UPDATE jobs SET status = 'pending', lane = ? WHERE id = ? AND status = 'in_progress'", [
      lane,
      id,
    ]);
  }

  /** How many jobs there are of each status, single ones and conversions included. */
  counts(): Record<JobStatus, number> {
    const counts = { pending: 0, in_progress: 0, completed: 0, failed: 0 };
    for (const row of this.#database.all('SELECT status, count(*) AS jobs FROM jobs GROUP BY status', [])) {
      const { status, jobs } = countRow.parse(row);
      counts[status] = jobs;
    }
    return counts;
  }

  /** How many batches there are; single jobs and conversions are none. */
  batches(): number {
    const row = this.#database.get("SELECT count(*) AS batches FROM batches WHERE kind = 'batch'", []);
    return Number(row?.['batches'] ?? 0);
  }

  /**
   * Forgets batches that were finished before a moment (milliseconds since the epoch), with their jobs.
   *
   * @param most batches at once
   * @returns how many they were, and the names of their files
   */
  sweep(before: number, most: number): { readonly batches: number; readonly files: readonly string[] } {
    return this.#database.transaction(() => {
      const old = this.#database
        .all('SELECT id FROM batches WHERE finished_at < ? ORDER BY finished_at LIMIT ?', [before, most])
        .map((row) => sweptRow.parse(row).id);
      const files = old.flatMap((id) => {
        const rows = this.#database.all('SELECT file FROM jobs WHERE batch_id = ? AND file IS NOT NULL', [id]);
        this.#database.run('DELETE FROM batches WHERE id = ?', [id]);
        return rows.map((row) => fileRow.parse(row).file);
      });
      return { batches: old.length, files };
    });
  }

  /** Whether a job still has to do with a file: it has or may yet get it. Finished jobs have the one that they name. */
  isWanted(jobId: string, file: string): boolean {
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
    alongside: Alongside | undefined,
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

  /** @returns whether none of its jobs is open any more */
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
    // A user may be waiting for a single job: a book does not come before it.
    const rank = batch.kind === 'batch' ? 1 : 0;
    for (const job of batch.jobs) {
      this.#database.run(
        'INSERT INTO jobs (id, batch_id, custom_id, input, seed, lane, rank, webhook_url) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        [job.id, job.batch_id, job.custom_id, JSON.stringify(job.input), job.seed, job.lane, rank, job.webhook_url],
      );
    }
  }
}
