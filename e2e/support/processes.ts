// Runs the command line and the local service as real processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CLI_ENTRY, SERVICE_ENTRY } from './entries.ts';
import { type CommandResult, runHostedCommand } from './hosted-command.ts';

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'lectern-e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export interface RunningCommand {
  readonly process: ChildProcess;
  readonly result: Promise<CommandResult>;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Starts `lectern` with its own home and without an account from the environment.
 * @param via a command line that starts the program; the program and its arguments are appended
 */
export function startLectern(
  args: readonly string[],
  environment: Environment,
  via: readonly string[] = [],
): RunningCommand {
  const outer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LECTERN_')));
  const [program = process.execPath, ...rest] = [...via, process.execPath, CLI_ENTRY, ...args];
  const child = spawn(program, rest, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...outer, ...environment },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const result = once(child, 'close').then(([status, signal]) => ({
    status: status as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));
  return { process: child, result };
}

/** Runs `lectern` in its own process. */
export const lecternProcess = (args: readonly string[], environment: Environment): Promise<CommandResult> =>
  startLectern(args, environment).result;

/**
 * Runs `lectern`. Uses a shared process if that makes no difference to the result. Use this to test what a command does
 * rather than how its process behaves.
 * @param via as for `startLectern`
 */
export const lectern = (
  args: readonly string[],
  environment: Environment,
  via: readonly string[] = [],
): Promise<CommandResult> =>
  (via.length === 0 ? runHostedCommand({ args, environment }) : null) ?? startLectern(args, environment, via).result;

/** A service process, with the environment that makes `lectern` use it. */
export interface ServiceProcess {
  readonly process: ChildProcess;
  readonly environment: Environment;
  /** The path that the service moved a damaged database to when it started. */
  readonly damagedDatabase: string | undefined;
  /** Terminates it normally. */
  stop(): Promise<void>;
}

/** Starts the local service and waits until it accepts connections. */
export async function startService(dataFolder: string, ...args: readonly string[]): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [SERVICE_ENTRY, '--json', '--data', dataFolder, '--log', 'error', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [row] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { address, key, user, damaged_database } = JSON.parse(row) as Record<'address' | 'key' | 'user', string> & {
    readonly damaged_database?: string;
  };
  return {
    process: child,
    damagedDatabase: damaged_database,
    environment: { LECTERN_BASE_URL: address, LECTERN_API_KEY: key, LECTERN_USER_ID: user, LECTERN_PLAN: 'growth' },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
