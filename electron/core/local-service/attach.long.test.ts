import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SERVICE_ENTRY } from '../../../e2e/support/entries.ts';
import { systemClock } from '../system.ts';
import { type AttachedService, type AttachOptions, attachLocalService } from './attach.ts';
import { LocalServiceError } from './running-service.ts';
import type { ServiceProcess, ServiceStart, ServiceStarter } from './start-service.ts';

let folder: string;
let dataFolder: string;
const attached: AttachedService[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-attach-'));
  dataFolder = join(folder, 'service');
});
afterEach(async () => {
  for (const service of attached.splice(0)) service.detach();
  await until(() => !existsSync(join(dataFolder, 'running.json')));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

async function attach(more: Partial<AttachOptions> = {}): Promise<AttachedService> {
  const service = await attachLocalService({
    entry: SERVICE_ENTRY,
    dataFolder,
    extraArguments: ['--speech', 'silent', '--grace-ms', '50'],
    clock: systemClock,
    ...more,
  });
  attached.push(service);
  return service;
}

async function answers({ baseUrl, key, userId }: AttachedService): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}`, 'x-user-id': userId };
  const reply = await fetch(new URL('/internal/health', baseUrl), { headers }).catch(() => null);
  return reply?.status === 200;
}

/** Starts it like a desktop application's helper process: a pipe for stdout, and stderr is not read. */
function otherStarter(): { readonly starts: ServiceStart[]; readonly made: ServiceProcess[]; start: ServiceStarter } {
  const starts: ServiceStart[] = [];
  const made: ServiceProcess[] = [];
  const start: ServiceStarter = (what) => {
    starts.push(what);
    const child = spawn(process.execPath, [what.entry, ...what.args], { stdio: ['ignore', 'pipe', 'ignore'] });
    const service: ServiceProcess = {
      firstRow: new Promise((told) => createInterface({ input: child.stdout }).once('line', told)),
      exit: once(child, 'exit').then(([code]) => code),
      kill: () => void child.kill('SIGKILL'),
      release: () => {},
    };
    made.push(service);
    return service;
  };
  return { starts, made, start };
}

describe('attaching to the local service', () => {
  it('starts one, shares it, and lets it end once every caller has detached', async () => {
    const first = await attach();
    const second = await attach();
    expect(second.baseUrl.href).toBe(first.baseUrl.href);
    first.detach();
    expect(await answers(second)).toBe(true);
    second.detach();
    await until(() => !existsSync(join(dataFolder, 'running.json')));
  });

  it('starts it by the way that it is given, also when it died', async () => {
    const other = otherStarter();
    const service = await attach({ start: other.start });
    expect(other.starts).toHaveLength(1);
    expect(other.starts[0]?.args).toEqual(expect.arrayContaining(['--attached', '--json', '--data', dataFolder]));
    other.made[0]?.kill();
    await other.made[0]?.exit;
    await until(() => answers(service));
    expect(other.starts).toHaveLength(2);
    expect(other.starts[1]?.args.slice(-2)).toEqual(['--port', service.baseUrl.port]);
    service.detach();
    await other.made[1]?.exit;
  });

  it('logs to a file even when the service’s stderr is ignored', async () => {
    const other = otherStarter();
    await attach({ start: other.start });
    const log = readFileSync(join(dataFolder, 'service.log'), 'utf8');
    expect(log).toContain('the service listens');
    expect(log).not.toContain(attached[0]?.key);
  });

  it('says why it can’t be started', async () => {
    mkdirSync(dataFolder);
    writeFileSync(join(dataFolder, 'account.json'), 'nonsense');
    for (const start of [otherStarter().start, undefined]) {
      const failed = attach(start ? { start } : {});
      await expect(failed).rejects.toThrow(LocalServiceError);
      await expect(failed).rejects.toThrow(/account\.json is invalid/);
    }
  });

  it('says so where the way to start it fails', async () => {
    const failed = attach({
      start: () => ({
        firstRow: new Promise(() => {}),
        exit: Promise.reject(new Error('no such program')),
        kill: () => {},
        release: () => {},
      }),
    });
    await expect(failed).rejects.toMatchObject({ problem: { kind: 'no-process', message: 'no such program' } });
    const thrown = attach({
      start: () => {
        throw new Error('not now');
      },
    });
    await expect(thrown).rejects.toThrow(/not now/);
  });
});

describe('a service whose holder is killed', () => {
  it('ends by itself', async () => {
    const attachModule = new URL('./attach.ts', import.meta.url).href;
    const systemModule = new URL('../system.ts', import.meta.url).href;
    const script = `
      const { attachLocalService } = await import('${attachModule}');
      const { systemClock } = await import('${systemModule}');
      const options = ${JSON.stringify({ entry: SERVICE_ENTRY, dataFolder, extraArguments: ['--speech', 'silent', '--grace-ms', '50'] })};
      await attachLocalService({ ...options, clock: systemClock });
      process.stdout.write('held');
      setInterval(() => {}, 1000);
    `;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    expect(existsSync(join(dataFolder, 'running.json'))).toBe(true);
    holder.kill('SIGKILL');
    await until(() => !existsSync(join(dataFolder, 'running.json')));
  });
});
