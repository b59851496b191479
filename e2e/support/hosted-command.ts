// Runs commands one at a time in a shared process, because commands spend most of their time on startup.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BUNDLED } from './entries.ts';

export interface CommandResult {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HostedCall {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface HostedResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

let host: ChildProcess | null = null;
/** Resolves when the previous command has ended. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Queues a command for the shared process. Returns null if the command needs its own process, because it starts a
 * service, uses another language, sets variables for other programs, or isn't bundled.
 */
export function runHostedCommand(call: HostedCall): Promise<CommandResult> | null {
  const names = Object.keys(call.environment);
  const isOrdinary = names.every((name) => name.startsWith('LECTERN_') && name !== 'LECTERN_LANGUAGE');
  if (call.args[0] === 'serve' || !isOrdinary || process.env[BUNDLED] === undefined) return null;
  const result = turn.then(() => runHosted(call));
  turn = result;
  return result;
}

async function runHosted(call: HostedCall): Promise<CommandResult> {
  const child = host ?? startHost();
  setKeepAlive(child, true);
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  let trace = '';
  const hear = (text: string) => {
    trace += text;
  };
  const end = (status: number | null, signal: NodeJS.Signals | null) => {
    host = null;
    resolve({ status, signal, stdout: '', stderr: trace });
  };
  const answer = (result: HostedResult) => resolve({ ...result, signal: null });
  child.stderr?.on('data', hear);
  child.on('close', end).on('message', answer);
  child.send(call);
  const result = await promise;
  child.stderr?.off('data', hear);
  child.off('close', end).off('message', answer);
  setKeepAlive(child, false);
  return result;
}

function startHost(): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'command-host.ts')], {
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.setEncoding('utf8');
  host = child;
  return child;
}

/** Ensures that the shared process keeps this process alive only while a command is running. */
function setKeepAlive(child: ChildProcess, isKeptAlive: boolean): void {
  const name = isKeptAlive ? 'ref' : 'unref';
  for (const part of [child, child.channel, child.stdin, child.stderr])
    if (part && name in part) Reflect.apply(Reflect.get(part, name), part, []);
}
