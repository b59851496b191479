import { randomUUID } from 'node:crypto';
import { type JobStatus, jobStatusSchema } from '@lectern/tts-protocol';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { countCharacters } from '../../../shared/rules/characters.ts';
import type { BatchKind, JobStore, RemovedBatches, StoredBatch, StoredJob } from '../ports/jobs.ts';
import type { LaneQueues } from './boss.ts';
import { boundTo, inTransaction, isStorable, withoutNul } from './connection.ts';
import { type QueuePlace, reservePlaces } from './fair-order.ts';
import { batchRowSchema, JOB_COLUMNS, parseJob } from './job-rows.ts';
import { addRemovedJobs } from './postgres-usage.ts';

const countRow = z.object({ status: jobStatusSchema, jobs: z.number() });
const idRow = z.object({ id: z.string() });
const fileRow = z.object({ file: z.string() });

export interface PostgresJobStoreOptions {
  readonly pool: pg.Pool;
  /** Its commits needn't be flushed. */
  readonly quickPool: pg.Pool;
  readonly boss: PgBoss;
  readonly queues: LaneQueues;
}

const hostOf = (url: string | null): string | null => (url === null ? null : new URL(url).host);
const storableUrl = (url: string | null): string | null => (url === null ? null : withoutNul(url));

interface PlacedJob extends QueuePlace {
  readonly job: StoredJob;
  readonly entry: string;
}

export class PostgresJobStore implements JobStore {
  readonly #options: PostgresJobStoreOptions;

  constructor(options: PostgresJobStoreOptions) {
    this.#options = options;
  }

  async accept(batch: StoredBatch): Promise<void> {
    const { pool, quickPool, boss, queues } = this.#options;
    const places = await reservePlaces(quickPool, batch);
    const placed = batch.jobs.map((job, index): PlacedJob => {
      const place = places[index] ?? { priority: 0, virtualStart: 0 };
      return { job, entry: randomUUID(), ...place };
    });
    const byQueue = new Map<string, PlacedJob[]>();
    for (const one of placed) {
      const queue = await queues.of(one.job.lane);
      byQueue.set(queue, [...(byQueue.get(queue) ?? []), one]);
    }
    await inTransaction(pool, async (client) => {
      await insertBatch(client, batch, placed);
      for (const [queue, jobs] of byQueue) {
        const entries = jobs.map(({ job, entry, priority }) => ({ id: entry, data: { job: job.id }, priority }));
        await boss.insert(queue, entries, boundTo(client));
      }
    });
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

  /** Returns jobs by their identifiers, in any order. */
  async jobs(ids: readonly string[]): Promise<StoredJob[]> {
    const { rows } = await this.#options.pool.query({
      name: 'jobs-by-id',
      text: `SELECT ${JOB_COLUMNS} FROM lectern.jobs WHERE id = ANY($1)`,
      values: [ids],
    });
    return rows.map(parseJob);
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
      // Several nodes can do this at the same time.
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

async function insertBatch(client: pg.PoolClient, batch: StoredBatch, placed: readonly PlacedJob[]): Promise<void> {
  await client.query({
    name: 'insert-batch',
    text: `INSERT INTO lectern.batches (id, kind, user_id, created_at, webhook_url, webhook_host, open, finished_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      batch.id,
      batch.kind,
      batch.user_id,
      batch.created_at,
      storableUrl(batch.webhook_url),
      hostOf(batch.webhook_url),
      batch.jobs.length,
      batch.jobs.length === 0 ? batch.created_at : null,
    ],
  });
  const column = <T>(value: (one: PlacedJob) => T): T[] => placed.map(value);
  await client.query({
    name: 'insert-jobs',
    text: `INSERT INTO lectern.jobs
        (id, batch_id, custom_id, input, characters, seed, lane, priority, virtual_start, entry, webhook_url, webhook_host)
      SELECT id, $1, custom_id, input, characters, seed, lane, priority, virtual_start, entry, webhook_url, webhook_host
      FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::int[], $8::bigint[], $9::uuid[],
          $10::text[], $11::text[], $12::int[])
        WITH ORDINALITY AS job (id, custom_id, input, seed, lane, priority, virtual_start, entry, webhook_url,
          webhook_host, characters, place)
      ORDER BY place`,
    values: [
      batch.id,
      column(({ job }) => job.id),
      column(({ job }) => job.custom_id),
      column(({ job }) => JSON.stringify(job.input)),
      column(({ job }) => job.seed),
      column(({ job }) => job.lane),
      column(({ priority }) => priority),
      column(({ virtualStart }) => virtualStart),
      column(({ entry }) => entry),
      column(({ job }) => storableUrl(job.webhook_url)),
      column(({ job }) => hostOf(job.webhook_url)),
      column(({ job }) => countCharacters(job.input.text)),
    ],
  });
}
