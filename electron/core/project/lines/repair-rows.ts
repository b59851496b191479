// Repairs rows that Lectern can't have written, for example after disk damage. Otherwise their lines would count as
// never sent and be paid for again.
import { type InputParameters, inputParametersSchema } from '@lectern/tts-protocol';
import type { DoubtReason } from '../../../../shared/model/problems/line-failure.ts';
import type { Database } from '../folder/database.ts';
import { lineState } from './line-states.ts';
import { lineKey, type RenderKeys } from './render-key.ts';

export interface RowRepairs {
  readonly repaired: readonly number[];
  /** Lines whose submitted request is unreadable; they are now in doubt. */
  readonly inDoubt: readonly number[];
}

const MALFORMED = (key: string): string => `(length(${key}) <> 64 OR ${key} GLOB '*[^0-9a-f]*')`;

interface UnreadableJob {
  readonly id: number;
  readonly line_id: number;
  readonly batch_id: number;
  readonly render_key: string;
  readonly request: string;
}

export const hasUnreadableRows = (db: Database): boolean => hasRows(unreadableRows(db));

/** Stores the originals of repaired rows in `kept_aside`. @throws ProjectError */
export function repairRows(db: Database, keys: RenderKeys, now: number): RowRepairs {
  const repaired = new Set<number>();
  const inDoubt = new Set<number>();
  const damaged = unreadableRows(db);
  if (!hasRows(damaged)) return { repaired: [], inDoubt: [] };
  db.durably(() => {
    for (const { id } of damaged.lines) {
      archiveRow(db, 'lines', id, now);
      keys.rekeyLine(id);
      repaired.add(id);
    }
    for (const job of damaged.jobs) {
      archiveRow(db, 'jobs', job.id, now);
      (repairJob(db, keys, job) ? repaired : inDoubt).add(job.line_id);
    }
    for (const { id, line_id, key } of damaged.takes) {
      archiveRow(db, 'takes', id, now);
      if (key !== null) db.prepare('UPDATE takes SET render_key = ? WHERE id = ?').run(key, id);
      repaired.add(line_id);
    }
    // Query again, because the repairs above might have restored matching keys.
    for (const { line_id, render_key, take_id } of unpickedTakes(db)) {
      db.prepare('INSERT OR IGNORE INTO picks (line_id, render_key, take_id) VALUES (?, ?, ?)').run(
        line_id,
        render_key,
        take_id,
      );
      repaired.add(line_id);
    }
  });
  return { repaired: [...repaired], inDoubt: [...inDoubt] };
}

function unreadableRows(db: Database) {
  return {
    lines: db
      .prepare<{ readonly id: number }>(
        `SELECT id FROM lines WHERE deleted_at IS NULL AND render_key IS NOT NULL AND ${MALFORMED('render_key')}`,
      )
      .all(),
    jobs: unreadableJobs(db),
    takes: db
      .prepare<{ readonly id: number; readonly line_id: number; readonly key: string | null }>(
        `SELECT id, line_id, (SELECT render_key FROM picks WHERE take_id = takes.id AND kept = 0) AS key
         FROM takes WHERE ${MALFORMED('render_key')}`,
      )
      .all(),
    unpicked: unpickedTakes(db),
  };
}

const hasRows = (damaged: ReturnType<typeof unreadableRows>): boolean =>
  Object.values(damaged).some((rows) => rows.length > 0);

function unreadableJobs(db: Database): UnreadableJob[] {
  const isMalformed = MALFORMED('render_key');
  return db
    .prepare<UnreadableJob & { readonly is_malformed: 0 | 1 }>(
      `SELECT id, line_id, batch_id, render_key, request, ${isMalformed} AS is_malformed FROM jobs
       WHERE state IN ('sent', 'accepted') OR (state = 'in-doubt' AND ${isMalformed})`,
    )
    .all()
    .filter(({ is_malformed, request }) => is_malformed === 1 || readRequest(request) === null);
}

/** Every new take is picked, so if a line has a usable take but no pick, the pick's row is missing. */
function unpickedTakes(db: Database) {
  return db
    .prepare<{ readonly line_id: number; readonly render_key: string; readonly take_id: number }>(
      `SELECT lines.id AS line_id, lines.render_key AS render_key, max(takes.id) AS take_id
       FROM lines JOIN takes ON takes.line_id = lines.id AND takes.render_key = lines.render_key
       WHERE lines.deleted_at IS NULL AND takes.verdict IS NOT 'rejected' AND takes.audio_problem IS NULL
         AND NOT EXISTS (SELECT 1 FROM picks WHERE picks.line_id = lines.id AND picks.render_key = lines.render_key)
       GROUP BY lines.id`,
    )
    .all();
}

function repairJob(db: Database, keys: RenderKeys, job: UnreadableJob): boolean {
  const line = lineState(db, job.line_id);
  const own = readRequest(job.request);
  if (own !== null) {
    const candidates = [lineKey(own, false), lineKey(own, true)];
    const key = candidates.find((each) => each === line?.renderKey) ?? candidates[0];
    db.prepare('UPDATE jobs SET render_key = ? WHERE id = ?').run(key ?? job.render_key, job.id);
    return true;
  }
  const built = line && line.renderKey === job.render_key ? keys.requestOf(line) : null;
  if (built?.ok) {
    db.prepare('UPDATE jobs SET request = ? WHERE id = ?').run(JSON.stringify(built.request), job.id);
    return true;
  }
  setInDoubt(db, job, line?.renderKey ?? job.render_key);
  return false;
}

const UNREADABLE: DoubtReason = { kind: 'in-doubt', why: 'unreadable-request' };

/** Decisions about jobs in doubt are made per batch, so the job gets its own batch. */
function setInDoubt(db: Database, { id, batch_id }: UnreadableJob, renderKey: string): void {
  const reason = JSON.stringify(UNREADABLE);
  const batch = db
    .prepare(
      `INSERT INTO batches (run_id, state, origin, user_id, self_link, characters, sent_at, replied_at, error, price, currency)
       SELECT run_id, 'in-doubt', origin, user_id, self_link, (SELECT characters FROM jobs WHERE id = ?1), sent_at,
         replied_at, ?2, price, currency FROM batches WHERE id = ?3`,
    )
    .run(id, reason, batch_id).lastInsertRowid;
  db.prepare(
    'UPDATE batches SET characters = characters - (SELECT characters FROM jobs WHERE id = ?) WHERE id = ?',
  ).run(id, batch_id);
  db.prepare(
    `UPDATE jobs SET state = 'in-doubt', reason = ?, render_key = ?, request = '{}', batch_id = ?, position = 0 WHERE id = ?`,
  ).run(reason, renderKey, batch, id);
}

function readRequest(text: string): InputParameters | null {
  try {
    return inputParametersSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function archiveRow(db: Database, table: 'lines' | 'jobs' | 'takes', id: number, now: number): void {
  const row = db.prepare(`SELECT * FROM ${table} WHERE id = ?`).get(id);
  db.prepare('INSERT INTO kept_aside (what, content, kept_at) VALUES (?, ?, ?)').run(table, JSON.stringify(row), now);
}
