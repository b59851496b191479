// How a service process comes to be: the port, and the way of a process that has no main process to ask.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../../../shared/rules/child-environment.ts';

/** What is to be started. */
export interface ServiceStart {
  /** The file that starts the service. */
  readonly entry: string;
  /** Its whole command line after the entry; it says where the log goes. */
  readonly args: readonly string[];
  /** The log, which exists: what the process prints on stderr goes there if its starter can send that to a file. */
  readonly logPath: string;
}

/** A service process that was told to start. */
export interface ServiceProcess {
  /** The first row that it prints on stdout; does not settle where it prints none. */
  readonly firstRow: Promise<string>;
  /** Its exit status, null where a signal ended it. @throws Error where it could not be started at all */
  readonly exit: Promise<number | null>;
  kill(): void;
  /** Called once, when nothing listens to it any more: it must not keep the process that started it alive. */
  release(): void;
}

/** Starts a service: the way to do it differs between a command, which spawns one, and the desktop application. */
export type ServiceStarter = (start: ServiceStart) => ServiceProcess;

/** Switches of a process of the packaged application that never has a window: it needs no display and no graphics. */
const WINDOWLESS = ['--ozone-platform=headless', '--disable-gpu'];

interface ServiceCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * How the service is called: by this same Node, or, in the packaged application, by its own binary, which runs no file that
 * it is given (`electron/platform/windowless-program.ts`).
 */
export function serviceCommand(
  entry: string,
  args: readonly string[],
  isPackaged: boolean = process.versions['electron'] !== undefined,
): ServiceCommand {
  if (!isPackaged) return { command: process.execPath, args: [entry, ...args] };
  // Chromium refuses to run as root with its sandbox, in which it would show pages: there are none.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { command: process.execPath, args: [...WINDOWLESS, ...asRoot, '--service', '--', ...args] };
}

/** A process of this same program, which outlives a Ctrl-C in the terminal: what is under way must be noted first. */
export const spawnService: ServiceStarter = ({ entry, args, logPath }) => {
  // A file, not a pipe: a pipe would break when this process ends before the service does.
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
