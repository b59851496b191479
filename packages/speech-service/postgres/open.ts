import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { Logger } from '../common/log.ts';
import { LaneQueues, openBoss } from './boss.ts';
import { openPool } from './connection.ts';
import { checkSchema, SchemaError } from './migrate.ts';

export interface SharedDatabase {
  readonly pool: pg.Pool;
  /** For statements that may be committed asynchronously. */
  readonly quickPool: pg.Pool;
  readonly boss: PgBoss;
  readonly queues: LaneQueues;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = { api: 10, worker: 5 } as const;
const MAX_QUICK_CONNECTIONS = 2;

/** How long to wait at startup for a database that is starting or failing over, in milliseconds. */
const START_MS = 30_000;
const RETRY_MS = 500;

/**
 * Makes the planner use indexes. Tables grow faster than PostgreSQL collects statistics about them, and a plan that scans or
 * sorts a whole backlog takes a hundred times as long as an index scan.
 */
const PLANNER = [
  ...['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map((plan) => `-c enable_${plan}=off`),
  // The estimated costs of disabled plan types would trigger JIT compilation.
  '-c jit=off',
].join(' ');

async function waitForDatabase(pool: pg.Pool): Promise<void> {
  const givesUpAt = performance.now() + START_MS;
  for (;;) {
    try {
      await checkSchema(pool);
      return;
    } catch (error) {
      // Waiting doesn't help with errors that PostgreSQL reports, other than "starting up" (57P03).
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      const isAway = error instanceof SchemaError ? false : !(error instanceof pg.DatabaseError) || code === '57P03';
      if (!isAway || performance.now() > givesUpAt) throw error;
    }
    await sleep(RETRY_MS);
  }
}

/** Connects to a database that `migrate` has set up. @throws SchemaError; PostgreSQL errors */
export async function openSharedDatabase(url: string, role: 'api' | 'worker', log: Logger): Promise<SharedDatabase> {
  const pool = openPool(url, MAX_CONNECTIONS[role], PLANNER);
  const quickPool = openPool(url, MAX_QUICK_CONNECTIONS, `${PLANNER} -c synchronous_commit=off`);
  const closePools = async (): Promise<void> => {
    await Promise.all([pool.end(), quickPool.end()]);
  };
  try {
    await waitForDatabase(pool);
    const onError = (error: Error): void => log.warn({ reason: error.message }, 'the queue reported a problem');
    // If PostgreSQL crashes and loses pg-boss's last commits, the entries are taken again.
    const boss = await openBoss(quickPool, { role, onError });
    return {
      pool,
      quickPool,
      boss,
      queues: new LaneQueues(boss),
      close: async () => {
        await boss.stop({ graceful: false });
        await closePools();
      },
    };
  } catch (error) {
    await closePools();
    throw error;
  }
}
