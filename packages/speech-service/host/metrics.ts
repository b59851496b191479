// Metrics for Prometheus. Each process counts its own requests and jobs. Metrics about the queue come from the database, so all
// nodes report the same values. They are only read when Prometheus scrapes a node.
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import type { AnsweredRequest } from '../http/http-app.ts';
import type { StoredBatch, StoredJob } from '../ports/jobs.ts';
import { laneOfQueue } from '../postgres/boss.ts';
import type { SharedDatabase } from '../postgres/open.ts';

/** How long a worker counts as alive after its last heartbeat. It sends one every 5 s. */
const ALIVE_SECONDS = 15;
/** In seconds. Event streams and audio streams can take minutes. */
const DURATION_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The metrics of one process. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #durations: Histogram<'method' | 'route'>;
  readonly #accepted: Counter<'kind'>;
  readonly #finished: Counter<'outcome'>;
  #readQueue: () => Promise<void> = async () => {};

  constructor(database: SharedDatabase) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: 'lectern_requests_total',
      help: 'Answered requests by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'lectern_request_duration_seconds',
      help: 'Time from the start of a request to the end of its response.',
      labelNames: ['method', 'route'],
      buckets: DURATION_BUCKETS,
      registers,
    });
    this.#accepted = new Counter({
      name: 'lectern_jobs_accepted_total',
      help: 'Jobs accepted by this node, by kind.',
      labelNames: ['kind'],
      registers,
    });
    this.#finished = new Counter({
      name: 'lectern_jobs_finished_total',
      help: 'Jobs finished by this worker, by outcome: completed or failed.',
      labelNames: ['outcome'],
      registers,
    });
    this.#addPools({ main: database.pool, quick: database.quickPool });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns all metrics in Prometheus's text format. */
  async text(): Promise<string> {
    // Read the database first, because the registry formats all metrics at the same time.
    await this.#readQueue();
    return this.#registry.metrics();
  }

  countRequest({ method, route, status, seconds }: AnsweredRequest): void {
    this.#requests.inc({ method, route, status });
    this.#durations.observe({ method, route }, seconds);
  }

  countAccepted({ kind, jobs }: StoredBatch): void {
    this.#accepted.inc({ kind }, jobs.length);
  }

  countFinished({ status }: StoredJob): void {
    this.#finished.inc({ outcome: status });
  }

  /** Adds metrics with the same values on all nodes: the queue, the workers and the webhook calls. */
  addQueue(pool: pg.Pool): void {
    const registers = [this.#registry];
    const gauge = (name: string, help: string) => new Gauge({ name: `lectern_${name}`, help, registers });
    const laneGauge = (name: string, help: string) =>
      new Gauge({ name: `lectern_${name}`, help, labelNames: ['lane'], registers });
    const waiting = laneGauge('jobs_waiting', 'Jobs that are waiting for a worker, by lane.');
    const age = laneGauge('oldest_waiting_job_seconds', 'Age of the oldest waiting job, by lane; 0 if there is none.');
    const workers = gauge('workers_alive', `Workers that have sent a heartbeat in the last ${ALIVE_SECONDS} s.`);
    const owed = gauge('deliveries_owed', 'Webhook calls that have not succeeded yet.');
    const up = new Gauge({
      name: 'lectern_database_up',
      help: 'Whether the database responded. If not, the metrics of the queue are missing.',
      registers,
    });
    this.#readQueue = async () => {
      const state = await readQueueFigures(pool).catch(() => undefined);
      up.set(state === undefined ? 0 : 1);
      for (const one of [waiting, age]) one.reset();
      for (const one of [workers, owed]) one.remove();
      if (state === undefined) return;
      for (const lane of state.lanes) {
        waiting.set({ lane: lane.name }, lane.waiting);
        age.set({ lane: lane.name }, lane.age);
      }
      workers.set(state.workers);
      owed.set(state.owed);
    };
  }

  #addPools(pools: Readonly<Record<string, pg.Pool>>): void {
    const connections = new Gauge({
      name: 'lectern_database_connections',
      help: 'Connections to the database, by pool and state: in_use or idle.',
      labelNames: ['pool', 'state'],
      registers: [this.#registry],
      collect: () => {
        for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
          connections.set({ pool, state: 'in_use' }, totalCount - idleCount);
          connections.set({ pool, state: 'idle' }, idleCount);
        }
      },
    });
    const queries = new Gauge({
      name: 'lectern_database_waiting_queries',
      help: 'Queries that are waiting for a connection, by pool.',
      labelNames: ['pool'],
      registers: [this.#registry],
      collect: () => {
        for (const [pool, { waitingCount }] of Object.entries(pools)) queries.set({ pool }, waitingCount);
      },
    });
  }
}

interface QueueFigures {
  readonly lanes: readonly { readonly name: string; readonly waiting: number; readonly age: number }[];
  readonly workers: number;
  readonly owed: number;
}

const queueRow = z.object({ queue: z.string(), waiting: z.number(), age: z.number() });
const countsRow = z.object({ workers: z.number(), owed: z.number() });

async function readQueueFigures(pool: pg.Pool): Promise<QueueFigures> {
  const [queues, counts] = await Promise.all([
    // The table only contains jobs that are waiting, in progress, or have just ended.
    pool.query(`SELECT queue.name AS queue, count(job.id) AS waiting,
        greatest(0, coalesce(extract(epoch FROM now() - min(job.created_on)), 0))::float8 AS age
      FROM pgboss.queue AS queue LEFT JOIN pgboss.job AS job ON job.name = queue.name AND job.state < 'active'
      WHERE queue.name LIKE 'lectern/%' GROUP BY queue.name`),
    pool.query(
      `SELECT (SELECT count(*) FROM lectern.workers WHERE seen_at > now() - make_interval(secs => $1)) AS workers,
        (SELECT count(*) FROM lectern.deliveries) AS owed`,
      [ALIVE_SECONDS],
    ),
  ]);
  const lanes = queues.rows.map((row) => {
    const { queue, waiting, age } = queueRow.parse(row);
    return { name: laneOfQueue(queue), waiting, age };
  });
  return { lanes, ...countsRow.parse(counts.rows[0]) };
}
