import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../../../shared/rules/child-environment.ts';

export interface ServiceStart {
  readonly entry: string;
  readonly args: readonly string[];
  /** An existing log file. Receives the process's stderr if the calling process can redirect it to a file. */
  readonly logPath: string;
}

export interface ServiceProcess {
  /** Resolves with the first line on stdout; stays pending if there is none. */
  readonly firstRow: Promise<string>;
  /** Null if a signal ended the process. @throws Error if the process couldn't be started */
  readonly exit: Promise<number | null>;
  kill(): void;
  /**
   * Called once, when this process stops watching the service, so that the service doesn't keep this process running.
   */
  release(): void;
}

export type ServiceStarter = (start: ServiceStart) => ServiceProcess;

/** Switches for running the packaged application without windows, a display or graphics. */
const HEADLESS_SWITCHES = ['--ozone-platform=headless', '--disable-gpu'];

interface ServiceCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Returns the current Node executable or, when packaged, the application. The application can't run an arbitrary file.
 */
export function serviceCommand(
  entry: string,
  args: readonly string[],
  isPackaged: boolean = process.versions['electron'] !== undefined,
): ServiceCommand {
  if (!isPackaged) return { command: process.execPath, args: [entry, ...args] };
  // Chromium refuses to run as root with its sandbox. No pages are shown, so the sandbox isn't needed.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { command: process.execPath, args: [...HEADLESS_SWITCHES, ...asRoot, '--service', '--', ...args] };
}

/** The service survives Ctrl-C in the terminal, so that work in progress can be recorded first. */
export const spawnService: ServiceStarter = ({ entry, args, logPath }) => {
  // Uses a file instead of a pipe, because a pipe would break if this process ended first.
  const log = openSync(logPath, 'a', 0o600);
  const service = serviceCommand(entry, args);
  const child = spawn(service.command, service.args, {
    stdio: ['ignore', 'pipe', log],
    detached: true,
    env: childEnvironment(process.env),
  });
  closeSync(log);
  const { promise: exit, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('exit', resolve);
  const { stdout } = child;
  return {
    exit,
    firstRow: new Promise((told) => stdout && createInterface({ input: stdout }).once('line', told)),
    kill: () => void child.kill(),
    release() {
      stdout?.destroy();
      child.unref();
    },
  };
};
