import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { JobAttempt, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Logger } from '../common/log.ts';
import type { ClaimedJob, EndedJob, FinishedJob, StoredJob, WorkQueue } from '../ports/jobs.ts';
import { addDeadLetters, type LaneQueues, LOST_QUEUE } from './boss.ts';
import { boundTo, Grouped, inTransaction, withoutNul } from './connection.ts';
import { INTERACTIVE_PRIORITY } from './fair-order.ts';
import { JOB_COLUMNS, jobRowSchema } from './job-rows.ts';

const claimedRow = jobRowSchema.extend({ attempt: z.number(), entry: z.string() });
type ClaimedRow = z.infer<typeof claimedRow>;
const endedRow = z.object({ id: z.string(), batch_is_finished: z.boolean(), owes: z.boolean() });
const writtenRow = jobRowSchema.extend({ batch_is_finished: z.boolean() });
const entryData = z.object({ job: z.string() });

/** Interval of heartbeats for jobs in progress, in milliseconds. */
const TOUCH_MS = 3000;
const LOST_JOBS_MS = 5000;
const WORKERS_LOST = 'The text could not be spoken: every process that tried crashed or was stopped.';

interface HeldJob extends JobAttempt {
  readonly queue: string;
}

interface BossEntry extends JobAttempt {
  readonly data: object;
}

interface JobEnd extends Pick<StoredJob, 'id' | 'status' | 'file' | 'duration' | 'size' | 'error'> {
  readonly attempt: number;
  readonly held: HeldJob | undefined;
}

export interface PostgresWorkQueueOptions {
  readonly pool: pg.Pool;
  /** May commit asynchronously. */
  readonly quickPool: pg.Pool;
  readonly boss: PgBoss;
  readonly queues: LaneQueues;
  /** The name of this worker. Unique among running workers. */
  readonly worker: string;
  readonly now: () => number;
  /** Called when webhook calls are due because jobs have ended. */
  readonly onDeliveries: () => void;
  readonly log: Logger;
}

function withoutAttempt({ attempt: _, ...job }: ClaimedJob): StoredJob {
  return { ...job, file: null, duration: null, size: null, error: null };
}

const attemptKey = ({ id, attempt }: ClaimedJob): string => `${id} ${attempt}`;

/**
 * Takes jobs from pg-boss and fences them: a job's row contains the number of its current attempt, and results of earlier
 * attempts are ignored.
 */
export class PostgresWorkQueue implements WorkQueue {
  readonly #options: PostgresWorkQueueOptions;
  readonly #held = new Map<string, HeldJob>();
  readonly #ends: Grouped<JobEnd, { readonly batchIsFinished: boolean } | undefined>;
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(options: PostgresWorkQueueOptions) {
    this.#options = options;
    this.#ends = new Grouped((ends) => this.#writeEnds(ends));
    this.#timers = [
      setInterval(() => void this.#touch(), TOUCH_MS),
      setInterval(() => void this.failLostJobs(), LOST_JOBS_MS),
    ];
  }

  async claim(lane: string, most: number): Promise<ClaimedJob[]> {
    const { boss, quickPool, queues } = this.#options;
    const queue = await queues.of(lane);
    for (;;) {
      const entries = await boss.fetch<object>(queue, { batchSize: most, ...boundTo(quickPool) });
      if (entries.length === 0) return [];
      const claimed = await this.#claimEntries(queue, entries);
      if (claimed.length > 0) return claimed;
    }
  }

  async #claimEntries(queue: string, entries: readonly BossEntry[]): Promise<ClaimedJob[]> {
    const retried = entries.filter(({ retryCount = 0 }) => retryCount > 0).map(({ id }) => id);
    if (retried.length > 0) await addDeadLetters(this.#options.quickPool, queue, retried);
    const unused = new Map(entries.map(({ id, retryCount }) => [id, { id, retryCount }]));
    const claimed = (await this.#begin(entries)).map(({ entry, ...job }): ClaimedJob => {
      this.#held.set(attemptKey(job), { id: entry, retryCount: unused.get(entry)?.retryCount ?? 0, queue });
      unused.delete(entry);
      return job;
    });
    // These jobs have ended or been removed, so their entries aren't needed any more.
    if (unused.size > 0) await this.#options.boss.deleteJob(queue, [...unused.values()]);
    return claimed;
  }

  async complete(job: ClaimedJob, finished: FinishedJob): Promise<EndedJob | undefined> {
    const ended = { ...withoutAttempt(job), ...finished, status: 'completed' } as const;
    return (await this.#end(job, ended)) ?? (await this.#findWritten(job, finished));
  }

  fail(job: ClaimedJob, reason: string): Promise<EndedJob | undefined> {
    return this.#end(job, { ...withoutAttempt(job), status: 'failed', error: withoutNul(reason) });
  }

  /** Returns a job to a queue with a new entry, so that this doesn't count as a failure of the worker. */
  async release(job: ClaimedJob, lane: string): Promise<void> {
    const { pool, boss, queues } = this.#options;
    const queue = await queues.of(lane);
    const held = this.#held.get(attemptKey(job));
    await inTransaction(pool, async (client) => {
      const entry = randomUUID();
      const { rows } = await client.query<{ priority: number }>(
        `UPDATE lectern.jobs SET status = 'pending', lane = $1, entry = $2, worker = NULL
          WHERE id = $3 AND attempt = $4 AND status = 'in_progress' RETURNING priority`,
        [lane, entry, job.id, job.attempt],
      );
      const [row] = rows;
      if (row === undefined) return;
      await boss.insert(queue, [{ id: entry, data: { job: job.id }, priority: row.priority }], boundTo(client));
      if (held !== undefined) await boss.deleteJob(held.queue, held, boundTo(client));
    });
    this.#held.delete(attemptKey(job));
  }

  /** Returns no further lanes. Jobs in lanes that this worker doesn't support are left to other workers. */
  lanes(): string[] {
    return [];
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Starts an attempt for each entry whose job hasn't ended. Returns the jobs in the order in which to process them. */
  async #begin(entries: readonly BossEntry[]): Promise<ClaimedRow[]> {
    const { rows } = await this.#options.pool.query({
      name: 'begin-jobs',
      text: `WITH begun AS (
          UPDATE lectern.jobs AS job SET status = 'in_progress', attempt = attempt + 1, worker = $2
            FROM unnest($1::text[], $4::uuid[]) AS given (job, entry)
            WHERE job.id = given.job AND job.entry = given.entry AND status IN ('pending', 'in_progress')
            RETURNING job.*),
        clock AS (
          INSERT INTO lectern.clocks AS clock (lane, is_interactive, virtual_time)
            SELECT lane, priority >= $3, max(virtual_start) FROM begun GROUP BY 1, 2 ORDER BY 1, 2
          ON CONFLICT (lane, is_interactive)
            DO UPDATE SET virtual_time = greatest(clock.virtual_time, excluded.virtual_time))
        SELECT ${JOB_COLUMNS}, attempt, entry FROM begun ORDER BY priority DESC, number`,
      values: [
        entries.map(({ data }) => entryData.parse(data).job),
        this.#options.worker,
        INTERACTIVE_PRIORITY,
        entries.map(({ id }) => id),
      ],
    });
    return rows.map((row) => claimedRow.parse(row));
  }

  async #end(claimed: ClaimedJob, job: StoredJob): Promise<EndedJob | undefined> {
    const key = attemptKey(claimed);
    const { id, attempt } = claimed;
    const { status, file, duration, size, error } = job;
    const ended = await this.#ends.add({ id, attempt, held: this.#held.get(key), status, file, duration, size, error });
    this.#held.delete(key);
    return ended && { job, ...ended };
  }

  /** Returns a result that has already been stored, for example if the connection broke before that was confirmed. */
  async #findWritten(
    { id, attempt }: ClaimedJob,
    { file, duration, size }: FinishedJob,
  ): Promise<EndedJob | undefined> {
    const { rows } = await this.#options.pool.query(
      `SELECT ${JOB_COLUMNS}, (SELECT open = 0 FROM lectern.batches WHERE id = batch_id) AS batch_is_finished
        FROM lectern.jobs WHERE id = $1 AND attempt = $2 AND status = 'completed' AND file = $3 AND duration = $4
          AND size = $5`,
      [id, attempt, file, duration, size],
    );
    if (rows[0] === undefined) return undefined;
    const { batch_is_finished: batchIsFinished, ...job } = writtenRow.parse(rows[0]);
    return { job, batchIsFinished };
  }

  async #writeEnds(ends: readonly JobEnd[]): Promise<({ readonly batchIsFinished: boolean } | undefined)[]> {
    const rows = await this.#writeEndRows(ends);
    if (rows.some(({ owes }) => owes)) this.#options.onDeliveries();
    const ended = new Map(rows.map((row) => [row.id, { batchIsFinished: row.batch_is_finished }]));
    return ends.map(({ id }) => {
      const found = ended.get(id);
      // Only one result per job counts, because only one attempt is current.
      ended.delete(id);
      return found;
    });
  }

  /** Stores results and deletes the entries of these jobs in a single statement, so no transaction is needed. */
  async #writeEndRows(ends: readonly JobEnd[]): Promise<z.infer<typeof endedRow>[]> {
    const held = ends.flatMap((end) => (end.held === undefined ? [] : [end.held]));
    const { rows } = await this.#options.pool.query({
      name: 'end-jobs',
      text: `WITH ended AS (
          UPDATE lectern.jobs AS job SET status = given.status, file = given.file, duration = given.duration,
              size = given.size, error = given.error, finished_at = $8
            FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::float8[], $6::bigint[], $7::text[])
              AS given (id, attempt, status, file, duration, size, error)
            WHERE job.id = given.id AND job.attempt = given.attempt AND job.status = 'in_progress'
            RETURNING job.id, job.number, job.batch_id, job.status, job.webhook_url, job.webhook_host),
        freed AS (
          DELETE FROM pgboss.job AS entry USING unnest($9::text[], $10::uuid[], $11::int[]) AS held (name, id, retry_count)
            WHERE entry.name = held.name AND entry.id = held.id AND entry.retry_count = held.retry_count
              AND entry.state = 'active'),
        locked AS (
          SELECT id FROM lectern.batches WHERE id = ANY(ARRAY(SELECT batch_id FROM ended)) ORDER BY id FOR UPDATE),
        counted AS (
          UPDATE lectern.batches AS batch SET open = batch.open - sum.jobs,
              has_audio = batch.has_audio OR sum.has_audio,
              finished_at = CASE WHEN batch.open = sum.jobs THEN $8::bigint END
            FROM (SELECT batch_id, count(*)::int AS jobs, bool_or(status = 'completed') AS has_audio
              FROM ended GROUP BY batch_id) AS sum
            WHERE batch.id = sum.batch_id AND batch.id IN (SELECT id FROM locked)
            RETURNING batch.id, batch.webhook_url, batch.webhook_host, batch.open = 0 AS is_finished),
        owed AS (
          INSERT INTO lectern.deliveries (batch_id, job_id, url, host, due_at)
            SELECT batch_id, job_id, url, host, $8 FROM (
              SELECT 1 AS place, ended.number, ended.batch_id, ended.id AS job_id,
                  coalesce(ended.webhook_url, counted.webhook_url) AS url,
                  coalesce(ended.webhook_host, counted.webhook_host) AS host
                FROM ended JOIN counted ON counted.id = ended.batch_id
              UNION ALL
              SELECT 2, 0, counted.id, NULL, counted.webhook_url, counted.webhook_host FROM counted WHERE is_finished
            ) AS call WHERE url IS NOT NULL ORDER BY place, number RETURNING batch_id)
        SELECT ended.id, counted.is_finished AS batch_is_finished,
            EXISTS (SELECT 1 FROM owed WHERE owed.batch_id = ended.batch_id) AS owes
          FROM ended JOIN counted ON counted.id = ended.batch_id`,
      values: [
        ends.map(({ id }) => id),
        ends.map(({ attempt }) => attempt),
        ends.map(({ status }) => status),
        ends.map(({ file }) => file),
        ends.map(({ duration }) => duration),
        ends.map(({ size }) => size),
        ends.map(({ error }) => error),
        this.#options.now(),
        held.map(({ queue }) => queue),
        held.map(({ id }) => id),
        held.map(({ retryCount }) => retryCount),
      ],
    });
    return rows.map((row) => endedRow.parse(row));
  }

  async #touch(): Promise<void> {
    const { boss, quickPool } = this.#options;
    const byQueue = Map.groupBy([...this.#held.values()], ({ queue }) => queue);
    for (const [queue, held] of byQueue) {
      await boss.touch(queue, held, boundTo(quickPool)).catch((error: unknown) => {
        this.#options.log.warn({ reason: String(error) }, 'jobs in progress could not be reported');
      });
    }
  }

  /** Fails jobs whose workers have died too often. */
  async failLostJobs(): Promise<void> {
    const { boss, pool } = this.#options;
    try {
      const lost = await boss.fetch(LOST_QUEUE, { batchSize: 50 });
      if (lost.length === 0) return;
      const ids = lost.map(({ data }) => entryData.parse(data).job);
      const { rows } = await pool.query<{ id: string; attempt: number }>(
        "SELECT id, attempt FROM lectern.jobs WHERE id = ANY($1) AND status IN ('pending', 'in_progress')",
        [ids],
      );
      for (const { id, attempt } of rows) {
        const end = { status: 'failed', file: null, duration: null, size: null, error: WORKERS_LOST } as const;
        await this.#ends.add({ id, attempt, held: undefined, ...end });
      }
      await boss.complete(LOST_QUEUE, lost);
    } catch (error) {
      this.#options.log.warn({ reason: String(error) }, 'jobs whose workers were lost could not be ended');
    }
  }
}
