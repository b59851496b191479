// The temporary folder for a test run. It is removed even if the run is interrupted.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's RAM disk. */
const RAM_DISK = '/dev/shm';
/**
 * The minimum free memory, and the minimum free space on the RAM disk, for using the RAM disk, in bytes. A run of all
 * tests needs up to a gigabyte.
 */
const MIN_FREE_BYTES = 6 * 2 ** 30;
const PREFIX = 'lectern-tests-';

/** Uses the RAM disk if possible, because creating a durable test database on a real drive takes 0.1 s. */
function fastestFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(RAM_DISK);
    if (Math.min(bavail * bsize, process.availableMemory()) > MIN_FREE_BYTES) return RAM_DISK;
  } catch {
    // There is no RAM disk.
  }
  return tmpdir();
}

/** Creates a folder for this run, and removes the folders of earlier runs that were killed. */
export function makeTestFolder(): string {
  const parent = fastestFolder();
  for (const tmp of new Set([parent, RAM_DISK, tmpdir()])) removeStaleFolders(tmp);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // Some tests open a project as an unprivileged user, and this user must be able to access the folder.
  chmodSync(folder, 0o755);
  return folder;
}

/** Kills the processes that interrupted tests have left running in this folder, and removes the folder. */
export function removeTestFolder(folder: string): void {
  for (const pid of processesIn(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has exited in the meantime.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function removeStaleFolders(tmp: string): void {
  for (const name of listFolder(tmp)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) removeTestFolder(join(tmp, name));
  }
}

/** Returns the processes that use this temporary folder. Linux only. */
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
