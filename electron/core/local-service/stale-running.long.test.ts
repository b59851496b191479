// A `running.json` that a killed service left, and another program that has taken its port since: the program never sees
// the key, and whatever it answers, or doesn't, a service of our own is started.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SERVICE_ENTRY } from '../../../e2e/support/entries.ts';
import { createLinkOpener } from '../../compose.ts';
import { systemClock } from '../system.ts';
import { FakeClock } from '../testing/fake-clock.ts';
import { type AttachedService, attachLocalService } from './attach.ts';
import { inspectLocalService, isListening, LocalServiceError } from './running-service.ts';
import { type ServiceProcess, spawnService } from './start-service.ts';

const extraArguments = ['--speech', 'silent', '--grace-ms', '50'];
const KEY = 'sk-of-the-local-service-0123456789';
const ACCOUNT = { key: KEY, user: 'user-local', signing_secret: 'a-secret-that-signs-0123456789' };

let folder: string;
let dataFolder: string;
let stranger: Server;
/** The stranger's. */
let address: string;
let heard: string;
let answer: (socket: Socket, request: string) => void;
const sockets = new Set<Socket>();
const attached: AttachedService[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-stale-'));
  dataFolder = join(folder, 'service');
  mkdirSync(dataFolder);
  heard = '';
  stranger = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      heard += bytes;
      answer(socket, String(bytes));
    });
  }).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  address = addressOf(stranger);
  writeFileSync(join(dataFolder, 'account.json'), JSON.stringify(ACCOUNT));
  writeFileSync(join(dataFolder, 'running.json'), JSON.stringify({ address }));
});
afterEach(async () => {
  for (const service of attached.splice(0)) service.detach();
  for (const socket of sockets) socket.destroy();
  stranger.close();
  expect(heard).not.toContain(KEY);
  while (runs()) await sleep(20);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const runningFile = () => join(dataFolder, 'running.json');
/** Whether the folder names a running service, other than the stranger. */
const runs = (): boolean => existsSync(runningFile()) && !readFileSync(runningFile(), 'utf8').includes(address);
function addressOf(server: Server): string {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('it does not listen');
  return `http://127.0.0.1:${address.port}`;
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const whole = (body: string) => `${HEAD}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const health = (proof: string) => whole(JSON.stringify({ status: 'ok', name: 'lectern', version: '1', proof }));

/** Writes without end, as fast as it is read. */
function pour(socket: Socket, text: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

const silent = () => {};
const strangers: [what: string, how: typeof answer][] = [
  ['never answers', silent],
  ['closes', (socket) => socket.end()],
  ['speaks something else', (socket) => socket.end('220 mail ready\r\n')],
  ['is well and proves nothing', (socket) => socket.end(whole('{"status":"ok","name":"lectern","version":"1"}'))],
  ['proves it with another key', (socket, request) => socket.end(health(proofWith('another key', request)))],
  ['sends the challenge back', (socket, request) => socket.end(health(/challenge=(\w*)/.exec(request)?.[1] ?? ''))],
  ['leads elsewhere', (socket) => socket.end(`HTTP/1.1 302 Found\r\nlocation: ${address}/x\r\n\r\n`)],
  ['sends a body without end', (socket) => pour(socket.setNoDelay(), `${HEAD}\r\n${'x'.repeat(10_000)}`)],
  ['sends headers without end', (socket) => pour(socket, 'HTTP/1.1 200 OK\r\n'.padEnd(20_000, 'a: b\r\n'))],
  ['begins to answer without end', (socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n')],
  ['answers a byte and then nothing', (socket) => socket.write('H')],
  ['answers half of a body', (socket) => socket.write(`${HEAD}content-length: 100\r\n\r\n{`)],
];

function proofWith(key: string, request: string): string {
  const challenge = /challenge=(\w+)/.exec(request)?.[1] ?? '';
  const port = new URL(address).port;
  return createHmac('sha256', key).update(`lectern health 1\n${port}\n${challenge}`).digest('hex');
}

/** A clock on which waiting for an answer is over as soon as the stranger was asked; all else takes its time. */
class HurriedClock extends FakeClock {
  override async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const asked = async () => {
      while (heard === '' || runs()) await sleep(20, undefined, { signal });
      // It has been asked, and had a moment.
      await sleep(200, undefined, { signal });
    };
    if (milliseconds !== 10_000) return systemClock.sleep(milliseconds, signal);
    return asked().catch(() => {
      throw signal?.reason;
    });
  }
}

async function attach(clock = new HurriedClock()): Promise<AttachedService> {
  const service = await attachLocalService({ entry: SERVICE_ENTRY, dataFolder, extraArguments, clock });
  attached.push(service);
  return service;
}

describe('a port that was taken by a program which', () => {
  it.each(strangers)('%s is not sent the key, and another service is started', async (_what, how) => {
    answer = how;
    const service = await attach();
    expect(service.baseUrl.origin).not.toBe(address);
    expect(heard).not.toBe('');
    expect(service).toMatchObject({ key: KEY, userId: 'user-local' });
    expect(await service.isHeld()).toBe(true);
  });

  it.each(strangers)('%s is not taken for a service that runs', async (_what, how) => {
    answer = how;
    expect(await inspectLocalService(dataFolder, new HurriedClock())).toMatchObject({ running: false, address: null });
  });

  it('passes all on to the real service is not sent the key', async () => {
    rmSync(runningFile());
    const service = await attach();
    const real = Number(service.baseUrl.port);
    const before = readFileSync(runningFile());
    answer = (socket, request) => {
      const on = connect(real, '127.0.0.1');
      on.on('error', () => {});
      on.write(request);
      on.pipe(socket);
      sockets.add(on);
    };
    writeFileSync(runningFile(), JSON.stringify({ address }));
    await expect(attach()).rejects.toThrow(LocalServiceError);
    expect(heard).toContain('challenge=');
    writeFileSync(runningFile(), before);
    expect(await isListening(service, systemClock)).toBe(true);
  });
});

it('a service of another machine is not asked at all', async () => {
  answer = silent;
  writeFileSync(runningFile(), JSON.stringify({ address: 'http://192.0.2.1:8080' }));
  expect(await attach()).toMatchObject({ key: KEY });
});

it('a process that says nothing and does not end is given up', async () => {
  rmSync(runningFile());
  const clock = new FakeClock();
  let isKilled = false;
  const service: ServiceProcess = {
    firstRow: new Promise(() => {}),
    exit: new Promise(() => {}),
    kill: () => {
      isKilled = true;
    },
    release: () => {},
  };
  const begun = Promise.withResolvers<void>();
  const start = () => {
    begun.resolve();
    return service;
  };
  const failed = expect(attachLocalService({ entry: SERVICE_ENTRY, dataFolder, clock, start })).rejects.toMatchObject({
    problem: { kind: 'timeout', seconds: 60 },
  });
  await begun.promise;
  await clock.advance(60_000);
  await failed;
  expect(isKilled).toBe(true);
});

it('after a service died, nothing more is sent to its address, even if another program listens there now', async () => {
  rmSync(runningFile());
  process.env['LECTERN_HOME'] = folder;
  const made: ServiceProcess[] = [];
  const open = createLinkOpener({
    extraArguments,
    start(what) {
      // It can't be started a second time.
      if (made.length > 0) throw new Error('not now');
      const service = spawnService(what);
      made.push(service);
      return service;
    },
  });
  const choice = { baseUrl: null, key: '', userId: '', plan: null };
  const link = await open(choice, () => {});
  expect((await link.client.listVoices(undefined, 1)).length).toBeGreaterThan(0);
  const port = Number(new URL(JSON.parse(readFileSync(runningFile(), 'utf8')).address).port);
  made[0]?.kill();
  await made[0]?.exit;
  stranger.close();
  answer = (socket) => socket.end(whole('[]'));
  for (;;) {
    stranger.listen(port, '127.0.0.1');
    const outcome = await Promise.race([once(stranger, 'listening'), once(stranger, 'error')]).catch((error) => error);
    if (!(outcome instanceof Error)) break;
  }
  const failure = { problem: { kind: 'connection', phase: 'not-sent', failure: 'refused-connection' } };
  await expect(link.client.listVoices(undefined, 1)).rejects.toMatchObject(failure);
  await link.close();
  expect(heard).toBe('');
});

it.skipIf(process.platform !== 'linux')('not even where its death has not been noticed yet', async () => {
  rmSync(runningFile());
  process.env['LECTERN_HOME'] = folder;
  let pid = 0;
  const open = createLinkOpener({
    extraArguments,
    start({ entry, args }) {
      if (pid > 0) throw new Error('not now');
      const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
      pid = child.pid ?? 0;
      return {
        firstRow: new Promise((told) => createInterface({ input: child.stdout }).once('line', told)),
        exit: new Promise((ended) => child.once('exit', ended)),
        kill: () => void child.kill(),
        release() {},
      };
    },
  });
  const link = await open({ baseUrl: null, key: '', userId: '', plan: null }, () => {});
  const port = Number(new URL(JSON.parse(readFileSync(runningFile(), 'utf8')).address).port);
  stranger.close();
  await once(stranger, 'close');
  answer = (socket) => socket.end(whole('[]'));
  // No event is handled between the death and the request.
  process.kill(pid, 'SIGKILL');
  while (readdirSync(`/proc/${pid}/task`).length > 1 || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '));
  rmSync(runningFile());
  stranger.listen(port, '127.0.0.1');
  const failure = { problem: { kind: 'connection', phase: 'not-sent', failure: 'refused-connection' } };
  await expect(link.client.listVoices(undefined, 1)).rejects.toMatchObject(failure);
  await link.close();
  expect(heard).toBe('');
});
