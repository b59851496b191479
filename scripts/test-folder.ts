// Where a run of the tests makes its folders. Nothing of it is left when the run ends, also where it is interrupted.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's drive in memory. */
const MEMORY_DRIVE = '/dev/shm';
/** Memory and room that must be free for it to be used. A run of all tests keeps up to a gigabyte. Bytes. */
const ROOM = 6 * 2 ** 30;
const PREFIX = 'lectern-tests-';

/** In memory where there is plenty: on a drive, a test's database that is safe from power cuts takes 0.1 s to make. */
function quickestFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DRIVE);
    if (Math.min(bavail * bsize, process.availableMemory()) > ROOM) return MEMORY_DRIVE;
  } catch {
    // There is none.
  }
  return tmpdir();
}

/** Makes the folder of this run, and removes those of runs that were killed. */
export function makeTestFolder(): string {
  const parent = quickestFolder();
  for (const place of new Set([parent, MEMORY_DRIVE, tmpdir()])) sweep(place);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // Some tests open a project as a user that no permission is waived for.
  chmodSync(folder, 0o755);
  return folder;
}

/** Kills what still runs with this folder as its temporary one, which tests that were interrupted leave, and removes it. */
export function removeTestFolder(folder: string): void {
  for (const pid of processesIn(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It had just ended.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function sweep(place: string): void {
  for (const name of namesIn(place)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) removeTestFolder(join(place, name));
  }
}

/** Processes that have the folder as their temporary one. None but on Linux. */
const processesIn = (folder: string): number[] =>
  namesIn('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && environmentOf(pid).includes(`TMPDIR=${folder}`));

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    // It has ended, or belongs to another user.
    return [];
  }
}

function namesIn(folder: string): string[] {
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
