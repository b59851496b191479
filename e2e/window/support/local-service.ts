// The local service, started before the application, which finds it there as it finds another window's.
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
  /** The process, for a test that kills it. */
  readonly process: ChildProcess;
  /** Identifiers of all its voices. */
  voices(): Promise<string[]>;
  stop(): Promise<void>;
}

/**
 * Starts it on the data of a test's home, so that the application attaches to it. `silent`: audio that costs nothing,
 * which the application itself never asks for. `more`: further options of its command line.
 */
export async function startLocalService(
  folders: TestFolders,
  speech: 'silent' | 'espeak',
  more: readonly string[] = [],
): Promise<LocalService> {
  // Its folder is named by where it stands: its command line must not look like one of the application's processes.
  const args = [
    join(root, 'out', 'service-main.js'),
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

/** How many jobs the local service was ever asked for: its own account of it. */
export function jobsOfService({ home }: TestFolders): number {
  const path = join(home, 'service', 'service.db');
  if (!existsSync(path)) return 0;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(database.prepare('SELECT count(*) AS n FROM jobs').get()?.['n']);
  } finally {
    database.close();
  }
}
