import { afterAll, beforeAll } from 'vitest';
import { createLogger } from '../common/log.ts';
import { describeJobPorts } from '../testing/job-store-contract.ts';
import { PostgresServer } from '../testing/postgres-server.ts';
import { migrate } from './migrate.ts';
import { openSharedDatabase } from './open.ts';
import { PostgresJobStore } from './postgres-job-store.ts';
import { PostgresWorkQueue } from './postgres-work-queue.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await PostgresServer.start();
});
afterAll(() => server?.stop());

describeJobPorts('PostgreSQL', async () => {
  const url = await server.createDatabase();
  await migrate(url);
  const log = createLogger('silent', () => {});
  const database = await openSharedDatabase(url, 'worker', log);
  let time = 0;
  const queue = new PostgresWorkQueue({ ...database, worker: 'w', now: () => time, onDeliveries: () => {}, log });
  return {
    store: new PostgresJobStore(database),
    queue,
    setTime: (now) => {
      time = now;
    },
    close: async () => {
      queue.stop();
      await database.close();
    },
  };
});
