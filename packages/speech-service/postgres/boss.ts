// Queues in pg-boss, one per lane. Workers pull jobs from them.
import type pg from 'pg';
import { PgBoss } from 'pg-boss';

/** If a job has no heartbeat for this long, another worker takes it. pg-boss requires at least 10 s. */
const HEARTBEAT_SECONDS = 10;
/** How often a job is retried after its worker has died. */
const MAX_LOST_WORKERS = 20;
const MAX_JOB_SECONDS = 6 * 3600;
/** How long pg-boss keeps the entry of a finished job. The job's own row is kept longer. */
const KEPT_ENTRY_SECONDS = 60;
const WAITING_SECONDS = 365 * 24 * 3600;

export const LOST_QUEUE = 'lectern.lost';

/** Returns the name of a lane's queue. Characters that pg-boss doesn't allow in names are encoded in hexadecimal. */
export function queueName(lane: string): string {
  const safe = lane.replaceAll(/[^A-Za-z0-9_-]/g, (character) =>
    [...Buffer.from(character)].map((byte) => `.${byte.toString(16).padStart(2, '0')}`).join(''),
  );
  return `lectern/${safe}`;
}

/** Inverse of `queueName`. */
export function laneOfQueue(queue: string): string {
  const hex = queue
    .slice('lectern/'.length)
    .replaceAll(/\.[0-9a-f]{2}|[^.]/g, (part) =>
      part.startsWith('.') ? part.slice(1) : Buffer.from(part).toString('hex'),
    );
  return Buffer.from(hex, 'hex').toString();
}

export interface BossOptions {
  readonly role: 'migrate' | 'api' | 'worker';
  readonly onError: (error: Error) => void;
}

export async function openBoss(pool: pg.Pool, { role, onError }: BossOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    migrate: role === 'migrate',
    createSchema: role === 'migrate',
    schedule: false,
    // Workers retry jobs of dead workers and delete old entries. pg-boss ensures that only one worker at a time does so.
    supervise: role === 'worker',
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  boss.on('error', onError);
  await boss.start();
  if (role === 'migrate') {
    await boss.createQueue(LOST_QUEUE, { retryLimit: 1000, retentionSeconds: WAITING_SECONDS });
  }
  return boss;
}

/** Options for all entries in a lane's queue. */
const ENTRY_OPTIONS = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  retryLimit: MAX_LOST_WORKERS,
  retryDelay: 0,
  expireInSeconds: MAX_JOB_SECONDS,
  deleteAfterSeconds: KEPT_ENTRY_SECONDS,
  retentionSeconds: WAITING_SECONDS,
  deadLetter: LOST_QUEUE,
};

/**
 * Inserts the rows of the CTE `given` (entry, job, queue, priority, place) into queues. `PgBoss.insert` does the same, but as a
 * separate statement, and more slowly, because it supports options that aren't needed here. Entries have no dead letter queue
 * until they are retried (`addDeadLetters`), because PostgreSQL would check this reference for each of them.
 */
export const INSERT_ENTRIES = `INSERT INTO pgboss.job
    (id, name, data, priority, policy, retry_limit, retry_delay, expire_seconds, deletion_seconds, keep_until,
      heartbeat_seconds)
  SELECT entry, queue, jsonb_build_object('job', job), priority, 'standard', ${MAX_LOST_WORKERS}, 0, ${MAX_JOB_SECONDS},
      ${KEPT_ENTRY_SECONDS}, now() + interval '${WAITING_SECONDS} seconds', ${HEARTBEAT_SECONDS}
    FROM given ORDER BY place`;

/** Makes pg-boss move entries to the dead letter queue after their last attempt. */
export async function addDeadLetters(pool: pg.Pool, queue: string, entries: readonly string[]): Promise<void> {
  await pool.query('UPDATE pgboss.job SET dead_letter = $1 WHERE name = $2 AND id = ANY($3::uuid[])', [
    LOST_QUEUE,
    queue,
    entries,
  ]);
}

/** Creates queues when their lane is first used. */
export class LaneQueues {
  readonly #boss: PgBoss;
  readonly #made = new Map<string, Promise<string>>();

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** Returns the name of a lane's queue, and creates the queue if necessary. */
  of(lane: string): Promise<string> {
    const known = this.#made.get(lane) ?? this.#make(lane);
    this.#made.set(lane, known);
    known.catch(() => this.#made.delete(lane));
    return known;
  }

  async #make(lane: string): Promise<string> {
    const name = queueName(lane);
    await this.#boss.createQueue(name, ENTRY_OPTIONS);
    return name;
  }
}
