// Upgrades without downtime: a newer version extends the tables while nodes and workers of this version are running and starting.
import { batchJobSchema } from '@lectern/tts-protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../packages/speech-service/postgres/migrate.ts';
import { STEPS } from '../../packages/speech-service/postgres/schema.ts';
import { SharedService } from '../../packages/speech-service/testing/shared-service.ts';
import { job } from '../../packages/speech-service/testing/test-service.ts';

const EXTENDED = {
  version: (STEPS.at(-1)?.version ?? 0) + 1,
  oldest: STEPS.at(-1)?.version ?? 0,
  sql: `ALTER TABLE lectern.jobs ADD COLUMN mood text;
    ALTER TABLE lectern.accounts ADD COLUMN contact text NOT NULL DEFAULT '';
    CREATE TABLE lectern.moods (name text PRIMARY KEY);`,
};

let service: SharedService;
beforeAll(async () => {
  service = await SharedService.start(1, 0);
  await service.addWorker('--speech', 'silent');
});
afterAll(() => service?.stop());

const BATCHES = '/api/v2/tts/batches';
const read = async (id: string) => batchJobSchema.parse(await service.json(`${BATCHES}/${id}`));

async function order(): Promise<string> {
  const body = JSON.stringify({ jobs: Array.from({ length: 20 }, () => job()) });
  return batchJobSchema.parse(await service.json(BATCHES, { method: 'POST', body })).id;
}

test('the previous version’s processes run and start while and after the tables are extended', async () => {
  const before = await order();
  await migrate(service.url, [...STEPS, EXTENDED]);
  const during = await order();
  await service.addNode();
  await service.addWorker('--speech', 'silent');
  for (const running of [service.nodes[0], service.workers[0]]) {
    if (running !== undefined) await service.remove(running, 'SIGTERM');
  }
  const after = await order();
  for (const id of [before, during, after]) {
    await expect.poll(async () => (await read(id)).status, { interval: 200 }).toBe('completed');
    expect((await read(id)).jobs.every(({ status }) => status === 'completed')).toBe(true);
  }
});
