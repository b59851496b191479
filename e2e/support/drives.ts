// Drives that are small or can't be written, for tests. They need the right to mount (root on Linux).
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own in a folder. */
export interface Drive {
  readonly path: string;
  /** Fills it up, leaving this many bytes free. */
  fill(leaveBytes: number): void;
  /** Gives back what `fill` took. */
  makeRoom(): void;
  /** Nothing can be written any more. */
  makeReadOnly(): void;
  remove(): void;
}

/**
 * Mounts a small drive in memory.
 *
 * @throws Error where this process may not mount: such a test is not passed over in silence
 */
export function mountDrive(path: string, bytes: number): Drive {
  mkdirSync(path, { recursive: true });
  mount('-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'lectern-test', path);
  const ballast = join(path, '.ballast');
  return {
    path,
    fill(leaveBytes) {
      const free = Number(execFileSync('df', ['--output=avail', '-B1', path], { encoding: 'utf8' }).split('\n')[1]);
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, free - leaveBytes)));
      } catch (error) {
        // Another process wrote in the meantime: the drive is as full as it should be.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    makeRoom: () => writeFileSync(ballast, ''),
    makeReadOnly: () => mount('-o', 'remount,ro', path),
    remove: () => void execFileSync('umount', ['-l', path]),
  };
}

/**
 * Makes a file or folder read-only by a mount: not even the owner can write, replace or remove it.
 *
 * @returns makes it writable again
 * @throws as `mountDrive`
 */
export function makeReadOnly(path: string): () => void {
  mount('--bind', path, path);
  mount('-o', 'remount,bind,ro', path);
  return () => void execFileSync('umount', ['-l', path]);
}

/** Whether this process may mount drives. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

function mount(...args: string[]): void {
  try {
    execFileSync('mount', args, { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`This test needs a small drive and may not mount one: run it as root (${String(error)}).`);
  }
}
