// Runs the service as a separate process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

const startedSchema = z.strictObject({ address: z.string(), key: z.string(), user: z.string() });

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export function launch(args: readonly string[]): { readonly process: ChildProcess; readonly ended: Promise<Ended> } {
  const started = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  started.stdout.on('data', (data) => (stdout += data));
  started.stderr.on('data', (data) => (stderr += data));
  const ended = once(started, 'close').then(([code, signal]): Ended => ({ stdout, stderr, code, signal }));
  return { process: started, ended };
}

export interface LiveService extends z.infer<typeof startedSchema> {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly headers: Readonly<Record<string, string>>;
  json(path: string, init?: RequestInit): Promise<unknown>;
}

/** Starts the service and waits until it listens. */
export async function startLive(folder: string, ...more: string[]): Promise<LiveService> {
  const { process: started, ended } = launch(['--data', folder, '--json', ...more]);
  const rows = createInterface({ input: started.stdout ?? process.stdin });
  const first = await Promise.race([
    once(rows, 'line').then(([row]): string => String(row)),
    ended.then((end) => Promise.reject(new Error(`The service ended: ${end.stderr}`))),
  ]);
  const told = startedSchema.parse(JSON.parse(first));
  const headers = { authorization: `Bearer ${told.key}`, 'x-user-id': told.user, 'content-type': 'application/json' };
  const json = async (path: string, init: RequestInit = {}): Promise<unknown> =>
    (await fetch(new URL(path, told.address), { ...init, headers })).json();
  return { ...told, process: started, ended, headers, json };
}
