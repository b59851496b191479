import { readdirSync, readFileSync, statSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { batchJobSchema } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exchange } from './testing/raw-exchange.ts';
import { type LiveService, launch, startLive } from './testing/service-process.ts';
import { job, temporaryFolder } from './testing/test-service.ts';

let folder: ReturnType<typeof temporaryFolder>;
let data: string;
const services: LiveService[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  data = join(folder.path, 'data');
});
afterEach(async () => {
  for (const service of services.splice(0)) {
    service.process.kill('SIGKILL');
    await service.ended;
  }
  folder.remove();
});

async function start(...more: string[]): Promise<LiveService> {
  const service = await startLive(data, ...more);
  services.push(service);
  return service;
}

const statsSchema = z.object({
  batches: z.number(),
  jobs: z.object({ pending: z.number(), in_progress: z.number(), completed: z.number(), failed: z.number() }),
});

async function submit(service: LiveService, jobs: unknown[]): Promise<z.infer<typeof batchJobSchema>> {
  const init = { method: 'POST', body: JSON.stringify({ jobs }) };
  return batchJobSchema.parse(await service.json('/api/v2/tts/batches', init));
}

/** Asks until a condition holds. */
async function until<T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await ask();
    if (holds(value)) return value;
    await sleep(20);
  }
}

const stats = async (service: LiveService) => statsSchema.parse(await service.json('/internal/stats'));

describe('the service as a process', () => {
  test('prints its address, key and user, a row each, and stops on SIGTERM with 0', async () => {
    const { process: started, ended } = launch(['--data', data, '--speech', 'silent']);
    const address = join(data, 'running.json');
    await until(
      async () => readdirOf(data).includes('running.json'),
      (isThere) => isThere,
    );
    expect(statSync(address).mode & 0o777).toBe(0o600);
    const told = JSON.parse(readFileSync(address, 'utf8')).address;
    started.kill('SIGTERM');
    const { stdout, stderr, code } = await ended;
    expect(code).toBe(0);
    const rows = stdout.split('\n');
    expect(rows[0]).toBe(`address: ${told}`);
    expect(rows[1]).toMatch(/^key: sk-\w{40,}$/);
    expect(rows[2]).toMatch(/^user: user-\w+$/);
    expect(stderr).not.toContain((rows[1] ?? '').slice(5));
    expect(readdirOf(data)).not.toContain('running.json');
  });

  test('runs at a lower priority when an application started it, and only then', async () => {
    const priorityOf = ({ process: { pid } }: LiveService) => getPriority(pid);
    expect(priorityOf(await start('--speech', 'silent'))).toBe(getPriority());
    folder.remove();
    folder = temporaryFolder();
    data = join(folder.path, 'data');
    const held = await start('--speech', 'silent', '--attached', '--grace-ms', '60000');
    expect(priorityOf(held)).toBe(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  });

  test('lets no second one have its folder, and says where it is', async () => {
    const first = await start('--speech', 'silent');
    const second = await launch(['--data', data]).ended;
    expect(second).toMatchObject({ code: 3, stdout: '' });
    expect(second.stderr.trim().split('\n')).toHaveLength(1);
    expect(second.stderr).toContain(first.address);
    first.process.kill('SIGKILL');
    await first.ended;
    const third = await start('--speech', 'silent');
    expect([third.key, third.user]).toEqual([first.key, first.user]);
  });

  test('answers by the names of this machine, and by the address that it was told to listen on', async () => {
    const health = async ({ address }: LiveService, host: string): Promise<number | undefined> => {
      const request = `GET /internal/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      return (await exchange(address, request))[0]?.status;
    };
    const here = await start('--speech', 'silent');
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) expect(await health(here, host)).toBe(200);
    for (const host of ['10.9.8.7', 'attacker.example']) expect(await health(here, host)).toBe(421);
    here.process.kill('SIGKILL');
    await here.ended;
    const everywhere = await start('--speech', 'silent', '--host', '0.0.0.0');
    for (const host of ['127.0.0.1', '10.9.8.7']) expect(await health(everywhere, host)).toBe(200);
    expect(await health(everywhere, 'attacker.example')).toBe(421);
  });

  test('is told what is wrong with how it was started', async () => {
    const wrong = await launch(['--data', data, '--port', 'x']).ended;
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/^--port is wrong/);
    expect(wrong.stderr).toContain('Usage:');
  });

  test('finishes what it had accepted after being killed, each job once', async () => {
    const lines = Array.from({ length: 50 }, (_, line) =>
      job({
        text: `This is line ${line} of the scene, and it goes on for a while.`,
        custom_id: `line-${line}`,
        seed: line,
        output_format: 'wav',
      }),
    );
    let service = await start();
    const batch = await submit(service, lines);
    for (const killedAfter of [3, 12]) {
      await until(
        () => stats(service),
        ({ jobs }) => jobs.completed >= killedAfter,
      );
      service.process.kill('SIGKILL');
      await service.ended;
      service = await start();
    }
    await until(
      () => stats(service),
      ({ jobs }) => jobs.completed + jobs.failed === 50,
    );
    expect(await stats(service)).toEqual({
      batches: 1,
      jobs: { pending: 0, in_progress: 0, completed: 50, failed: 0 },
    });
    const files = readdirSync(join(data, 'audio'));
    expect(files.sort()).toEqual(batch.jobs.map((child) => `${child.id}.wav`).sort());
    const { pathname } = new URL(batch._links.self.href);
    const done = batchJobSchema.parse(await service.json(pathname));
    expect(done.jobs.map((child) => child.custom_id)).toEqual(lines.map((line) => line['custom_id']));
    for (const child of done.jobs) {
      expect(child.output?.url.startsWith(service.address)).toBe(true);
      expect(statSync(join(data, 'audio', `${child.id}.wav`)).size).toBe(child.output?.size);
    }
  });

  test('lives as long as somebody holds on to it, when it is attached', async () => {
    const service = await start('--attached', '--grace-ms', '150', '--speech', 'silent');
    const hold = async (): Promise<AbortController> => {
      const abort = new AbortController();
      const reply = await fetch(new URL('/internal/attach', service.address), {
        headers: service.headers,
        signal: abort.signal,
      });
      expect(reply.status).toBe(200);
      reply.text().catch(() => {});
      return abort;
    };
    const [one, two] = [await hold(), await hold()];
    one.abort();
    expect(await service.json('/internal/health')).toMatchObject({ status: 'ok' });
    two.abort();
    expect(await service.ended).toMatchObject({ code: 0 });
  });

  test('stops at once while it works and somebody holds on', async () => {
    const service = await start();
    await submit(service, [job({ text: 'word '.repeat(4000) }), job({ text: 'word '.repeat(4000) })]);
    const held = await fetch(new URL('/internal/attach', service.address), { headers: service.headers });
    service.process.kill('SIGINT');
    expect(await service.ended).toMatchObject({ code: 0 });
    await held.text().catch(() => {});
    const again = await start('--speech', 'silent');
    await until(
      () => stats(again),
      ({ jobs }) => jobs.completed === 2,
    );
  });
});

function readdirOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
