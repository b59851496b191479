// Baselines for the service on several machines: bare pg-boss, and PostgreSQL's pgbench.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { PostgresServer } from '../packages/speech-service/testing/postgres-server.ts';
import { type CpuSeconds, cpuSeconds } from './shared-service-load.ts';

const QUEUE = 'bare';
const FETCHED = 16;

interface Pace {
  /** Per second. */
  readonly rate: number;
  /** CPU time for each, in milliseconds. */
  readonly cpu: CpuSeconds;
}

interface BareBossPace {
  /** Of batches. */
  readonly inserted: Pace;
  /** Of jobs. */
  readonly completed: Pace;
}

async function measure(pool: pg.Pool, count: number, work: () => Promise<unknown>): Promise<Pace> {
  const before = await cpuSeconds(pool, []);
  const ownBefore = process.cpuUsage();
  const from = performance.now();
  await work();
  const seconds = (performance.now() - from) / 1000;
  const { user, system } = process.cpuUsage(ownBefore);
  const after = await cpuSeconds(pool, []);
  return {
    rate: count / seconds,
    cpu: { postgres: ((after.postgres - before.postgres) * 1000) / count, node: (user + system) / 1000 / count },
  };
}

export interface BareBossOptions {
  readonly batches: number;
  readonly batchSize: number;
  readonly clients: number;
}

/** Inserts entries into a queue in a separate database, then fetches and completes them. */
export async function bareBoss(
  server: PostgresServer,
  pool: pg.Pool,
  { batches, batchSize, clients }: BareBossOptions,
): Promise<BareBossPace> {
  const boss = new PgBoss({
    connectionString: await server.createDatabase(),
    max: clients,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(QUEUE, { heartbeatSeconds: 10 });
  try {
    const inserted = await measure(pool, batches, () =>
      Promise.all(
        Array.from({ length: clients }, async () => {
          for (let count = 0; count < batches / clients; count += 1) {
            const jobs = Array.from({ length: batchSize }, () => ({ id: randomUUID(), data: { job: randomUUID() } }));
            await boss.insert(QUEUE, jobs);
          }
        }),
      ),
    );
    const completed = await measure(pool, batches * batchSize, () =>
      Promise.all(
        [1, 2].map(async () => {
          for (;;) {
            const jobs = await boss.fetch(QUEUE, { batchSize: FETCHED });
            if (jobs.length === 0) return;
            await boss.complete(
              QUEUE,
              jobs.map(({ id, retryCount }) => ({ id, retryCount })),
            );
          }
        }),
      ),
    );
    return { inserted, completed };
  } finally {
    await boss.stop({ graceful: false });
  }
}

const CLIENTS = 64;

/**
 * Returns how many single-row updates pgbench commits per second, either of the same row or spread over 50 rows. Its clients do
 * nothing else.
 */
export async function pgbenchUpdates(
  url: string,
  pool: pg.Pool,
  seconds: number,
): Promise<{ readonly one: number; readonly many: number }> {
  const { rows } = await pool.query<{ path: string }>("SELECT setting AS path FROM pg_config WHERE name = 'BINDIR'");
  const pgbench = join(rows[0]?.path ?? '', 'pgbench');
  await pool.query('CREATE TABLE public.counters (id int PRIMARY KEY, calls bigint NOT NULL) WITH (fillfactor = 20)');
  await pool.query('INSERT INTO public.counters SELECT id, 0 FROM generate_series(1, 50) AS id');
  const folder = mkdtempSync(join(tmpdir(), 'lectern-pgbench-'));
  const updates = async (most: number): Promise<number> => {
    const script = join(folder, `${most}.sql`);
    writeFileSync(
      script,
      `\\set id random(1, ${most})\nUPDATE public.counters SET calls = calls + 1 WHERE id = :id;\n`,
    );
    const args = [
      '--no-vacuum',
      '-M',
      'prepared',
      '-c',
      `${CLIENTS}`,
      '-j',
      '2',
      '-T',
      `${seconds}`,
      '-f',
      script,
      url,
    ];
    const { stdout } = await promisify(execFile)(pgbench, args);
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? Number.NaN);
  };
  try {
    return { one: await updates(1), many: await updates(50) };
  } finally {
    rmSync(folder, { recursive: true });
    await pool.query('DROP TABLE public.counters');
  }
}
