import type { UUID } from 'node:crypto';
import { type JobStatus, jobStatusSchema } from '@lectern/tts-protocol';
import type pg from 'pg';
import { z } from 'zod';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { newUuid } from '../common/ids.ts';
import type { BatchKind, JobStore, RemovedBatches, StoredBatch, StoredJob } from '../ports/jobs.ts';
import { INSERT_ENTRIES, type LaneQueues } from './boss.ts';
import { Grouped, inTransaction, isStorable, plainArray, withoutNul } from './connection.ts';
import { FairOrder, type QueuePlace } from './fair-order.ts';
import { batchRowSchema, JOB_COLUMNS, parseJob } from './job-rows.ts';
import { addRemovedJobs } from './postgres-usage.ts';

const countRow = z.object({ status: jobStatusSchema, jobs: z.number() });
const idRow = z.object({ id: z.string() });
const fileRow = z.object({ file: z.string() });

export interface PostgresJobStoreOptions {
  readonly pool: pg.Pool;
  /** May commit asynchronously. */
  readonly quickPool: pg.Pool;
  readonly queues: LaneQueues;
}

/** Maximum number of batches in a statement. A batch can contain a megabyte of text. */
const MAX_BATCHES_AT_ONCE = 8;

const hostOf = (url: string | null): string | null => (url === null ? null : new URL(url).host);
const storableUrl = (url: string | null): string | null => (url === null ? null : withoutNul(url));

interface PlacedJob extends QueuePlace {
  readonly job: StoredJob;
  readonly entry: UUID;
  readonly queue: string;
}

interface PlacedBatch {
  readonly batch: StoredBatch;
  readonly placed: readonly PlacedJob[];
}

export class PostgresJobStore implements JobStore {
  readonly #options: PostgresJobStoreOptions;
  readonly #order: FairOrder;
  readonly #accepted: Grouped<PlacedBatch, undefined>;

  constructor(options: PostgresJobStoreOptions) {
    this.#options = options;
    this.#order = new FairOrder(options.quickPool);
    this.#accepted = new Grouped(async (batches) => {
      await insertBatches(options.pool, batches);
      return batches.map(() => undefined);
    }, MAX_BATCHES_AT_ONCE);
  }

  async accept(batch: StoredBatch): Promise<void> {
    const { queues } = this.#options;
    const places = await this.#order.place(batch);
    const placed: PlacedJob[] = [];
    for (const [index, job] of batch.jobs.entries()) {
      const place = places[index] ?? { priority: 0, virtualStart: 0 };
      placed.push({ job, entry: newUuid(Date.now()), queue: await queues.of(job.lane), ...place });
    }
    await this.#accepted.add({ batch, placed });
  }

  async findBatch(userId: string, id: string, kind: BatchKind = 'batch'): Promise<StoredBatch | undefined> {
    if (!isStorable(id)) return undefined;
    const { rows } = await this.#options.pool.query({
      name: 'find-batch',
      text: `SELECT batch.id, kind, user_id, created_at, batch.webhook_url, batch.webhook_result,
          coalesce(jsonb_agg(to_jsonb(job) ORDER BY number) FILTER (WHERE job.id IS NOT NULL), '[]') AS jobs
        FROM lectern.batches AS batch LEFT JOIN lectern.jobs AS job ON job.batch_id = batch.id
        WHERE batch.id = $1 AND user_id = $2 AND kind = $3 GROUP BY batch.id`,
      values: [id, userId, kind],
    });
    const [row] = rows;
    if (row === undefined) return undefined;
    const jobs: unknown = row.jobs;
    return { ...batchRowSchema.parse(row), jobs: z.array(z.unknown()).parse(jobs).map(parseJob) };
  }

  async createdAt(userId: string, batchId: string): Promise<number | undefined> {
    if (!isStorable(batchId)) return undefined;
    const { rows } = await this.#options.pool.query<{ created_at: number }>(
      "SELECT created_at FROM lectern.batches WHERE id = $1 AND user_id = $2 AND kind = 'batch'",
      [batchId, userId],
    );
    return rows[0]?.created_at;
  }

  async job(batchId: string, by: 'id' | 'custom_id', value: string): Promise<StoredJob | undefined> {
    if (!isStorable(batchId) || !isStorable(value)) return undefined;
    const { rows } = await this.#options.pool.query(
      `SELECT ${JOB_COLUMNS} FROM lectern.jobs WHERE batch_id = $1 AND ${by} = $2 ORDER BY number LIMIT 1`,
      [batchId, value],
    );
    return rows[0] === undefined ? undefined : parseJob(rows[0]);
  }

  /** Returns jobs by their IDs, in any order. */
  async jobs(ids: readonly string[]): Promise<StoredJob[]> {
    const { rows } = await this.#options.pool.query({
      name: 'jobs-by-id',
      text: `SELECT ${JOB_COLUMNS} FROM lectern.jobs WHERE id = ANY($1)`,
      values: [ids],
    });
    return rows.map(parseJob);
  }

  /** Ends a job of its own batch without rendering it. Returns false, without changes, if it isn't waiting any more. */
  async withdraw(id: string, reason: string, now: number): Promise<boolean> {
    const { rowCount } = await this.#options.pool.query(
      `WITH withdrawn AS (
          UPDATE lectern.jobs SET status = 'failed', error = $2, finished_at = $3
            WHERE id = $1 AND status = 'pending' RETURNING batch_id)
        UPDATE lectern.batches SET open = 0, finished_at = $3 WHERE id = (SELECT batch_id FROM withdrawn)`,
      [id, reason, now],
    );
    return rowCount === 1;
  }

  async countJobs(): Promise<Record<JobStatus, number>> {
    const counts = { pending: 0, in_progress: 0, completed: 0, failed: 0 };
    const { rows } = await this.#options.pool.query(
      'SELECT status, count(*) AS jobs FROM lectern.jobs GROUP BY status',
    );
    for (const row of rows) {
      const { status, jobs } = countRow.parse(row);
      counts[status] = jobs;
    }
    return counts;
  }

  async countBatches(): Promise<number> {
    const { rows } = await this.#options.pool.query<{ batches: number }>(
      "SELECT count(*) AS batches FROM lectern.batches WHERE kind = 'batch'",
    );
    return rows[0]?.batches ?? 0;
  }

  async removeFinished(before: number, maxBatches: number): Promise<RemovedBatches> {
    return inTransaction(this.#options.pool, async (client) => {
      // Skip rows that another node is removing.
      const old = await client.query(
        `SELECT id FROM lectern.batches WHERE finished_at < $1 ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
        [before, maxBatches],
      );
      const ids = old.rows.map((row) => idRow.parse(row).id);
      const files = await client.query(
        `SELECT file FROM lectern.jobs WHERE batch_id = ANY($1) AND file IS NOT NULL
          ORDER BY array_position($1, batch_id), number`,
        [ids],
      );
      await addRemovedJobs(client, ids);
      await client.query('DELETE FROM lectern.jobs WHERE batch_id = ANY($1)', [ids]);
      await client.query('DELETE FROM lectern.batches WHERE id = ANY($1)', [ids]);
      return { batches: ids.length, files: files.rows.map((row) => fileRow.parse(row).file) };
    });
  }

  async isFileInUse(jobId: string, file: string): Promise<boolean> {
    const { rows } = await this.#options.pool.query<{ wanted: boolean }>(
      `SELECT status IN ('pending', 'in_progress') OR file IS NOT DISTINCT FROM $1 AS wanted
        FROM lectern.jobs WHERE id = $2`,
      [file, jobId],
    );
    return rows[0]?.wanted === true;
  }
}

/**
 * Inserts batches, their jobs and their queue entries in a single statement, so no transaction is needed. Inputs are joined by
 * line breaks, which serialised JSON never contains, because arrays of long texts are slower to format and parse.
 */
async function insertBatches(pool: pg.Pool, batches: readonly PlacedBatch[]): Promise<void> {
  const ofBatch = <T>(value: (batch: StoredBatch) => T): T[] => batches.map(({ batch }) => value(batch));
  const jobs = batches.flatMap(({ placed }) => placed);
  const ofJob = <T>(value: (one: PlacedJob) => T): T[] => jobs.map(value);
  await pool.query({
    name: 'insert-batches',
    text: `WITH batch AS (
        INSERT INTO lectern.batches (id, kind, user_id, created_at, webhook_url, webhook_host, open, finished_at)
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::int[],
            $8::bigint[])),
      given AS (
        SELECT * FROM unnest($9::text[], $10::text[], $11::text[], string_to_array($12, E'\\n'), $13::bigint[],
            $14::text[], $15::int[], $16::bigint[], $17::uuid[], $18::text[], $19::text[], $20::text[], $21::int[])
          WITH ORDINALITY AS given (job, batch_id, custom_id, input, seed, lane, priority, virtual_start, entry, queue,
            webhook_url, webhook_host, characters, place)),
      inserted AS (
        INSERT INTO lectern.jobs
            (id, batch_id, custom_id, input, characters, seed, lane, priority, virtual_start, entry, webhook_url, webhook_host)
          SELECT job, batch_id, custom_id, input, characters, seed, lane, priority, virtual_start, entry, webhook_url, webhook_host
            FROM given ORDER BY place)
      ${INSERT_ENTRIES}`,
    values: [
      ofBatch(({ id }) => id),
      ofBatch(({ kind }) => kind),
      ofBatch(({ user_id }) => user_id),
      ofBatch(({ created_at }) => created_at),
      ofBatch(({ webhook_url }) => storableUrl(webhook_url)),
      ofBatch(({ webhook_url }) => hostOf(webhook_url)),
      ofBatch((batch) => batch.jobs.length),
      ofBatch((batch) => (batch.jobs.length === 0 ? batch.created_at : null)),
      ofJob(({ job }) => job.id),
      ofJob(({ job }) => job.batch_id),
      ofJob(({ job }) => job.custom_id),
      ofJob(({ job }) => JSON.stringify(job.input)).join('\n'),
      plainArray(ofJob(({ job }) => job.seed)),
      ofJob(({ job }) => job.lane),
      plainArray(ofJob(({ priority }) => priority)),
      plainArray(ofJob(({ virtualStart }) => virtualStart)),
      plainArray(ofJob(({ entry }) => entry)),
      ofJob(({ queue }) => queue),
      ofJob(({ job }) => storableUrl(job.webhook_url)),
      ofJob(({ job }) => hostOf(job.webhook_url)),
      ofJob(({ job }) => countCharacters(job.input.text)),
    ],
  });
}
