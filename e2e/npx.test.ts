// `npx lectern` on an empty npm cache and without network, as after `npm ci`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../scripts/steps.ts';
import type { CommandResult } from './support/hosted-command.ts';
import { temporaryFolder } from './support/processes.ts';
import { HAS_ALL_ROUNDS } from './support/rounds.ts';

/** When a first call is interrupted, in milliseconds after its start. */
const MOMENTS = HAS_ALL_ROUNDS ? Array.from({ length: 19 }, (_, i) => 100 + 50 * i) : [200, 400, 600];
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const PRINTED: CommandResult = { status: 0, signal: null, stdout: `${version}\n`, stderr: '' };
/** Without the settings that an outer npm passes on to its scripts. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

let folder: ReturnType<typeof temporaryFolder>;
let cache: string;

beforeEach(() => {
  folder = temporaryFolder();
  cache = join(folder.path, 'npm-cache');
});
afterEach(() => folder.remove());

interface Call {
  readonly process: ChildProcess;
  readonly result: Promise<CommandResult>;
}

/** Starts a command with `--version` as the leader of a process group, with the test's npm cache. */
function start(
  command: string,
  args: readonly string[],
  cwd: string,
  settings: Readonly<Record<string, string>> = {},
): Call {
  const child = spawn(command, [...args, '--version'], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...ENVIRONMENT,
      npm_config_cache: cache,
      npm_config_update_notifier: 'false',
      npm_config_offline: 'true',
      ...settings,
    },
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const result = once(child, 'close').then(([status, signal]) => ({ status, signal, ...output }));
  return { process: child, result };
}

/** Sends a signal to a call's whole process group, as Ctrl-C in a terminal does. */
function signalGroup({ process: leader }: Call, signal: NodeJS.Signals): void {
  if (leader.pid === undefined) throw new Error('npx did not start');
  try {
    process.kill(-leader.pid, signal);
  } catch (error) {
    // A fast machine is done by then.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const npx = (cwd: string = root): Promise<CommandResult> => start('npx', ['lectern'], cwd).result;

it.each(['SIGINT', 'SIGKILL'] as const)('works after first calls that %s ended at any moment', async (signal) => {
  for (const moment of MOMENTS) {
    cache = join(folder.path, `npm-cache-${moment}`);
    const call = start('npx', ['lectern'], root);
    await wait(moment);
    signalGroup(call, signal);
    await call.result;
    expect(await npx(), `after ${moment} ms`).toEqual(PRINTED);
    expect(existsSync(join(cache, '_npx')), 'npx installed something in its cache').toBe(false);
  }
});

it('works in several first calls at once', async () => {
  expect(await Promise.all([npx(), npx(), npx()])).toEqual([PRINTED, PRINTED, PRINTED]);
});

it('works in folders below the project, and by its path from anywhere', async () => {
  expect(await npx(join(root, 'docs', 'manual'))).toEqual(PRINTED);
  expect(await start(join(root, 'node_modules', '.bin', 'lectern'), [], folder.path).result).toEqual(PRINTED);
});

it('never asks the registry for a package of that name, even before npm ci', async () => {
  copyFileSync(join(root, 'package.json'), join(folder.path, 'package.json'));
  const requests: string[] = [];
  const registry = createServer(({ url = '' }, response) => {
    requests.push(url);
    response.writeHead(404).end();
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = registry.address() as AddressInfo;
    const settings = { npm_config_offline: 'false', npm_config_registry: `http://127.0.0.1:${port}` };
    expect(await start('npx', ['lectern'], folder.path, settings).result).toMatchObject({ status: 1, stdout: '' });
    expect(requests).toEqual([]);
  } finally {
    registry.close();
  }
});
