// Starts the local service before the application starts. The application then uses it as if another window had started
// it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { root } from '../../../scripts/steps.ts';
import type { TestFolders } from './folders.ts';

export interface LocalService {
  readonly baseUrl: URL;
  readonly key: string;
  readonly userId: string;
  /** The service's process, for tests that kill it. */
  readonly process: ChildProcess;
  voices(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts the service with the data of a test's home. With `silent`, the service renders silence. The application itself
 * never uses that mode.
 * @param more additional command-line options
 */
export async function startLocalService(
  folders: TestFolders,
  speech: 'silent' | 'espeak',
  more: readonly string[] = [],
): Promise<LocalService> {
  // Use a relative data folder, because a process whose command line contains the test's folder looks like one of the
  // application's.
  const args = [
    join(root, 'out', 'packages-speech-service-main.js'),
    '--json',
    '--data',
    'service',
    '--log',
    'error',
    '--speech',
    speech,
    ...more,
  ];
  const child = spawn(process.execPath, args, { cwd: folders.home, stdio: ['ignore', 'pipe', 'inherit'] });
  const [row] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { address, key, user } = JSON.parse(row) as { address: string; key: string; user: string };
  return {
    baseUrl: new URL(address),
    key,
    userId: user,
    process: child,
    async voices() {
      const reply = await fetch(new URL('/api/v2/voices', address), {
        headers: { authorization: `Bearer ${key}`, 'x-user-id': user },
      });
      return ((await reply.json()) as { id: string }[]).map(({ id }) => id);
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Returns the number of jobs in the local service's database. */
export function countServiceJobs({ home }: TestFolders): number {
  const path = join(home, 'service', 'service.db');
  if (!existsSync(path)) return 0;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(database.prepare('SELECT count(*) AS n FROM jobs').get()?.['n']);
  } finally {
    database.close();
  }
}
