import { inputParametersSchema, RATE_WINDOW_MS } from '@lectern/tts-protocol';
import type pg from 'pg';
import { z } from 'zod';
import type { FinishedJob } from '../ports/jobs.ts';
import {
  type CountedBatch,
  LeaseLostError,
  type NewUpstreamJob,
  type UpstreamBatch,
  type UpstreamJob,
  type UpstreamJournal,
} from '../ports/upstream.ts';
import { inTransaction } from './connection.ts';

const jobRow = z
  .object({
    number: z.number(),
    job_id: z.string(),
    custom_id: z.string(),
    request: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(inputParametersSchema),
    characters: z.number(),
    child_id: z.string().nullable(),
    child_link: z.string().nullable(),
  })
  .transform(
    ({ job_id: id, custom_id: customId, child_id: childId, child_link: childLink, ...job }): UpstreamJob => ({
      ...job,
      id,
      customId,
      childId,
      childLink,
    }),
  );
const batchRow = z.object({
  batch: z.number(),
  state: z.enum(['sending', 'accepted', 'in-doubt', 'refused']),
  self_link: z.string(),
});
const countedRow = z.object({ number: z.number(), characters: z.number(), age: z.number(), hasReply: z.boolean() });
const resultRow = z.object({ file: z.string(), duration: z.number(), size: z.number() });

const COLUMNS = ['number', 'job_id', 'custom_id', 'request', 'characters', 'child_id', 'child_link']
  .map((column) => `job.${column}`)
  .join(', ');

/** How long batches can count towards the limits, with a margin for inaccurate clocks. */
const COUNTED_SECONDS = (2 * RATE_WINDOW_MS) / 1000;

export interface PostgresUpstreamJournalOptions {
  readonly pool: pg.Pool;
  /** Identifies the account at the other service. Must not contain its credentials. */
  readonly account: string;
  /** The PID of the PostgreSQL backend that holds the lease. */
  readonly backend: number;
}

/** An account's journal. Only the process that holds the account's lease may use it. */
export class PostgresUpstreamJournal implements UpstreamJournal {
  readonly #options: PostgresUpstreamJournalOptions;

  constructor(options: PostgresUpstreamJournalOptions) {
    this.#options = options;
  }

  async begin(number: number, jobs: readonly NewUpstreamJob[]): Promise<readonly UpstreamJob[]> {
    const { pool, account, backend } = this.#options;
    return inTransaction(pool, async (client) => {
      const held = await client.query(
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = $1 LIMIT 1",
        [backend],
      );
      if (held.rows.length === 0) throw new LeaseLostError('Another process may use the account.');
      await client.query('INSERT INTO lectern.upstream_batches (number, account, characters) VALUES ($1, $2, 0)', [
        number,
        account,
      ]);
      const column = <T>(value: (job: NewUpstreamJob) => T): T[] => jobs.map(value);
      // Lock the jobs' rows, so that no other worker takes them in the meantime.
      const { rows } = await client.query(
        `WITH given AS (
            SELECT * FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::bigint[])
              WITH ORDINALITY AS one (id, attempt, custom_id, request, fingerprint, characters, place)),
          current AS (
            SELECT id FROM lectern.jobs WHERE (id, attempt) IN (SELECT id, attempt FROM given)
              AND status = 'in_progress' ORDER BY id FOR UPDATE)
        INSERT INTO lectern.upstream_jobs AS job (job_id, batch, custom_id, request, fingerprint, characters)
          SELECT id, $1, custom_id, request, fingerprint, characters FROM given
            WHERE id IN (SELECT id FROM current) ORDER BY place
          ON CONFLICT (job_id) DO NOTHING RETURNING ${COLUMNS}`,
        [
          number,
          column(({ id }) => id),
          column(({ attempt }) => attempt),
          column(({ customId }) => customId),
          column(({ request }) => JSON.stringify(request)),
          column(({ fingerprint }) => fingerprint),
          column(({ characters }) => characters),
        ],
      );
      const recorded = rows.map((row) => jobRow.parse(row)).sort((a, b) => a.number - b.number);
      if (recorded.length === 0) await client.query('DELETE FROM lectern.upstream_batches WHERE number = $1', [number]);
      else {
        await client.query('UPDATE lectern.upstream_batches SET characters = $2 WHERE number = $1', [
          number,
          recorded.reduce((sum, { characters }) => sum + characters, 0),
        ]);
      }
      return recorded;
    });
  }

  async markAccepted(number: number, selfLink: string): Promise<void> {
    await this.#options.pool.query(
      `UPDATE lectern.upstream_batches SET state = 'accepted', self_link = $2, replied_at = clock_timestamp()
        WHERE number = $1`,
      [number, selfLink],
    );
  }

  async withdraw(number: number, counts: boolean): Promise<void> {
    await inTransaction(this.#options.pool, async (client) => {
      await client.query('DELETE FROM lectern.upstream_jobs WHERE batch = $1', [number]);
      await client.query(
        counts
          ? `UPDATE lectern.upstream_batches SET state = 'withdrawn', replied_at = clock_timestamp() WHERE number = $1`
          : 'DELETE FROM lectern.upstream_batches WHERE number = $1',
        [number],
      );
    });
  }

  markRefused(number: number): Promise<void> {
    return this.#end(number, 'refused');
  }

  markInDoubt(number: number): Promise<void> {
    return this.#end(number, 'in-doubt');
  }

  async #end(number: number, state: 'refused' | 'in-doubt'): Promise<void> {
    await this.#options.pool.query(
      `UPDATE lectern.upstream_batches SET state = $2, replied_at = clock_timestamp() WHERE number = $1`,
      [number, state],
    );
  }

  async setSelfLink(number: number, selfLink: string): Promise<void> {
    await this.#options.pool.query('UPDATE lectern.upstream_batches SET self_link = $2 WHERE number = $1', [
      number,
      selfLink,
    ]);
  }

  async setChildren(jobs: readonly Pick<UpstreamJob, 'number' | 'childId' | 'childLink'>[]): Promise<void> {
    await this.#options.pool.query(
      `UPDATE lectern.upstream_jobs AS job SET child_id = given.child_id, child_link = given.child_link
        FROM unnest($1::bigint[], $2::text[], $3::text[]) AS given (number, child_id, child_link)
        WHERE job.number = given.number`,
      [jobs.map(({ number }) => number), jobs.map(({ childId }) => childId), jobs.map(({ childLink }) => childLink)],
    );
  }

  async batchesOf(ids: readonly string[]): Promise<readonly UpstreamBatch[]> {
    const { rows } = await this.#options.pool.query(
      `SELECT job.batch, batch.state, batch.self_link, ${COLUMNS} FROM lectern.upstream_jobs AS job
        JOIN lectern.upstream_batches AS batch ON batch.number = job.batch
        WHERE job.batch IN (SELECT batch FROM lectern.upstream_jobs WHERE job_id = ANY($1)) ORDER BY job.number`,
      [ids],
    );
    const batches = new Map<number, UpstreamBatch & { readonly jobs: UpstreamJob[] }>();
    for (const row of rows) {
      const { batch: number, state, self_link: selfLink } = batchRow.parse(row);
      const batch = batches.get(number) ?? { number, state, selfLink, jobs: [] };
      batches.set(number, batch);
      batch.jobs.push(jobRow.parse(row));
    }
    return [...batches.values()];
  }

  async recover(): Promise<number> {
    const { pool, account } = this.#options;
    const { rows } = await pool.query<{ jobs: number }>(
      `WITH doubtful AS (
          UPDATE lectern.upstream_batches SET state = 'in-doubt', replied_at = clock_timestamp()
            WHERE account = $1 AND state = 'sending' RETURNING number)
        SELECT count(*) AS jobs FROM lectern.upstream_jobs WHERE batch IN (SELECT number FROM doubtful)`,
      [account],
    );
    return Number(rows[0]?.jobs ?? 0);
  }

  async recent(): Promise<readonly CountedBatch[]> {
    const { pool, account } = this.#options;
    const { rows } = await pool.query(
      `SELECT number, characters,
          greatest(0, extract(epoch FROM clock_timestamp() - replied_at) * 1000)::float8 AS age,
          state <> 'in-doubt' AS "hasReply"
        FROM lectern.upstream_batches
        WHERE account = $1 AND replied_at > clock_timestamp() - make_interval(secs => $2)`,
      [account, COUNTED_SECONDS],
    );
    return rows.map((row) => countedRow.parse(row));
  }

  async findResult(fingerprint: string): Promise<FinishedJob | undefined> {
    const { pool, account } = this.#options;
    const { rows } = await pool.query(
      `SELECT file, duration, size FROM lectern.upstream_jobs AS sent
        JOIN lectern.upstream_batches AS batch ON batch.number = sent.batch
        JOIN lectern.jobs AS job ON job.id = sent.job_id
        WHERE fingerprint = $1 AND account = $2 AND status = 'completed' AND file IS NOT NULL LIMIT 1`,
      [fingerprint, account],
    );
    return rows[0] === undefined ? undefined : resultRow.parse(rows[0]);
  }

  async tidy(): Promise<void> {
    const { pool, account } = this.#options;
    await pool.query(
      `DELETE FROM lectern.upstream_batches AS old
        WHERE account = $1 AND replied_at < clock_timestamp() - make_interval(secs => $2)
          AND NOT EXISTS (SELECT 1 FROM lectern.upstream_jobs AS job WHERE job.batch = old.number)`,
      [account, COUNTED_SECONDS],
    );
  }
}
