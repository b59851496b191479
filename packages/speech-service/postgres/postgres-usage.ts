// Usage of accounts per calendar month (UTC). It is calculated from the rows of jobs. When these are removed, their totals are
// added to the month.
import type { Scope } from '@lectern/tts-protocol';
import type pg from 'pg';
import { z } from 'zod';
import type { ServiceAccount, UsageMeter, UsedQuota } from '../ports/accounts.ts';

/** Returns the month of a time in milliseconds since the epoch, such as `2026-11`. */
export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

function nextMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** SQL expression for the month in which a batch was created. */
const SQL_MONTH = "to_char(to_timestamp(batch.created_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM')";

const acceptedRow = z.object({ accepted_characters: z.number() });

/** Counts streams, which have no rows, and the characters of accounts with a quota. */
export class PostgresUsage implements UsageMeter {
  readonly #pool: pg.Pool;
  readonly #now: () => number;

  constructor(pool: pg.Pool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  /** Checks and counts in a single statement, which locks the month's row, so that quotas hold across all nodes. */
  async count(account: ServiceAccount, scope: Scope, characters: number): Promise<UsedQuota | undefined> {
    const { userId, monthlyCharacters: quota } = account;
    const isStream = scope === 'stream';
    if (quota === undefined && !isStream) return undefined;
    const now = this.#now();
    const { rowCount } = await this.#pool.query({
      name: 'count-usage',
      text: `INSERT INTO lectern.usage AS usage (user_id, month, accepted_characters, streams, stream_characters)
          SELECT $1, $2, $3::bigint, $4::bigint, $6::bigint
            WHERE $5::bigint IS NULL OR $3::bigint <= $5::bigint
        ON CONFLICT (user_id, month) DO UPDATE SET
            accepted_characters = usage.accepted_characters + excluded.accepted_characters,
            streams = usage.streams + excluded.streams,
            stream_characters = usage.stream_characters + excluded.stream_characters
          WHERE $5::bigint IS NULL OR usage.accepted_characters + excluded.accepted_characters <= $5::bigint`,
      values: [userId, monthOf(now), characters, isStream ? 1 : 0, quota ?? null, isStream ? characters : 0],
    });
    if (rowCount === 1) return undefined;
    const { rows } = await this.#pool.query(
      'SELECT accepted_characters FROM lectern.usage WHERE user_id = $1 AND month = $2',
      [userId, monthOf(now)],
    );
    const used = rows[0] === undefined ? 0 : acceptedRow.parse(rows[0]).accepted_characters;
    return { used, nextMonth: nextMonth(now) };
  }
}

/** Adds the jobs of batches to their accounts' monthly totals. Call this in the transaction that removes the batches. */
export async function addRemovedJobs(client: pg.PoolClient, batchIds: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO lectern.usage AS usage
        (user_id, month, removed_jobs, removed_failures, removed_characters, removed_seconds)
      SELECT user_id, ${SQL_MONTH} AS month, count(*), count(*) FILTER (WHERE job.status = 'failed'),
          coalesce(sum(characters) FILTER (WHERE job.status = 'completed'), 0), coalesce(sum(duration), 0)
        FROM lectern.batches AS batch JOIN lectern.jobs AS job ON job.batch_id = batch.id
        WHERE batch.id = ANY($1) AND kind <> 'stream' GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (user_id, month) DO UPDATE SET
        removed_jobs = usage.removed_jobs + excluded.removed_jobs,
        removed_failures = usage.removed_failures + excluded.removed_failures,
        removed_characters = usage.removed_characters + excluded.removed_characters,
        removed_seconds = usage.removed_seconds + excluded.removed_seconds`,
    [batchIds],
  );
}

const monthRow = z.object({
  user_id: z.string(),
  name: z.string(),
  month: z.string(),
  jobs: z.number(),
  unfinished: z.number(),
  failed: z.number(),
  characters: z.number(),
  seconds: z.number(),
  streams: z.number(),
  stream_characters: z.number(),
});
/** `characters` and `seconds` only include completed jobs. */
export type MonthlyUsage = z.infer<typeof monthRow>;

const jobRow = z.object({
  user_id: z.string(),
  batch_id: z.string(),
  job_id: z.string(),
  custom_id: z.string().nullable(),
  created_at: z.number(),
  finished_at: z.number().nullable(),
  input: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.object({ voice: z.string(), voice_2: z.string().nullish(), voice_engine: z.string() })),
  characters: z.number(),
  seconds: z.number().nullable(),
  status: z.string(),
  error: z.string().nullable(),
});
export type RenderedJob = z.infer<typeof jobRow>;

export interface UsageFilter {
  readonly userId?: string | undefined;
  /** Such as `2026-11`. */
  readonly month?: string | undefined;
}

/** Returns the usage of each account and month, sorted by account, then by month. */
export async function readMonthlyUsage(pool: pg.Pool, { userId, month }: UsageFilter): Promise<MonthlyUsage[]> {
  const { rows } = await pool.query(
    `WITH present AS (
        SELECT user_id, ${SQL_MONTH} AS month, count(*) AS jobs,
            count(*) FILTER (WHERE job.status IN ('pending', 'in_progress')) AS unfinished,
            count(*) FILTER (WHERE job.status = 'failed') AS failed,
            coalesce(sum(characters) FILTER (WHERE job.status = 'completed'), 0)::bigint AS characters,
            coalesce(sum(duration), 0) AS seconds
          FROM lectern.batches AS batch JOIN lectern.jobs AS job ON job.batch_id = batch.id
          WHERE kind <> 'stream' GROUP BY 1, 2)
      SELECT user_id, coalesce(account.name, '') AS name, month, coalesce(jobs, 0) + coalesce(removed_jobs, 0) AS jobs,
          coalesce(unfinished, 0) AS unfinished, coalesce(failed, 0) + coalesce(removed_failures, 0) AS failed,
          coalesce(characters, 0) + coalesce(removed_characters, 0) AS characters,
          coalesce(seconds, 0) + coalesce(removed_seconds, 0) AS seconds, coalesce(streams, 0) AS streams,
          coalesce(stream_characters, 0) AS stream_characters
        FROM present FULL JOIN lectern.usage USING (user_id, month) LEFT JOIN lectern.accounts AS account USING (user_id)
        WHERE ($1::text IS NULL OR user_id = $1) AND ($2::text IS NULL OR month = $2)
        ORDER BY account.created_at, user_id, month`,
    [userId ?? null, month ?? null],
  );
  return rows.map((row) => monthRow.parse(row));
}

/** Yields jobs that are still stored, oldest first, in groups. */
export async function* readRenderedJobs(pool: pg.Pool, { userId, month }: UsageFilter): AsyncGenerator<RenderedJob[]> {
  for (let last = 0; ; ) {
    const { rows } = await pool.query(
      `SELECT number, user_id, batch_id, job.id AS job_id, custom_id, created_at, job.finished_at, input, characters,
          duration AS seconds, status, error
        FROM lectern.jobs AS job JOIN lectern.batches AS batch ON batch.id = job.batch_id
        WHERE number > $1 AND kind <> 'stream' AND ($2::text IS NULL OR user_id = $2) AND ($3::text IS NULL OR ${SQL_MONTH} = $3)
        ORDER BY number LIMIT 1000`,
      [last, userId ?? null, month ?? null],
    );
    if (rows.length === 0) return;
    yield rows.map((row) => jobRow.parse(row));
    last = Number(rows.at(-1)?.number);
  }
}
