import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'lectern-chromium-';

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

export const createProfile = (): string => mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));

/** Removes a profile if possible; Chromium may still be closing files. */
export function removeProfile(profile: string): void {
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  } catch {
    // The host removes the profile the next time it starts.
  }
}

/** Removes profiles left behind by killed hosts. */
export function removeStaleProfiles(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (Number.isInteger(pid) && !isRunning(pid)) removeProfile(join(tmpdir(), name));
  }
}
