// One node and one worker on PostgreSQL: the short form of the tests in e2e/ with several of each.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { batchJobSchema } from '@lectern/tts-protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SharedService } from './testing/shared-service.ts';
import { all, BODY, EVENTS, SINGLE } from './testing/single-jobs.ts';
import { ACCOUNT, credentials, job } from './testing/test-service.ts';

let service: SharedService;
beforeAll(async () => {
  service = await SharedService.start(1, 0);
  await service.addWorker('--speech', 'silent');
});
afterAll(() => service?.stop());

test('a node accepts jobs, a worker speaks them, and the node sends their events and audio', async () => {
  const response = await fetch(new URL(SINGLE, service.address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentials(ACCOUNT), ...EVENTS },
    body: JSON.stringify(BODY),
  });
  const stages = (await all(response)).map((event) => event.split(' ')[0]);
  expect([...new Set(stages)]).toEqual(['queued', 'active', 'preload', 'generate', 'postprocessing', 'complete']);
  const batch = await service.json('/api/v2/tts/batches', {
    method: 'POST',
    body: JSON.stringify({ jobs: [job(), job()] }),
  });
  const { id } = batchJobSchema.parse(batch);
  const read = async () => batchJobSchema.parse(await service.json(`/api/v2/tts/batches/${id}`));
  await expect.poll(async () => (await read()).status).toBe('completed');
  for (const { output } of (await read()).jobs) {
    const { pathname, search } = new URL(output?.url ?? '');
    const audio = await (await fetch(new URL(pathname + search, service.address))).arrayBuffer();
    expect(audio.byteLength).toBe(output?.size);
  }
});

test('load balancers see that the node is ready', async () => {
  for (const path of ['/health', '/ready']) {
    expect(await (await fetch(new URL(path, service.address))).json()).toEqual({ status: 'ok' });
  }
});

test('an unusable database is explained', () => {
  const cluster = fileURLToPath(new URL('./cluster.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [cluster, 'migrate', '--database', `${service.url}_missing`], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('does not exist')]);
});
