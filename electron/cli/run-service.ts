import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../../shared/rules/child-environment.ts';

/** Starts a process of the speech service. SIGINT, SIGTERM and SIGHUP stop it. */
function start(
  command: string,
  args: readonly string[],
  stdout: 'inherit' | 'pipe',
): { readonly child: ChildProcess; readonly exit: Promise<number | null> } {
  // The IPC channel carries no messages. When this process ends, the channel closes and the service stops.
  const child = spawn(command, args, {
    stdio: ['inherit', stdout, 'inherit', 'ipc'],
    env: childEnvironment(process.env),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'));
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  return { child, exit };
}

/**
 * Runs a process of the speech service with this process's standard streams, until it ends.
 * @returns its exit code; null if a signal ended it
 * @throws Error if it couldn't be started
 */
export const runServiceProcess = (command: string, args: readonly string[]): Promise<number | null> =>
  start(command, args, 'inherit').exit;

/** Like `runServiceProcess`, but passes each line on its stdout to a function. */
export async function readServiceProcess(
  command: string,
  args: readonly string[],
  onLine: (line: string) => void,
): Promise<number | null> {
  const { child, exit } = start(command, args, 'pipe');
  exit.catch(() => {});
  if (child.stdout !== null) for await (const line of createInterface({ input: child.stdout })) onLine(line);
  return exit;
}
