// The command as a person runs it, against a service that answers everything alike.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const KEY = 'sk-a-key-that-nobody-may-read';
const VOICE = { id: 'x://voices/one', name: 'One', voice_engine: 'SvcDialog' };

let server: Server;
let address: string;

beforeAll(async () => {
  // It lists a voice, and else tells the caller's own headers, key and all.
  server = createServer((request, response) => {
    const voices = request.url === '/api/v2/voices';
    const said = voices ? [VOICE] : { message: `You sent ${request.headers.authorization}`, error: '\n\r' };
    response.writeHead(voices ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

async function conformance(...args: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { PATH: process.env['PATH'], LECTERN_API_KEY: KEY, LECTERN_USER_ID: 'somebody' },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [status] = await once(child, 'close');
  return { status, rows: stdout.trimEnd().split('\n'), output: stdout + stderr };
}

describe('npm run conformance', () => {
  test('prints a row for each rule, then the count, and exits with 1 where one failed', async () => {
    const { status, rows } = await conformance('--base-url', address, '--only', 'voices.listed', 'batch.created.201');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/^FAILED {2}batch\.created\.201 \[Endpoints, .*\] expected 201 for a valid batch; came /);
    expect(rows[1]).toMatch(/^ok {6}voices\.listed \[.*\] expected GET \/api\/v2\/voices answers 200 with voices$/);
    expect(rows[2]).toBe('1 passed, 1 failed');
    expect(status).toBe(1);
  });

  test('exits with 0 where none failed, and says what was not tested', async () => {
    const { status, rows } = await conformance('--base-url', address, '--only', 'voices.listed', 'limits.recovery');
    expect(rows[0]).toMatch(/^skipped limits\.recovery .*; not tested: it takes a minute: try --slow$/);
    expect(rows.slice(2)).toEqual(['1 skipped', '1 passed, 0 failed']);
    expect(status).toBe(0);
  });

  test('never prints the key, not even where the service does', async () => {
    const { output } = await conformance('--base-url', address, '--only', 'batch.', 'auth.', 'stream.accepted');
    expect(output).toContain('<key>');
    expect(output).not.toContain(KEY);
  });

  test('prints JSON on request', async () => {
    const { rows } = await conformance('--base-url', address, '--json', '--only', 'voices.listed');
    expect(rows.map((row) => JSON.parse(row))).toEqual([
      expect.objectContaining({ rule: 'voices.listed', outcome: 'ok', section: expect.any(String) }),
      { passed: 1, failed: 0, skipped: 0 },
    ]);
  });

  test('fails where nothing answers', async () => {
    const { status, rows } = await conformance('--base-url', 'http://127.0.0.1:1', '--only', 'batch.created.201');
    expect(rows[0]).toMatch(/no answer to GET \/api\/v2\/voices/);
    expect(status).toBe(1);
  });

  test('exits with 2 for wrong use', async () => {
    for (const args of [[], ['--base-url', 'here'], ['--base-url', address, '--only', 'no.such.rule']]) {
      expect((await conformance(...args)).status).toBe(2);
    }
  });
});
