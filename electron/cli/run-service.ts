import { spawn } from 'node:child_process';
import { childEnvironment } from '../../shared/rules/child-environment.ts';

/**
 * Runs a process of the speech service with this process's standard streams, until it ends. SIGINT, SIGTERM and SIGHUP
 * stop it.
 * @returns its exit code; null if a signal ended it
 * @throws Error if it couldn't be started
 */
export async function runServiceProcess(command: string, args: readonly string[]): Promise<number | null> {
  // The IPC channel carries no messages. When this process ends, the channel closes and the service stops.
  const child = spawn(command, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: childEnvironment(process.env),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
