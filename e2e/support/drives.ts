// Small file systems and read-only mounts for tests. They require permission to mount (root on Linux).
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file system that is mounted in a folder. */
export interface Drive {
  readonly path: string;
  fill(leaveBytes: number): void;
  /** Frees the space that `fill` used. */
  makeRoom(): void;
  makeReadOnly(): void;
  remove(): void;
}

/**
 * Mounts a small file system in memory.
 * @throws Error if mounting isn't permitted, because such a test must not be skipped silently
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
        // If another process has written to the drive in the meantime, it is full anyway.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    makeRoom: () => writeFileSync(ballast, ''),
    makeReadOnly: () => mount('-o', 'remount,ro', path),
    remove: () => void execFileSync('umount', ['-l', path]),
  };
}

/**
 * Makes a file or folder read-only with a mount, even for its owner.
 * @returns a function that makes it writable again
 * @throws as `mountDrive`
 */
export function makeReadOnly(path: string): () => void {
  mount('--bind', path, path);
  mount('-o', 'remount,bind,ro', path);
  return () => void execFileSync('umount', ['-l', path]);
}

export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

function mount(...args: string[]): void {
  try {
    execFileSync('mount', args, { stdio: 'pipe' });
  } catch (error) {
    throw new Error(`This test needs a small drive and may not mount one: run it as root (${String(error)}).`);
  }
}
