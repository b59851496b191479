import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the IDs of processes whose command line contains a folder. Linux only, because it reads /proc. */
export function processesUsing(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        // The process has ended since the folder was listed.
        return false;
      }
    });
}

/**
 * Waits until no process uses the folder. @throws Error that names the remaining processes if any are left after
 * `timeoutMs`
 */
export async function waitUntilUnused(folder: string, timeoutMs = 120_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const left = processesUsing(folder);
    if (left.length === 0) return;
    if (performance.now() > end) throw new Error(`still running: ${left.join(', ')}`);
    await sleep(50);
  }
}
