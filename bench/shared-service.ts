// Measures the service on several machines, with all processes and PostgreSQL on this one: accepting batches over HTTP,
// processing jobs with a null engine, sending events to many clients, and deciding on limits. Compares each with bare pg-boss or
// pgbench on the same server. On a busy machine, CPU times are more meaningful than throughput. Needs Linux and PostgreSQL.
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { newId } from '../packages/speech-service/common/ids.ts';
import type { ServiceAccount } from '../packages/speech-service/ports/accounts.ts';
import { openPool } from '../packages/speech-service/postgres/connection.ts';
import { PostgresRateWindows } from '../packages/speech-service/postgres/postgres-rate-windows.ts';
import { SharedProgressReporter } from '../packages/speech-service/postgres/shared-progress.ts';
import { SharedService } from '../packages/speech-service/testing/shared-service.ts';
import type { BenchRow } from './bench-row.ts';
import {
  avoidMemoryDisk,
  type CpuSeconds,
  cpuSeconds,
  type EventClient,
  followJob,
  JOBS_PER_BATCH,
  sendBatches,
  spreadOf,
  timeAudition,
} from './shared-service-load.ts';
import { bareBoss, pgbenchUpdates } from './shared-service-peers.ts';

const NODES = 2;
const WORKERS = 2;
const CLIENTS = 8;
const ACCEPT_SECONDS = 8;
/** Batches sent before measuring, while nodes still spend much of their time compiling. */
const WARM_UP_BATCHES = 3000;
const JOBS = 8000;
const FINISHED_JOBS = 1_000_000;
const LISTENERS = 200;
/** Minimum interval between progress reports for a job, in milliseconds. */
const EVENT_MS = 100;
const EVENTS_PER_JOB = 60;
/** Lines of one account that wait while another account auditions voices. */
const BACKLOG_LINES = 50_000;
const AUDITIONS = 40;
const DECISION_CLIENTS = 64;
const DECISION_SECONDS = 5;

const BARS = {
  batches: 200,
  batchMs: 100,
  jobs: 500,
  jobMs: 1.5,
  keptRatio: 1.3,
  events: 2000,
  eventMs: 50,
  decisions: 3000,
  auditionMs: 2000,
};

const OTHER_ACCOUNT: ServiceAccount = {
  key: 'sk-other-key',
  userId: 'user-other',
  plan: 'enterprise',
  apiAccess: true,
};

const WORKER = fileURLToPath(new URL('./shared-service-worker.ts', import.meta.url));

const describeLoad = (): string => `load average ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} CPU cores`;
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const total = ({ postgres, node }: CpuSeconds): number => postgres + node;

/** Returns the CPU time for each of `count` units, in milliseconds. */
function perUnit(before: CpuSeconds, after: CpuSeconds, count: number): CpuSeconds {
  const milliseconds = (from: number, to: number): number => ((to - from) * 1000) / count;
  return {
    postgres: milliseconds(before.postgres, after.postgres),
    node: milliseconds(before.node, after.node),
  };
}

const describeCpu = (ms: CpuSeconds): string =>
  `${total(ms).toFixed(2)} ms of CPU time (PostgreSQL ${ms.postgres.toFixed(2)}, Node ${ms.node.toFixed(2)})`;

async function acceptRow(service: SharedService, pool: pg.Pool): Promise<BenchRow> {
  await sendBatches(service, CLIENTS, (sent) => sent >= WARM_UP_BATCHES);
  const before = await cpuSeconds(pool, service.nodes);
  const ours = await sendBatches(service, CLIENTS, (_, milliseconds) => milliseconds > ACCEPT_SECONDS * 1000);
  const cpu = perUnit(before, await cpuSeconds(pool, service.nodes), ours.batches);
  const bare = await bareBoss(service.server, pool, { batches: 400, batchSize: JOBS_PER_BATCH, clients: CLIENTS });
  const rate = ours.batches / ours.seconds;
  return {
    name: `accepting batches of ${JOBS_PER_BATCH} lines over HTTP, ${NODES} nodes, ${CLIENTS} clients`,
    value: `${whole(rate)} batches/s, median ${whole(ours.times.median)} ms, p99 ${whole(ours.times.p99)} ms, ${describeCpu(cpu)} per batch, ${describeLoad()}`,
    against: `pg-boss alone, inserting entries without texts: ${whole(bare.inserted.rate)} batches/s, ${describeCpu(bare.inserted.cpu)} per batch`,
    ratio: rate / bare.inserted.rate,
    bar: `${BARS.batches} batches/s or more, p99 below ${BARS.batchMs} ms`,
    ok: rate >= BARS.batches && ours.times.p99 < BARS.batchMs,
  };
}

interface Drained {
  readonly rate: number;
  readonly cpu: CpuSeconds;
}

/** Submits jobs, then measures how fast workers process them. */
async function drain(service: SharedService, pool: pg.Pool): Promise<Drained> {
  await sendBatches(service, CLIENTS, (sent) => sent >= JOBS / JOBS_PER_BATCH);
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => service.addWorkerProgram(WORKER)));
  const before = await cpuSeconds(pool, workers);
  const from = Date.now();
  for (;;) {
    await sleep(200);
    if ((await pool.query('SELECT 1 FROM pgboss.job LIMIT 1')).rows.length === 0) break;
    if (Date.now() - from > 300_000) throw new Error('Jobs are still waiting after 5 minutes.');
  }
  const after = await cpuSeconds(pool, workers);
  for (const worker of workers) await service.remove(worker);
  const { rows } = await pool.query<{ jobs: number; milliseconds: number }>(
    'SELECT count(*) AS jobs, max(finished_at) - min(finished_at) AS milliseconds FROM lectern.jobs WHERE finished_at >= $1',
    [from],
  );
  const [{ jobs, milliseconds } = { jobs: 0, milliseconds: 0 }] = rows;
  return { rate: (jobs * 1000) / milliseconds, cpu: perUnit(before, after, jobs) };
}

/** Removes jobs that are still waiting. */
async function removeWaiting(pool: pg.Pool): Promise<void> {
  for (const statement of [
    'DELETE FROM pgboss.job',
    "DELETE FROM lectern.jobs WHERE status = 'pending'",
    'DELETE FROM lectern.batches WHERE finished_at IS NULL',
  ]) {
    await pool.query(statement);
  }
  await settle(pool);
}

/** Runs the maintenance that PostgreSQL would otherwise do in the background during measurements. */
async function settle(pool: pg.Pool): Promise<void> {
  for (const statement of ['VACUUM ANALYZE', 'CHECKPOINT']) await pool.query(statement);
}

async function jobRows(service: SharedService, pool: pg.Pool): Promise<BenchRow[]> {
  await removeWaiting(pool);
  const few = await drain(service, pool);
  const bare = await bareBoss(service.server, pool, {
    batches: JOBS / JOBS_PER_BATCH,
    batchSize: JOBS_PER_BATCH,
    clients: CLIENTS,
  });
  await addFinishedJobs(pool);
  await settle(pool);
  const many = await drain(service, pool);
  const kept = total(many.cpu) / total(few.cpu);
  return [
    {
      name: `null jobs, ${WORKERS} workers`,
      value: `${whole(few.rate)} jobs/s, ${describeCpu(few.cpu)} per job, ${describeLoad()}`,
      against: `pg-boss alone, fetching and completing 16 at a time: ${whole(bare.completed.rate)} jobs/s, ${describeCpu(bare.completed.cpu)} per job`,
      ratio: total(few.cpu) / total(bare.completed.cpu),
      bar: `${BARS.jobs} jobs/s or more, at most ${BARS.jobMs} ms per job`,
      ok: few.rate >= BARS.jobs && total(few.cpu) <= BARS.jobMs,
    },
    {
      name: `null jobs, ${WORKERS} workers, ${whole(FINISHED_JOBS)} finished jobs kept`,
      value: `${whole(many.rate)} jobs/s, ${describeCpu(many.cpu)} per job, ${describeLoad()}`,
      against: `the same without them: ${describeCpu(few.cpu)} per job`,
      ratio: kept,
      bar: `at most ${BARS.keptRatio} times the CPU time`,
      ok: kept <= BARS.keptRatio,
    },
  ];
}

async function addFinishedJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO lectern.batches (id, kind, user_id, created_at, open, has_audio, finished_at)
      SELECT 'bb-kept-' || batch, 'batch', 'user', 0, 0, true, (extract(epoch FROM now()) * 1000)::bigint
        FROM generate_series(1, $1::int / $2::int) AS batch`,
    [FINISHED_JOBS, JOBS_PER_BATCH],
  );
  await pool.query(
    `INSERT INTO lectern.jobs (id, batch_id, input, characters, seed, lane, priority, virtual_start, entry, status,
        attempt, file, duration, size, finished_at)
      SELECT 'bc-' || md5(job::text), 'bb-kept-' || 1 + (job - 1) / $2::int,
          '{"text":"' || repeat('Kept words. ', 30) || '"}', 360, 0, 'embedded', -job, job, gen_random_uuid(), 'completed', 1, md5(job::text) || '.mp3', 20, 100000,
          (extract(epoch FROM now()) * 1000)::bigint
        FROM generate_series(1, $1::int) AS job`,
    [FINISHED_JOBS, JOBS_PER_BATCH],
  );
}

async function eventsRow(service: SharedService, pool: pg.Pool): Promise<BenchRow> {
  const latencies: number[] = [];
  const sentAt = new Map<string, number>();
  const onProgress = (id: string, stage: string, stageProgress: number): void => {
    if (stage !== 'generate') return;
    const sent = sentAt.get(`${id} ${stageProgress}`);
    if (sent !== undefined) latencies.push(performance.now() - sent);
  };
  const clients: EventClient[] = [];
  for (let index = 0; index < LISTENERS; index += 1) {
    const node = service.nodes[index % service.nodes.length];
    if (node !== undefined) clients.push(await followJob(node, onProgress));
  }
  const reporter = new SharedProgressReporter(pool);
  for (const { id } of clients) reporter.begin(id);
  await sleep(500);
  const before = await cpuSeconds(pool, service.nodes);
  const from = performance.now();
  // Stagger the jobs, so that events are spread evenly.
  await Promise.all(
    clients.map(async ({ id }, index) => {
      await sleep((index / clients.length) * EVENT_MS);
      for (let step = 1; step <= EVENTS_PER_JOB; step += 1) {
        const fraction = (step * 1.5) / 100;
        sentAt.set(`${id} ${Math.round(fraction * 1000) / 1000}`, performance.now());
        reporter.advance(id, 'generate', fraction);
        await sleep(EVENT_MS + 1);
      }
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  await sleep(1000);
  const count = latencies.length;
  const cpu = perUnit(before, await cpuSeconds(pool, service.nodes), count);
  for (const { close } of clients) close();
  const { median, p99 } = spreadOf(latencies);
  const rate = count / seconds;
  const bare = await bareNotices(pool, rate);
  return {
    name: `progress events to ${LISTENERS} clients, ${NODES} nodes`,
    value: `${whole(rate)} events/s of ${whole((LISTENERS * EVENTS_PER_JOB) / seconds)} sent, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${describeCpu(cpu)} per event, ${describeLoad()}`,
    against: `pg_notify to one listener, one statement each: p99 ${bare.toFixed(1)} ms`,
    ratio: p99 / bare,
    bar: `${whole(BARS.events)} events/s or more (within 5 %), p99 below ${BARS.eventMs} ms`,
    ok: rate >= BARS.events * 0.95 && p99 < BARS.eventMs,
  };
}

/** Measures how long auditions wait for a worker, with and without a long queue of another account's lines. */
async function auditionRow(service: SharedService, pool: pg.Pool): Promise<BenchRow> {
  await removeWaiting(pool);
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => service.addWorker()));
  const timeAuditions = async (): Promise<number> => {
    const times: number[] = [];
    for (let count = 0; count < AUDITIONS; count += 1) {
      const node = service.nodes[count % service.nodes.length];
      if (node !== undefined) times.push(await timeAudition(node, OTHER_ACCOUNT));
    }
    return spreadOf(times).p95;
  };
  const alone = await timeAuditions();
  await sendBatches(service, CLIENTS, (sent) => sent >= BACKLOG_LINES / JOBS_PER_BATCH);
  const behind = await timeAuditions();
  const { rows } = await pool.query<{ waiting: number }>('SELECT count(*)::int AS waiting FROM pgboss.job');
  for (const worker of workers) await service.remove(worker);
  return {
    name: `auditions while ${whole(rows[0]?.waiting ?? 0)} lines of another account wait, ${WORKERS} workers with real speech`,
    value: `started after ${whole(behind)} ms (p95 of ${AUDITIONS}), ${describeLoad()}`,
    against: `with an empty queue: ${whole(alone)} ms`,
    ratio: behind / alone,
    bar: `at most ${whole(BARS.auditionMs)} ms`,
    ok: behind <= BARS.auditionMs,
  };
}

/** Returns the 99th percentile of the latency of plain notifications, in milliseconds, at a rate per second. */
async function bareNotices(pool: pg.Pool, rate: number): Promise<number> {
  const listener = await pool.connect();
  const latencies: number[] = [];
  listener.on('notification', ({ payload = '' }) => latencies.push(performance.now() - Number(payload)));
  await listener.query('LISTEN bare');
  const sent: Promise<unknown>[] = [];
  const from = performance.now();
  for (let count = 0; count < 2 * rate; count += 1) {
    const waitMs = from + (count / rate) * 1000 - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    sent.push(
      pool.query({ name: 'bare-notice', text: "SELECT pg_notify('bare', $1)", values: [String(performance.now())] }),
    );
  }
  await Promise.all(sent);
  await listener.query('UNLISTEN *');
  listener.removeAllListeners('notification');
  listener.release();
  return spreadOf(latencies).p99;
}

async function decisionRows(url: string, pool: pg.Pool): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const bare = await pgbenchUpdates(url, pool, DECISION_SECONDS);
  for (const accounts of [1, 50]) {
    const pools = Array.from({ length: NODES }, () => openPool(url, 10));
    const windows = pools.map((one) => new PostgresRateWindows(one));
    const names = Array.from({ length: accounts }, () => newId('account-'));
    let decisions = 0;
    const before = await cpuSeconds(pool, []);
    const from = performance.now();
    await Promise.all(
      Array.from({ length: DECISION_CLIENTS }, async (_, client) => {
        while (performance.now() - from < DECISION_SECONDS * 1000) {
          const limit = { requests: 1_000_000, characters: 1_000_000_000 };
          await windows[client % NODES]?.take(names[client % accounts] ?? '', limit, 100);
          decisions += 1;
        }
      }),
    );
    const rate = (decisions * 1000) / (performance.now() - from);
    const cpu = perUnit(before, await cpuSeconds(pool, []), decisions);
    await Promise.all(pools.map((one) => one.end()));
    rows.push({
      name: `limit decisions for ${accounts} account${accounts === 1 ? '' : 's'}, flushed, ${NODES} nodes`,
      value: `${whole(rate)} decisions/s, PostgreSQL ${cpu.postgres.toFixed(2)} ms of CPU time each, ${describeLoad()}`,
      against: `pgbench, ${DECISION_CLIENTS} clients updating the rows of ${accounts} account${accounts === 1 ? '' : 's'}: ${whole(accounts === 1 ? bare.one : bare.many)} updates/s`,
      ratio: rate / (accounts === 1 ? bare.one : bare.many),
      bar: `${whole(BARS.decisions)} decisions/s or more`,
      ok: rate >= BARS.decisions,
    });
  }
  return rows;
}

/** Takes about three minutes. */
export async function run(): Promise<BenchRow[]> {
  avoidMemoryDisk();
  const service = await SharedService.start(0, 0, OTHER_ACCOUNT);
  const pool = openPool(service.url, 8, '-c synchronous_commit=off');
  try {
    for (let node = 0; node < NODES; node += 1) await service.addNode('--speech', 'silent', '--log', 'error');
    return [
      await acceptRow(service, pool),
      ...(await decisionRows(service.url, pool)),
      await eventsRow(service, pool),
      await auditionRow(service, pool),
      ...(await jobRows(service, pool)),
    ];
  } finally {
    await pool.end();
    await service.stop();
  }
}
