// Runs the studio as a separate process and sends it requests, as the window's main process does.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { StudioChannel } from '../../shared/ipc/contract.ts';
import { type FromStudio, fromStudioSchema } from '../../shared/ipc/studio-protocol.ts';
import { STUDIO_ENTRY } from './entries.ts';
import { watchMemory } from './peak-memory.ts';

/** Emulates the message port that Electron gives to a utility process. */
const BOOT_SCRIPT = `
  process.parentPort = {
    postMessage: (message) => process.send(message),
    on: (_, listener) => process.on('message', (data) => listener({ data })),
  };`;

export interface Answer {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: unknown;
}

export interface StudioProcess {
  ask(channel: StudioChannel, input: unknown): Promise<Answer>;
  /** Returns the studio's peak memory so far, in MB. */
  peakMb(): number;
  stop(): Promise<void>;
}

/** Starts a studio whose home is in the given folder. */
export async function startStudio(folder: string): Promise<StudioProcess> {
  const child = fork(STUDIO_ENTRY, [], {
    execArgv: ['--import', `data:text/javascript,${encodeURIComponent(BOOT_SCRIPT)}`],
    env: { ...process.env, LECTERN_HOME: join(folder, 'home') },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const peakMb = watchMemory(child);
  const waiting = new Map<number, (answer: Answer) => void>();
  const ready = Promise.withResolvers<void>();
  child.on('message', (message) => {
    const told: FromStudio = fromStudioSchema.parse(message);
    if (told.type === 'ready') ready.resolve();
    if (told.type === 'reply-text') waiting.get(told.id)?.(JSON.parse(told.text));
    if (told.type === 'reply') waiting.get(told.id)?.(told.envelope);
  });
  child.once('exit', (code) => {
    ready.reject(new Error(`The studio ended with status ${code}.`));
    for (const answer of waiting.values()) answer({ ok: false, error: `ended with status ${code}` });
  });
  child.send({
    type: 'init',
    projectsFolder: join(folder, 'projects'),
    samplesFolder: folder,
    serviceEntry: join(folder, 'none.ts'),
    keychain: false,
    forksService: false,
  });
  await ready.promise;
  let last = 0;
  return {
    ask: (channel, input) => {
      last += 1;
      const id = last;
      child.send({ type: 'request', id, channel, input });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    peakMb,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
