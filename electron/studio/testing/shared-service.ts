// One local service for the studios of many tests: each finds it in its own home, as the one that another window runs.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceEntry } from '../../compose.ts';
import { attachLocalService } from '../../core/local-service/attach.ts';
import { systemClock } from '../../core/system.ts';

export type Speech = 'silent' | 'espeak';

/** The data folders of the services that run until this process ends. */
const folders = new Map<Speech, Promise<string>>();

async function start(speech: Speech): Promise<string> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'lectern-shared-service-'));
  process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
  // It is never let go, and goes when this process does.
  await attachLocalService({
    entry: serviceEntry(),
    dataFolder,
    extraArguments: ['--speech', speech, '--grace-ms', '50', '--log', 'error'],
    clock: systemClock,
  });
  return dataFolder;
}

/** The files by which a service and its account are found. */
const NAMES = ['account.json', 'running.json'] as const;
const placeOf = (home: string): string => join(home, 'service');

/** Has a home find the shared service, unless there is a service in it already. */
export async function nameSharedService(home: string, speech: Speech): Promise<void> {
  const place = placeOf(home);
  if (existsSync(place)) return;
  const starting = folders.get(speech) ?? start(speech);
  folders.set(speech, starting);
  const from = await starting;
  mkdirSync(place, { mode: 0o700 });
  for (const name of NAMES) cpSync(join(from, name), join(place, name));
}

/** The next service that this home looks for is started there. */
export function forgetSharedService(home: string): void {
  rmSync(placeOf(home), { recursive: true, force: true });
}
