// Which processes a test has left running.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Process ids whose command line names a folder. Linux only, as /proc is. */
export function processesNaming(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        // It ended between the listing and the look.
        return false;
      }
    });
}

/** Waits until no process names the folder any more. @throws Error naming those that are left after `patienceMs` */
export async function untilNoneNames(folder: string, patienceMs = 120_000): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const left = processesNaming(folder);
    if (left.length === 0) return;
    if (performance.now() > end) throw new Error(`still running: ${left.join(', ')}`);
    await sleep(50);
  }
}
