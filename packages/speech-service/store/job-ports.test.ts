import { join } from 'node:path';
import { describeJobPorts } from '../testing/job-store-contract.ts';
import { temporaryFolder } from '../testing/test-service.ts';
import { ServiceDatabase } from './database.ts';
import { SqliteJobStore } from './sqlite-job-store.ts';
import { SqliteWorkQueue } from './sqlite-work-queue.ts';

describeJobPorts('SQLite', () => {
  const folder = temporaryFolder();
  const database = new ServiceDatabase(join(folder.path, 'service.db'));
  const store = new SqliteJobStore(database);
  let time = 0;
  return {
    store,
    queue: new SqliteWorkQueue({ store, now: () => time }),
    setTime: (now) => {
      time = now;
    },
    close: () => {
      database.close();
      folder.remove();
    },
  };
});
