// One node and one worker on PostgreSQL: the short form of the tests in e2e/ with several of each.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { batchJobSchema } from '@lectern/tts-protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SharedProcess, SharedService } from './testing/shared-service.ts';
import { all, BODY, EVENTS, SINGLE } from './testing/single-jobs.ts';
import { ACCOUNT, credentials, job } from './testing/test-service.ts';

let service: SharedService;
beforeAll(async () => {
  service = await SharedService.start(0, 0);
  await service.addNode('--health-port', '0');
  await service.addWorker('--speech', 'silent', '--health-port', '0', '--json');
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

/** Reads a path of a process's health port. */
async function report(process: SharedProcess | undefined, path: string): Promise<string> {
  const { health }: { readonly health: string } = JSON.parse(process?.said ?? '');
  const response = await fetch(new URL(path, health));
  return `${response.status} ${await response.text()}`;
}

test('nodes and workers report their health and metrics on a port of their own', async () => {
  const [node, worker] = [service.nodes[0], service.workers[0]];
  for (const process of [node, worker]) {
    expect(await report(process, '/health')).toBe('200 {"status":"ok"}');
    expect(await report(process, '/ready')).toBe('200 {"status":"ok"}');
    expect(await report(process, '/api/v2/voices')).toMatch(/^404 /);
  }
  const reported = await report(node, '/metrics');
  expect(reported).toContain('lectern_requests_total{method="POST",route="/api/v2/tts/batches",status="201"} 1');
  expect(reported).toContain('lectern_request_duration_seconds_count{method="POST",route="/api/v2/tts/batches"} 1');
  expect(reported).toContain('lectern_jobs_accepted_total{kind="batch"} 2');
  expect(reported).toContain('lectern_jobs_accepted_total{kind="single"} 1');
  expect(reported).toContain('lectern_jobs_waiting{lane="embedded"} 0');
  expect(reported).toContain('lectern_oldest_waiting_job_seconds{lane="embedded"} 0');
  expect(reported).toContain('lectern_workers_alive 1');
  expect(reported).toContain('lectern_deliveries_owed 0');
  expect(reported).toMatch(/^lectern_database_connections\{pool="main",state="in_use"\} \d+$/m);
  expect(reported).not.toMatch(/sk-test|user-test|Hello there/);
  expect(await report(worker, '/metrics')).toContain('lectern_jobs_finished_total{outcome="completed"} 3');
  const { status } = await fetch(new URL('/metrics', service.address), { headers: credentials(ACCOUNT) });
  expect(status).toBe(404);
});

test('an unusable database is explained', () => {
  const cluster = fileURLToPath(new URL('./cluster.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [cluster, 'migrate', '--database', `${service.url}_missing`], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('does not exist')]);
});
