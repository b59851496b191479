// Kills a voice pack's process at random moments while the service uses it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writePack } from '../../node/testing/toy-models/toy-pack.ts';
import { seededRandom } from '../hostile-service/seeded-random.ts';
import { startService, temporaryFolder } from '../support/processes.ts';
import { createCaller } from './service-calls.ts';
import {
  CLIENTS,
  createAcceptedWork,
  runClient,
  type ServiceKillOptions,
  type ServiceKillReport,
  waitForAcceptedWork,
} from './service-kills.ts';

const VOICE = 'lectern://voices/packs/toy-letters/low/manifest.json';

/** Maximum time before a process is killed, in milliseconds. */
const MAX_LIFETIME_MS = 1_000;
const POLL_MS = 10;

function childrenOf(pid: number | undefined): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

/** Kills the process `kills` times (`kill -9`) while several clients use the service. */
export async function killPack({
  seed,
  kills,
  say,
}: ServiceKillOptions): Promise<Pick<ServiceKillReport, 'kills' | 'jobs' | 'violations'>> {
  const folder = temporaryFolder();
  const data = join(folder.path, 'service');
  const kept = createAcceptedWork(data);
  const chance = seededRandom(seed);
  writePack(join(data, 'packs', 'toy-letters'));
  const service = await startService(data);
  try {
    const caller = createCaller(service);
    let isEnough = false;
    const load = Promise.all(
      Array.from({ length: CLIENTS }, () => runClient(caller, VOICE, chance, kept, () => isEnough)),
    );
    for (let count = 0; count < kills; ) {
      const [pid] = childrenOf(service.process.pid);
      if (pid === undefined) {
        await sleep(POLL_MS);
        continue;
      }
      await sleep(MAX_LIFETIME_MS * (0.1 + 0.9 * chance()));
      process.kill(pid, 'SIGKILL');
      count += 1;
      say(`${count} kills, ${kept.accepted.size} batches and jobs accepted, ${kept.violations.length} violations`);
      // Wait until the process is gone, so that the next iteration doesn't find it again.
      while (childrenOf(service.process.pid).includes(pid)) await sleep(POLL_MS);
    }
    isEnough = true;
    await load;
    caller.close();
    const jobs = await waitForAcceptedWork(service, kept);
    return { kills, jobs, violations: kept.violations };
  } finally {
    await service.stop();
    folder.remove();
  }
}
