// The studio as a process of its own, with a port as Electron gives it to one.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FromStudio, fromStudioSchema } from '../../shared/ipc/studio-protocol.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

/** The port; a message that is a word causes an unhandled rejection. */
const BOOT = `
  process.parentPort = {
    postMessage: (message) => process.send(message),
    on: (_, listener) => process.on('message', (data) => {
      if (typeof data === 'string') void Promise.reject(new TypeError(data));
      else listener({ data });
    }),
  };`;

let home: string;
let studio: ChildProcess;
let heard: FromStudio[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-studio-main-'));
  heard = [];
  studio = fork(main, [], {
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(BOOT)}`],
    env: { ...process.env, LECTERN_HOME: home },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  studio.on('message', (message) => heard.push(fromStudioSchema.parse(message)));
});
afterEach(() => {
  studio.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

type Message<T> = Extract<FromStudio, { type: T }>;

/** The first message of a type that fits. @throws Error where the process ends before it */
async function until<T extends FromStudio['type']>(
  type: T,
  fits: (message: Message<T>) => boolean = () => true,
): Promise<Message<T>> {
  for (;;) {
    const found = heard.find((message): message is Message<T> => message.type === type && fits(message as Message<T>));
    if (found) return found;
    const ended = once(studio, 'exit').then(([code]) => Promise.reject(new Error(`it ended with status ${code}`)));
    await Promise.race([once(studio, 'message'), ended]);
  }
}

const initialise = () =>
  studio.send({
    type: 'init',
    projectsFolder: join(home, 'projects'),
    samplesFolder: home,
    serviceEntry: join(home, 'none.ts'),
    keychain: false,
    forksService: false,
  });

it('comes after the window where the processor is short', async () => {
  initialise();
  await until('ready');
  expect(getPriority(studio.pid)).toBe(Math.max(getPriority(), 5));
});

it('lives on when a promise fails unseen, notes it in the log and tells the window', async () => {
  initialise();
  await until('ready');
  studio.send('words of the script');
  const { payload } = await until('event', ({ name }) => name === 'defect');
  const { notice } = await until('notice', ({ notice }) => notice.kind === 'log');
  const { id } = payload as { id: string };
  expect(notice).toMatchObject({
    level: 'error',
    message: expect.stringContaining(`${id} in the background: TypeError`),
  });
  expect(JSON.stringify(heard)).not.toContain('words of the script');
  studio.send({ type: 'request', id: 1, channel: 'connection.status', input: {} });
  const { text } = await until('reply-text');
  expect(JSON.parse(text)).toMatchObject({ ok: true, value: { state: 'none' } });
});

it('ends where that happens before it could be opened, so that another one is started', async () => {
  studio.send('too early');
  const [code] = await once(studio, 'exit');
  expect(code).toBe(1);
});
