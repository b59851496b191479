// The commands that docs/studio-server.md gives, run in one shell as they stand there, and what it says about failures.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { batchJobSchema } from '@lectern/tts-protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { PostgresServer } from '../../packages/speech-service/testing/postgres-server.ts';
import { S3_CREDENTIALS, S3Server } from '../../packages/speech-service/testing/s3-server.ts';
import { CLI_ENTRY } from '../support/entries.ts';
import { temporaryFolder } from '../support/processes.ts';

const PAGE = fileURLToPath(new URL('../../docs/studio-server.md', import.meta.url));
const PUBLIC = 'https://speech.example';

const store = new S3Server();
const folder = temporaryFolder();
let server: PostgresServer;
beforeAll(async () => {
  server = await PostgresServer.start();
  await store.start();
});
afterAll(async () => {
  await server?.stop();
  await store.remove();
  folder.remove();
});

/** Ends the processes of the script, also if it failed. */
const END = "trap 'kill -TERM $(jobs -p) 2>/dev/null; wait' EXIT";

async function run(script: string): Promise<string> {
  // A program rather than a shell function, so that `$!` is its own process.
  const program = join(folder.path, 'bin', 'lectern');
  mkdirSync(join(folder.path, 'bin'), { recursive: true });
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${CLI_ENTRY}" "$@"\n`, { mode: 0o755 });
  const path = [join(folder.path, 'bin'), server.binaries, process.env['PATH']].join(':');
  // `-x`: where one fails, it is said which.
  const { stdout } = await promisify(execFile)('bash', ['-xc', `set -eu\n${END}\n${script}`], {
    cwd: folder.path,
    env: { ...process.env, ...S3_CREDENTIALS, PATH: path },
    maxBuffer: 2 ** 26,
  });
  return stdout;
}

const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');

it('sets up a service with an account, renders, and restores a backup', async () => {
  const [variables = '', ...blocks] = [...readFileSync(PAGE, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, block = '']) => block,
  );
  expect(variables.split('\n').map((row) => row.replace(/=.*/, ''))).toEqual([
    ...['export LECTERN_DATABASE_URL', 'export AWS_ACCESS_KEY_ID', 'STORAGE', 'PUBLIC', ''],
  ]);
  expect(blocks).toHaveLength(6);
  const url = await server.createDatabase();
  const given = `export LECTERN_DATABASE_URL=${url}\nSTORAGE='${store.address('audio')}'\nPUBLIC=${PUBLIC}\n`;
  // Then start again with the restored database, and read what was rendered before.
  const again = `lectern serve --storage "$STORAGE" --port 8765 --health-port 9464 2> again.log &
    until curl -fsS http://127.0.0.1:9464/ready; do sleep 1; done
    call "http://127.0.0.1:8765/api/v2/tts/batches/$BATCH" -o restored.json
    curl -fsS "$(grep -o '"url":"[^"]*"' restored.json | cut -d'"' -f4)" -o restored.wav`;
  const stdout = await run([given, ...blocks, again].join('\n'));
  expect(stdout.match(/Studio Bergmann/g)?.length).toBeGreaterThanOrEqual(2);
  expect(stdout).toMatch(/SvcDialog +lectern:\/\/voices\/en-us\/clara\/manifest\.json +13 +completed/);
  const account = z.object({ key: z.string(), user: z.string() });
  const keys = ['first-account.json', 'bergmann.json'].map((name) => account.parse(JSON.parse(read(name))).key);
  const logged = ['node.log', 'worker.log', 'again.log'].map(read).join('');
  for (const key of keys) expect(logged + stdout.replaceAll(/^.*"key".*$/gm, '')).not.toContain(key);
  expect(logged).not.toContain('Good morning');
  for (const line of logged.trim().split('\n')) {
    const fields = z.looseObject({
      time: z.iso.datetime(),
      level: z.enum(['info', 'warn', 'error']),
      message: z.string(),
    });
    const { message, ...rest } = fields.parse(JSON.parse(line));
    if (message === 'request') expect(rest['request']).toMatch(/^rq-/);
  }
  const { user } = account.parse(JSON.parse(read('bergmann.json')));
  expect(logged).toContain(`"account":"${user}","method":"POST","path":"/api/v2/tts/batches","status":201`);
  // The first node has a public address, and the batch was read from it first.
  const created = batchJobSchema.parse(JSON.parse(read('batch.json')));
  expect(created._links.self.href).toBe(`${PUBLIC}/api/v2/tts/batches/${created.id}`);
  const [job] = batchJobSchema.parse(JSON.parse(read('restored.json'))).jobs;
  expect(readFileSync(join(folder.path, 'restored.wav')).byteLength).toBe(job?.output?.size);
});

it('answers with 500 and 503 while PostgreSQL is down, and goes on when it is back', async () => {
  const url = await server.createDatabase();
  const folderStorage = join(folder.path, 'storage');
  const start = `mkdir "${folderStorage}"
    export LECTERN_DATABASE_URL=${url}
    lectern migrate --json > account.json
    lectern serve --storage "${folderStorage}" --port 8766 --health-port 9466 2> down.log &
    until curl -fsS http://127.0.0.1:9466/ready; do sleep 1; done
    echo started
    until [ -e stop ]; do sleep 0.2; done`;
  const running = run(start);
  running.catch(() => {});
  const ready = async (): Promise<number> =>
    await fetch('http://127.0.0.1:9466/ready').then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(ready, { interval: 200 }).toBe(200);
  const { key, user } = z.object({ key: z.string(), user: z.string() }).parse(JSON.parse(read('account.json')));
  const list = async (): Promise<number> =>
    (
      await fetch('http://127.0.0.1:8766/api/v2/tts/batches/bb-1', {
        headers: { authorization: `Bearer ${key}`, 'x-user-id': user },
      })
    ).status;
  expect(await list()).toBe(404);
  await server.kill();
  await expect.poll(ready, { interval: 200 }).toBe(503);
  expect(await list()).toBe(500);
  const metrics = await (await fetch('http://127.0.0.1:9466/metrics')).text();
  expect(metrics).toContain('lectern_database_up 0');
  expect(metrics).not.toContain('lectern_workers_alive ');
  await server.restart();
  await expect.poll(ready, { interval: 200 }).toBe(200);
  expect(await list()).toBe(404);
  await promisify(execFile)('touch', [join(folder.path, 'stop')]);
  expect(await running).toContain('started');
});
