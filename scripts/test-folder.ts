// The temporary folder of a test run. It is always removed, even if the run is interrupted.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's RAM disk. */
const RAM_DISK = '/dev/shm';
/**
 * How much memory and space must be free on the RAM disk to use it, in bytes. A run of all tests needs up to a
 * gigabyte.
 */
const MIN_FREE_BYTES = 6 * 2 ** 30;
const PREFIX = 'lectern-tests-';

/** Prefers the RAM disk, because creating a durable test database on a real drive takes 0.1 s. */
function fastestFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(RAM_DISK);
    if (Math.min(bavail * bsize, process.availableMemory()) > MIN_FREE_BYTES) return RAM_DISK;
  } catch {
    // There is no RAM disk.
  }
  return tmpdir();
}

/** Creates this run's folder, and removes folders of runs that were killed. */
export function makeTestFolder(): string {
  const parent = fastestFolder();
  for (const tmp of new Set([parent, RAM_DISK, tmpdir()])) removeLeftovers(tmp);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // Some tests open a project as an unprivileged user.
  chmodSync(folder, 0o755);
  return folder;
}

/** Kills processes that interrupted tests have left in this folder, and removes the folder. */
export function removeTestFolder(folder: string): void {
  for (const pid of processesIn(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has just exited.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function removeLeftovers(tmp: string): void {
  for (const name of listFolder(tmp)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) removeTestFolder(join(tmp, name));
  }
}

/** Returns the processes whose temporary folder this is. Linux only. */
const processesIn = (folder: string): number[] =>
  listFolder('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && environmentOf(pid).includes(`TMPDIR=${folder}`));

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    // The process has exited or belongs to another user.
    return [];
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
