import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import type { Logger } from '../common/log.ts';
import { LaneQueues, openBoss } from './boss.ts';
import { openPool } from './connection.ts';
import { checkSchema } from './migrate.ts';

export interface SharedDatabase {
  readonly pool: pg.Pool;
  /** For statements whose commits needn't be flushed. */
  readonly quickPool: pg.Pool;
  readonly boss: PgBoss;
  readonly queues: LaneQueues;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = { api: 10, worker: 5 } as const;
const MAX_QUICK_CONNECTIONS = 2;

/** Connects to a database that `migrate` has set up. @throws SchemaError; PostgreSQL errors */
export async function openSharedDatabase(url: string, role: 'api' | 'worker', log: Logger): Promise<SharedDatabase> {
  const pool = openPool(url, MAX_CONNECTIONS[role]);
  const quickPool = openPool(url, MAX_QUICK_CONNECTIONS, '-c synchronous_commit=off');
  const closePools = async (): Promise<void> => {
    await Promise.all([pool.end(), quickPool.end()]);
  };
  try {
    await checkSchema(pool);
    const onError = (error: Error): void => log.warn({ reason: error.message }, 'the queue reported a problem');
    const boss = await openBoss(pool, { role, onError });
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
