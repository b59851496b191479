import type { JobState } from '../../../../shared/model/line-status.ts';
import type { Webhook } from '../../../../shared/model/webhook.ts';
import type { Database } from '../folder/database.ts';
import { webhookOf } from './webhook-results.ts';

/** Times are in milliseconds since the epoch. */
export interface RunRecord {
  readonly id: number;
  readonly createdAt: number;
  readonly state: 'open' | 'done' | 'cancelled';
  readonly finishedAt: number | null;
}

export type BatchState = 'sending' | 'accepted' | 'refused' | 'not-sent' | 'in-doubt' | 'done' | 'resubmitted';

export interface JobRecord {
  readonly lineId: number;
  readonly state: JobState;
  readonly reason: unknown;
  readonly characters: number;
  readonly finishedAt: number | null;
}

export interface BatchRecord {
  readonly id: number;
  readonly runId: number;
  readonly state: BatchState;
  readonly sentAt: number;
  readonly characters: number;
  readonly reason: unknown;
  readonly webhook: Webhook | null;
  readonly jobs: readonly JobRecord[];
}

export interface RunSpending extends RunRecord {
  readonly lines: number;
  /** Characters that the service has accepted or might have accepted. */
  readonly characters: number;
  readonly batches: number;
}

export interface Spending {
  readonly total: number;
  readonly auditions: number;
  /** Characters of lines that already had a take, or an earlier job accepted by the service. */
  readonly retakes: number;
  readonly inDoubt: number;
  readonly lost: number;
  readonly runs: readonly RunSpending[];
}

interface RunRow {
  readonly id: number;
  readonly created_at: number;
  readonly state: 'open' | 'done' | 'cancelled';
  readonly finished_at: number | null;
}

interface BatchJobRow {
  readonly batch_id: number;
  readonly run_id: number;
  readonly batch_state: BatchState;
  readonly sent_at: number;
  readonly batch_characters: number;
  readonly error: string | null;
  readonly webhook_host: string | null;
  readonly webhook_called_at: number | null;
  readonly webhook_status: number | null;
  readonly webhook_reads: number;
  readonly line_id: number;
  readonly state: JobState;
  readonly reason: string | null;
  readonly characters: number;
  readonly finished_at: number | null;
}

const BATCH_JOBS = `SELECT batches.id AS batch_id, batches.run_id AS run_id, batches.state AS batch_state, sent_at,
    batches.characters AS batch_characters, error, webhook_host, batches.webhook_called_at AS webhook_called_at,
    batches.webhook_status AS webhook_status, webhook_reads, line_id, jobs.state AS state, jobs.reason AS reason,
    jobs.characters AS characters, finished_at
  FROM batches JOIN jobs ON jobs.batch_id = batches.id`;

const ACCEPTED_JOBS = `state NOT IN ('refused', 'sent')`;

export class JournalReports {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  latestRun(): RunRecord | null {
    const row = this.#db.prepare<RunRow>(`${RUNS} ORDER BY id DESC LIMIT 1`).get();
    return row ? toRunRecord(row) : null;
  }

  /** Returns the run's batches, and unfinished batches of other runs, oldest first. */
  batchesFor(runId: number): BatchRecord[] {
    return groupByBatch(
      this.#db
        .prepare<BatchJobRow>(
          `${BATCH_JOBS} WHERE batches.run_id = ? OR batches.state IN ('sending', 'accepted', 'in-doubt')
             OR batches.id IN (SELECT batch_id FROM jobs WHERE state = 'lost')
           ORDER BY batches.id, jobs.position`,
        )
        .all(runId),
    );
  }

  doubts(): BatchRecord[] {
    return groupByBatch(
      this.#db
        .prepare<BatchJobRow>(
          `${BATCH_JOBS} WHERE jobs.state IN ('in-doubt', 'lost') ORDER BY batches.id, jobs.position`,
        )
        .all(),
    );
  }

  failedJobs(): Map<number, unknown> {
    const rows = this.#db
      .prepare<{ line_id: number; reason: string | null }>(
        `SELECT jobs.line_id AS line_id, jobs.reason AS reason
         FROM jobs JOIN lines ON lines.id = jobs.line_id AND lines.render_key = jobs.render_key
         WHERE jobs.state IN ('failed', 'refused') AND lines.deleted_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM jobs AS later
             WHERE later.line_id = jobs.line_id AND later.render_key = jobs.render_key AND later.id > jobs.id)
           AND NOT EXISTS (SELECT 1 FROM picks JOIN takes ON takes.id = picks.take_id
             WHERE picks.line_id = jobs.line_id AND picks.render_key = jobs.render_key
               AND takes.verdict IS NOT 'rejected' AND takes.audio_problem IS NULL)`,
      )
      .all();
    return new Map(rows.map((row) => [row.line_id, parseReason(row.reason)]));
  }

  acceptedCharacters(): number {
    return (
      this.#db.prepare<{ n: number }>(`SELECT coalesce(sum(characters), 0) AS n FROM jobs WHERE ${ACCEPTED_JOBS}`).get()
        ?.n ?? 0
    );
  }

  spending(): Spending {
    const runs = this.#db
      .prepare<RunRow & { lines: number; characters: number; batches: number }>(
        `SELECT runs.*, coalesce(lines, 0) AS lines, coalesce(spent.characters, 0) AS characters,
           coalesce(spent.batches, 0) AS batches
         FROM runs
         LEFT JOIN (SELECT run_id, count(*) AS lines FROM run_lines GROUP BY run_id) AS ordered ON ordered.run_id = runs.id
         LEFT JOIN (SELECT run_id, sum(characters) AS characters, count(DISTINCT batch_id) AS batches
           FROM jobs WHERE ${ACCEPTED_JOBS} GROUP BY run_id) AS spent ON spent.run_id = runs.id
         ORDER BY runs.id DESC`,
      )
      .all();
    const auditions = this.#auditions();
    return {
      total: this.acceptedCharacters() + auditions,
      auditions,
      retakes: this.#retakes(),
      inDoubt: this.#charactersOf('in-doubt'),
      lost: this.#charactersOf('lost'),
      runs: runs.map((row) => ({
        ...toRunRecord(row),
        lines: row.lines,
        characters: row.characters,
        batches: row.batches,
      })),
    };
  }

  #auditions(): number {
    const row = this.#db.prepare<{ n: number }>('SELECT coalesce(sum(characters), 0) AS n FROM auditions').get();
    return row?.n ?? 0;
  }

  #retakes(): number {
    const row = this.#db
      .prepare<{ n: number }>(
        `SELECT coalesce(sum(characters), 0) AS n FROM jobs WHERE ${ACCEPTED_JOBS} AND (
           EXISTS (SELECT 1 FROM jobs AS earlier WHERE earlier.line_id = jobs.line_id AND earlier.id < jobs.id
             AND earlier.${ACCEPTED_JOBS})
           OR EXISTS (SELECT 1 FROM takes WHERE takes.line_id = jobs.line_id AND takes.created_at < jobs.created_at))`,
      )
      .get();
    return row?.n ?? 0;
  }

  #charactersOf(state: JobState): number {
    const row = this.#db
      .prepare<{ n: number }>(`SELECT coalesce(sum(characters), 0) AS n FROM jobs WHERE state = ?`)
      .get(state);
    return row?.n ?? 0;
  }
}

const RUNS = 'SELECT id, created_at, state, finished_at FROM runs';

const toRunRecord = ({ id, created_at, state, finished_at }: RunRow): RunRecord => ({
  id,
  createdAt: created_at,
  state,
  finishedAt: finished_at,
});

function groupByBatch(rows: readonly BatchJobRow[]): BatchRecord[] {
  const batches = new Map<number, BatchRecord & { readonly jobs: JobRecord[] }>();
  for (const row of rows) {
    const batch = batches.get(row.batch_id) ?? {
      id: row.batch_id,
      runId: row.run_id,
      state: row.batch_state,
      sentAt: row.sent_at,
      characters: row.batch_characters,
      reason: parseReason(row.error),
      webhook: webhookOf({
        host: row.webhook_host,
        calledAt: row.webhook_called_at,
        status: row.webhook_status,
        reads: row.webhook_reads,
      }),
      jobs: [],
    };
    batches.set(row.batch_id, batch);
    batch.jobs.push({
      lineId: row.line_id,
      state: row.state,
      reason: parseReason(row.reason),
      characters: row.characters,
      finishedAt: row.finished_at,
    });
  }
  return [...batches.values()];
}

/** Reasons are JSON documents, or plain text in older projects. */
export function parseReason(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
